// Reads and writes values of client metadata; errors contain the field's name.
import { findTextSettingProblem, LIST_SEPARATOR } from '#protocol/contract/settings/check-text.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { hasFragment } from '#protocol/realm/clients/redirect-uri.ts';
import type { MetadataRow } from './metadata-table.ts';

export type Metadata = Readonly<Record<string, unknown>>;

/** Maximum length of a text, in characters. */
const MAX_TEXT = 4000;
const MAX_ITEMS = 100;

/** Longest value that a refusal quotes, in characters. */
const MAX_QUOTED = 200;

/** A value as a refusal quotes it: JSON, cut if it is long. */
export function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** `sent`: the value to quote; absent for secrets and keys. RFC 7591 §3.2.2. */
export function invalidMetadata(field: string, expectation: string, sent?: unknown): OAuthError {
  const found = sent === undefined ? '' : `, found ${quoteValue(sent)}`;
  return new OAuthError('invalid_client_metadata', {
    description: `${field} ${expectation}${found}`,
    remedy: `Send ${field} as the description says, or leave it out.`,
  });
}

/** Undefined if the field is absent or null. @throws {OAuthError} `invalid_client_metadata`. */
export function readText(metadata: Metadata, field: string): string | undefined {
  const value = metadata[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length > MAX_TEXT)
    throw invalidMetadata(field, `must be a text of at most ${MAX_TEXT} characters`, value);
  return value;
}

/** Undefined if the field is absent or null. @throws {OAuthError} `invalid_client_metadata`. */
export function readTexts(metadata: Metadata, field: string): readonly string[] | undefined {
  const value = metadata[field];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > MAX_ITEMS)
    throw invalidMetadata(field, `must be a list of at most ${MAX_ITEMS} texts`, value);
  return value.map((item: unknown) => {
    if (typeof item !== 'string' || item.length > MAX_TEXT)
      throw invalidMetadata(field, 'must be a list of texts', value);
    return item;
  });
}

/** Whether the text is an absolute http or https URL. */
export function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Metadata is stricter than the setting, which also accepts a path, `+` or `-`. */
function findProblem({ field, type }: MetadataRow, text: string): string | undefined {
  if (field === 'post_logout_redirect_uris')
    return URL.canParse(text) && !hasFragment(text)
      ? undefined
      : 'must be a list of absolute URIs without fragment';
  if (field === 'request_uris' && !URL.canParse(text)) return 'must be a list of absolute URIs';
  if (type.kind === 'text' && type.format === 'url' && !isWebUrl(text)) return 'must be an http or https URL';
  return undefined;
}

function check(row: MetadataRow, text: string): void {
  const problem = findProblem(row, text) ?? findTextSettingProblem(text, row.type, {});
  if (problem !== undefined) throw invalidMetadata(row.field, problem, text);
}

function readFlag(metadata: Metadata, field: string): string | undefined {
  const value = metadata[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw invalidMetadata(field, 'must be true or false', value);
  return String(value);
}

function readItems(metadata: Metadata, row: MetadataRow): string | undefined {
  const values = readTexts(metadata, row.field);
  for (const value of values ?? []) {
    if (value.includes(LIST_SEPARATOR))
      throw invalidMetadata(row.field, `must not contain ${LIST_SEPARATOR}`, values);
    check(row, value);
  }
  return values?.join(LIST_SEPARATOR);
}

/** Undefined if the field is absent. @throws {OAuthError} `invalid_client_metadata`. */
export function readAttribute(metadata: Metadata, row: MetadataRow): string | undefined {
  const { field, type } = row;
  if (type.kind === 'flag') return readFlag(metadata, field);
  if (type.kind === 'list') return readItems(metadata, row);
  const text = readText(metadata, field);
  if (text === '' && type.kind === 'text' && type.choices !== undefined)
    throw invalidMetadata(field, `must be one of ${type.choices.join(', ')}`, text);
  if (text !== undefined) check(row, text);
  return text;
}

/** The field's value; undefined for an empty attribute. */
export function writeField(value: string | undefined, { kind }: MetadataRow['type']): unknown {
  if (value === undefined || value === '') return undefined;
  if (kind === 'flag') return value === 'true';
  return kind === 'list' ? value.split(LIST_SEPARATOR) : value;
}
