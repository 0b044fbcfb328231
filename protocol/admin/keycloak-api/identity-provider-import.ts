// Reads descriptions of identity providers (discovery documents, SAML metadata) from an address or a file.

import { MAX_DESCRIPTION_BYTES } from '#protocol/contract/identity-provider-types.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type { CallResult, OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import { checkWebAddress } from '#protocol/http/web-address.ts';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import type { ProviderDescriptionReader } from '#protocol/realm/clients/provider-description.ts';
import { badRequest, invalid } from '../admin-error.ts';
import { changeRow, ok, type RealmRequest, type RealmRow } from '../admin-route.ts';

/** Milliseconds. */
const TIMEOUT_MS = 10_000;

export interface ProviderImportDeps {
  readonly calls: Pick<OutgoingCalls, 'send'>;
  /** The first that reads the type of provider is used. */
  readonly providerDescriptions: readonly ProviderDescriptionReader[];
}

interface Wanted {
  readonly reader: ProviderDescriptionReader;
  /** The address or the text of the document. */
  readonly source: string;
}

type Members = Readonly<Record<string, unknown>>;

/** @throws {AdminError} 400 without both members, and for a type that nothing reads. */
function readWanted({ providerDescriptions }: ProviderImportDeps, given: Members, member: string): Wanted {
  const { providerId, [member]: source } = given;
  for (const [name, value] of [
    ['providerId', providerId],
    [member, source],
  ] as const)
    if (typeof value !== 'string' || value.trim() === '') throw badRequest(`${name} is missing`);
  const reader = providerDescriptions.find(({ types }) => types.includes(String(providerId)));
  if (reader !== undefined) return { reader, source: String(source) };
  const types = providerDescriptions.flatMap((each) => each.types);
  throw invalid(
    `providerId: nothing can be imported for "${String(providerId).slice(0, 100)}"; send one of ${types.join(', ')}`,
  );
}

/** @throws {AdminError} 400 with the fault. */
function convert({ realm, clocks }: RealmRequest, { reader }: Wanted, text: string) {
  try {
    return reader.read(text, clocks(realm.name).now());
  } catch (error) {
    if (!(error instanceof ClientDescriptionError)) throw error;
    throw invalid(error.message);
  }
}

function call({ realm, exchange }: RealmRequest, { reader, source }: Wanted, deps: ProviderImportDeps) {
  return deps.calls.send({
    kind: 'broker-metadata',
    title: 'Description of an identity provider',
    method: 'GET',
    url: source,
    accept: reader.accept,
    to: 'identity-provider',
    called: 'The identity provider',
    rule: 'import-provider',
    body: async () => '',
    realm: realm.name,
    clientId: '',
    flow: exchange.activity.flow,
    accepted: [200],
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: MAX_DESCRIPTION_BYTES,
    setting: 'fromUrl',
    section: 'OIDC Discovery §4',
  });
}

/** @throws {AdminError} 400 with what the server there said. */
function readAnswer(source: string, { outcome, detail, body }: CallResult): string {
  if (outcome === 'accepted') return body;
  throw invalid(`fromUrl: ${source.slice(0, 500)} ${detail}`);
}

async function importFromUrl(request: RealmRequest, deps: ProviderImportDeps): Promise<Reply> {
  const { json } = request.exchange;
  const given = typeof json === 'object' && json !== null ? (json as Members) : {};
  const wanted = readWanted(deps, given, 'fromUrl');
  try {
    checkWebAddress(wanted.source);
  } catch {
    throw invalid('fromUrl is not an http or https address');
  }
  const text = readAnswer(wanted.source, await call(request, wanted, deps));
  return ok({ ...convert(request, wanted, text), metadataDescriptorUrl: wanted.source });
}

/** Compat: settings from a file have a sync mode, those from an address have not. */
async function importFile(request: RealmRequest, deps: ProviderImportDeps): Promise<Reply> {
  const { form } = request.exchange;
  const wanted = readWanted(deps, { providerId: form.get('providerId'), file: form.get('file') }, 'file');
  if (Buffer.byteLength(wanted.source) > MAX_DESCRIPTION_BYTES)
    throw invalid(`file: the document is larger than ${MAX_DESCRIPTION_BYTES} bytes (1 MiB)`);
  return ok({ syncMode: 'LEGACY', ...convert(request, wanted, wanted.source) });
}

export function createProviderImportRows(deps: ProviderImportDeps): readonly RealmRow[] {
  const row = changeRow(
    'POST',
    '/identity-provider/import-config',
    ['manage-identity-providers'],
    'Import description of identity provider',
    (request) =>
      request.exchange.json === undefined ? importFile(request, deps) : importFromUrl(request, deps),
  );
  // An upload has more parts than the document, which has a limit of its own.
  return [{ ...row, body: 'json-or-upload', maxBodyBytes: 2 * MAX_DESCRIPTION_BYTES }];
}
