// Values of client metadata: read strictly, each refusal naming its field, and written back.
import { CONTENT_ENCRYPTIONS, KEY_ENCRYPTIONS } from '#protocol/crypto/jwe.ts';
import { isSignatureAlgorithm } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { hasFragment } from '#protocol/realm/clients/redirect-uri.ts';
import type { MetadataKind, MetadataRow } from './metadata-table.ts';

/** Metadata as it came: a JSON object. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Longest value of one field, in characters. */
const MAX_TEXT = 4000;
const MAX_ITEMS = 100;
const SEPARATOR = '##';

/** A refusal that names the field. RFC 7591 §3.2.2. */
export function invalidMetadata(field: string, expectation: string): OAuthError {
  return new OAuthError('invalid_client_metadata', {
    description: `${field} ${expectation}`,
    remedy: `Send ${field} as the description says, or leave it out.`,
  });
}

/** A text; undefined when the field is absent or null. @throws {OAuthError} `invalid_client_metadata`. */
export function readText(metadata: Metadata, field: string): string | undefined {
  const value = metadata[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length > MAX_TEXT)
    throw invalidMetadata(field, `must be a text of at most ${MAX_TEXT} characters`);
  return value;
}

/** A list of texts; undefined when the field is absent or null. @throws {OAuthError} `invalid_client_metadata`. */
export function readTexts(metadata: Metadata, field: string): readonly string[] | undefined {
  const value = metadata[field];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > MAX_ITEMS)
    throw invalidMetadata(field, `must be a list of at most ${MAX_ITEMS} texts`);
  return value.map((item: unknown) => {
    if (typeof item !== 'string' || item.length > MAX_TEXT)
      throw invalidMetadata(field, 'must be a list of texts');
    return item;
  });
}

/** Whether a text is an absolute http or https address. */
export function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

const ALLOWED: Readonly<
  Partial<Record<MetadataKind, readonly [test: (text: string) => boolean, expectation: string]>>
> = {
  url: [isWebUrl, 'must be an http or https URL'],
  urls: [(text) => URL.canParse(text) && !text.includes(SEPARATOR), 'must be a list of absolute URIs'],
  redirects: [
    (text) => URL.canParse(text) && !hasFragment(text),
    'must be a list of absolute URIs without fragment',
  ],
  texts: [(text) => !text.includes(SEPARATOR), `must not contain ${SEPARATOR}`],
  signature: [isSignatureAlgorithm, 'must be a signature algorithm that discovery names'],
  'signature-or-none': [
    (text) => text === 'none' || isSignatureAlgorithm(text),
    'must be none or a signature algorithm that discovery names',
  ],
  // CIBA §7.1.1.
  'key-pair-signature': [
    (text) => isSignatureAlgorithm(text) && !text.startsWith('HS'),
    'must be a signature algorithm with a key pair that discovery names',
  ],
  // CIBA §4: backchannel_token_delivery_modes_supported.
  'delivery-mode': [(text) => text === 'poll', 'must be poll; ping and push are not supported'],
  'key-encryption': [
    (text) => KEY_ENCRYPTIONS.some((name) => name === text),
    `must be one of ${KEY_ENCRYPTIONS.join(', ')}`,
  ],
  'content-encryption': [
    (text) => CONTENT_ENCRYPTIONS.some((name) => name === text),
    `must be one of ${CONTENT_ENCRYPTIONS.join(', ')}`,
  ],
};

function check({ field, kind }: MetadataRow, text: string): void {
  const [test, expectation] = ALLOWED[kind] ?? [];
  if (test?.(text) === false) throw invalidMetadata(field, expectation ?? '');
}

/** Whether the field is a list, and the attribute its items joined. */
function isList(kind: MetadataKind): boolean {
  return kind === 'urls' || kind === 'redirects' || kind === 'texts';
}

/** The attribute's value for a field; undefined when the field is absent. @throws {OAuthError} `invalid_client_metadata` naming the field. */
export function readAttribute(metadata: Metadata, row: MetadataRow): string | undefined {
  const { field, kind } = row;
  if (kind === 'flag') {
    const value = metadata[field];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'boolean') throw invalidMetadata(field, 'must be true or false');
    return String(value);
  }
  if (isList(kind)) {
    const values = readTexts(metadata, field);
    for (const value of values ?? []) check(row, value);
    return values?.join(SEPARATOR);
  }
  const text = readText(metadata, field);
  if (text !== undefined) check(row, text);
  return text;
}

/** The field's value for an attribute; undefined for an empty one. */
export function writeField(value: string | undefined, kind: MetadataKind): unknown {
  if (value === undefined || value === '') return undefined;
  if (kind === 'flag') return value === 'true';
  return isList(kind) ? value.split(SEPARATOR) : value;
}
