// Converts client metadata of dynamic registration to a client and back.
import type {
  ClientRepresentation,
  ProtocolMapperRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { hasFragment } from '#protocol/realm/clients/redirect-uri.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { readFlows, writeFlows } from './client-flows.ts';
import { METADATA_ROWS } from './metadata-table.ts';
import {
  invalidMetadata,
  isWebUrl,
  type Metadata,
  quoteValue,
  readAttribute,
  readText,
  readTexts,
  writeField,
} from './metadata-values.ts';

/** The client settings in metadata, without identifier and secret. */
export type DescribedClient = Pick<
  ClientRepresentation,
  | 'name'
  | 'baseUrl'
  | 'redirectUris'
  | 'webOrigins'
  | 'frontchannelLogout'
  | 'protocolMappers'
  | 'defaultClientScopes'
  | 'optionalClientScopes'
  | 'standardFlowEnabled'
  | 'implicitFlowEnabled'
  | 'directAccessGrantsEnabled'
  | 'serviceAccountsEnabled'
  | 'publicClient'
  | 'clientAuthenticatorType'
  | 'attributes'
>;

const PAIRWISE = 'oidc-sha256-pairwise-sub-mapper';
const KEY_ATTRIBUTES = ['use.jwks.url', 'jwks.url', 'use.jwks.string', 'jwks.string'] as const;

/** Schemes whose addresses run code or show local content. */
const UNSAFE_SCHEME = /^(?:javascript|data|vbscript|file|blob|about):/i;

function findRedirectUriProblem(uri: string): readonly [problem: string, remedy: string] | undefined {
  const example = 'Send whole addresses, such as http://127.0.0.1:3000/callback.';
  if (!URL.canParse(uri)) return ['must be absolute URIs', example];
  if (UNSAFE_SCHEME.test(uri)) return ['must not run code or name local content', example];
  if (!hasFragment(uri)) return undefined;
  return ['must not contain a fragment', `Send ${quoteValue(uri.split('#', 1)[0])} instead.`];
}

function checkRedirectUri(uri: string): void {
  const problem = findRedirectUriProblem(uri);
  if (problem === undefined) return;
  const [text, remedy] = problem;
  const description = `redirect_uris ${text}, found ${quoteValue(uri)}`;
  throw new OAuthError('invalid_redirect_uri', { description, remedy, section: 'RFC 7591 §3.2.2' });
}

function readRedirectUris(metadata: Metadata, isNeeded: boolean): string[] {
  const uris = readTexts(metadata, 'redirect_uris') ?? [];
  for (const uri of uris) checkRedirectUri(uri);
  if (uris.length > 0 || !isNeeded) return [...uris];
  throw new OAuthError('invalid_redirect_uri', {
    description: `redirect_uris ${metadata['redirect_uris'] === undefined ? 'is missing' : 'must not be empty, found []'}`,
    reason: 'A client that uses redirects requires redirect_uris.',
    remedy: 'Send redirect_uris, or grant_types without authorization_code and implicit.',
  });
}

function readKeys(metadata: Metadata): Readonly<Record<string, string>> {
  const url = readText(metadata, 'jwks_uri');
  const { jwks } = metadata;
  const hasJwks = jwks !== undefined && jwks !== null;
  if (url !== undefined && hasJwks) throw invalidMetadata('jwks', 'must not be combined with jwks_uri');
  if (url !== undefined) {
    if (!isWebUrl(url)) throw invalidMetadata('jwks_uri', 'must be an http or https URL', url);
    return { 'use.jwks.url': 'true', 'jwks.url': url };
  }
  if (!hasJwks) return {};
  const isSet = typeof jwks === 'object' && 'keys' in jwks && Array.isArray(jwks.keys);
  if (!isSet) throw invalidMetadata('jwks', 'must be an object with a list keys');
  return { 'use.jwks.string': 'true', 'jwks.string': JSON.stringify(jwks) };
}

function readSubjectType(metadata: Metadata): ProtocolMapperRepresentation[] {
  const type = readText(metadata, 'subject_type') ?? 'public';
  if (type === 'public') return [];
  if (type !== 'pairwise') throw invalidMetadata('subject_type', 'must be public or pairwise', type);
  const sector = readText(metadata, 'sector_identifier_uri');
  return [
    {
      name: 'pairwise subject identifier',
      protocol: 'openid-connect',
      protocolMapper: PAIRWISE,
      config: sector === undefined ? {} : { sectorIdentifierUri: sector },
    },
  ];
}

/** Requested scopes become optional, in addition to the realm's defaults; without any, the realm decides. */
function readScopes(
  metadata: Metadata,
  realm: StoredRealm,
): Pick<DescribedClient, 'defaultClientScopes' | 'optionalClientScopes'> {
  const scope = readText(metadata, 'scope');
  if (scope === undefined) return {};
  const wanted = scope.split(' ').filter((name) => name !== '' && name !== 'openid');
  const known = new Map((realm.clientScopes ?? []).map(({ name, protocol }) => [name, protocol]));
  const unknown = wanted.find((name) => (known.get(name) ?? '') !== 'openid-connect');
  if (unknown !== undefined)
    throw invalidMetadata(
      'scope',
      `names ${quoteValue(unknown)}, which is no client scope of the realm`,
      scope,
    );
  const defaults = (realm.defaultDefaultClientScopes ?? []).filter(
    (name) => known.get(name) === 'openid-connect',
  );
  return {
    defaultClientScopes: defaults,
    optionalClientScopes: [...new Set(wanted)].filter((name) => !defaults.includes(name)),
  };
}

/**
 * RFC 7591 §2, §3.2.2.
 * Choice: unknown members are ignored, as RFC 7591 §2 allows.
 * @throws {OAuthError} `invalid_client_metadata` or `invalid_redirect_uri` 400, with the field's name.
 */
export function readClientMetadata(metadata: Metadata, realm: StoredRealm): DescribedClient {
  const { attributes: flowAttributes, ...flows } = readFlows(metadata);
  const isRedirected = flows.standardFlowEnabled === true || flows.implicitFlowEnabled === true;
  const attributes: Record<string, string> = { ...flowAttributes, ...readKeys(metadata) };
  for (const row of METADATA_ROWS) {
    const value = readAttribute(metadata, row);
    if (value !== undefined) attributes[row.attribute] = value;
  }
  const name = readText(metadata, 'client_name');
  const home = readText(metadata, 'client_uri');
  if (home !== undefined && !isWebUrl(home))
    throw invalidMetadata('client_uri', 'must be an http or https URL', home);
  return {
    ...flows,
    ...(name === undefined ? {} : { name }),
    ...(home === undefined ? {} : { baseUrl: home }),
    redirectUris: readRedirectUris(metadata, isRedirected),
    // A client in a browser calls the token endpoint from the origin of its redirect URI.
    webOrigins: ['+'],
    frontchannelLogout: attributes['frontchannel.logout.url'] !== undefined,
    protocolMappers: readSubjectType(metadata),
    ...readScopes(metadata, realm),
    attributes,
  };
}

/** Whether metadata controls the attribute, so an update without it removes it (RFC 7592 §2.2). */
export function isMetadataAttribute(name: string): boolean {
  return METADATA_ROWS.some((row) => row.attribute === name) || KEY_ATTRIBUTES.some((each) => each === name);
}

function writeKeys(attributes: Readonly<Record<string, string>>): Metadata {
  if (attributes['use.jwks.url'] === 'true') return { jwks_uri: attributes['jwks.url'] };
  if (attributes['use.jwks.string'] !== 'true') return {};
  try {
    return { jwks: JSON.parse(attributes['jwks.string'] ?? '') };
  } catch {
    // An administrator may have stored anything; invalid JSON is left out.
    return {};
  }
}

function writeSubjectType({ protocolMappers = [] }: ClientRepresentation): Metadata {
  const mapper = protocolMappers.find(({ protocolMapper }) => protocolMapper === PAIRWISE);
  if (mapper === undefined) return { subject_type: 'public' };
  return { subject_type: 'pairwise', sector_identifier_uri: mapper.config?.['sectorIdentifierUri'] };
}

/** Converts a client to metadata; members without a value are undefined. RFC 7591 §3.2.1, RFC 7592 §3. */
export function writeClientMetadata(client: ClientRepresentation): Metadata {
  const attributes = client.attributes ?? {};
  const fields = METADATA_ROWS.map(({ field, attribute, type }) => [
    field,
    writeField(attributes[attribute], type),
  ]);
  const scopes = [...(client.defaultClientScopes ?? []), ...(client.optionalClientScopes ?? [])];
  return {
    client_id: client.clientId,
    client_name: client.name,
    client_uri: client.baseUrl,
    redirect_uris: client.redirectUris ?? [],
    ...writeFlows(client),
    scope: scopes.join(' '),
    ...writeSubjectType(client),
    ...writeKeys(attributes),
    ...Object.fromEntries(fields),
  };
}
