// Fills in Keycloak's defaults for a client.
import type {
  ClientRepresentation,
  ProtocolMapperRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { CLIENT_ATTRIBUTES, CLIENT_SETTINGS } from '#protocol/contract/settings/client.ts';
import { defaultOf, type Origin } from '#protocol/contract/settings/setting-row.ts';
import { createAlphanumericText, createUuid } from '#protocol/crypto/identifiers.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { withSamlDefaults } from '../clients/saml-client.ts';

const SERVICE_ACCOUNT_SCOPE = 'service_account';
const SECRET_CHARACTERS = 32;

/**
 * The client as it is stored. Adds identifiers, switches, the secret of a confidential client and, if the
 * client lists no scopes, the realm's. Given members are kept.
 */
export function normalizeClient(
  realm: Pick<StoredRealm, 'clientScopes' | 'defaultDefaultClientScopes' | 'defaultOptionalClientScopes'>,
  client: ClientRepresentation,
  origin: Origin = 'api',
): ClientRepresentation {
  const protocol = client.protocol ?? 'openid-connect';
  const bearerOnly = client.bearerOnly ?? false;
  const mayBePublic = client.bearerOnly === undefined && protocol === 'openid-connect';
  const publicClient =
    client.publicClient ?? (mayBePublic && defaultOf(CLIENT_SETTINGS.publicClient, origin) === true);
  const needsSecret = protocol === 'openid-connect' && !publicClient && !bearerOnly;
  return {
    ...client,
    id: client.id || createUuid(),
    enabled: client.enabled ?? true,
    protocol,
    ...normalizeSwitches(client, origin),
    publicClient,
    bearerOnly,
    frontchannelLogout: client.frontchannelLogout ?? protocol === 'saml',
    ...(needsSecret ? { secret: client.secret || createAlphanumericText(SECRET_CHARACTERS) } : {}),
    ...normalizeUris(client, origin),
    ...normalizeScopes(realm, client, protocol),
    notBefore: client.notBefore ?? 0,
    attributes: normalizeAttributes(client, protocol, origin),
    protocolMappers: normalizeMappers(client, protocol),
  };
}

/** Null is no value. Compat: an empty text from the admin API is none either, and no default takes its place. */
function normalizeAttributes(
  client: ClientRepresentation,
  protocol: string,
  origin: Origin,
): Record<string, string> {
  const entries: [string, string | null][] = Object.entries(withDefaultAttributes(client, protocol, origin));
  const isSet = (entry: [string, string | null]): entry is [string, string] =>
    entry[1] !== null && (origin === 'file' || entry[1] !== '');
  return Object.fromEntries(entries.filter(isSet));
}

function withDefaultAttributes(
  { clientId, attributes = {} }: ClientRepresentation,
  protocol: string,
  origin: Origin,
): Record<string, string> {
  if (protocol === 'saml') return withSamlDefaults(clientId, attributes);
  return protocol === 'openid-connect' && origin === 'file'
    ? { ...FILE_ATTRIBUTES, ...attributes }
    : attributes;
}

/** Attributes of OpenID Connect clients in realm files that say nothing else. */
const FILE_ATTRIBUTES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CLIENT_ATTRIBUTES).flatMap(([name, { fileDefault }]) =>
    fileDefault === undefined ? [] : [[name, fileDefault]],
  ),
);

/** Compat: a registry grants full access until its mapper is removed. */
function normalizeMappers(
  { protocolMappers }: ClientRepresentation,
  protocol: string,
): ProtocolMapperRepresentation[] {
  const allowAll = 'docker-v2-allow-all-mapper';
  const mappers = protocol === 'docker-v2' ? [{ name: allowAll, protocolMapper: allowAll, config: {} }] : [];
  return withIds(protocolMappers ?? mappers, protocol);
}

/** Switches whose defaults depend on nothing else. */
const SWITCHES = [
  'standardFlowEnabled',
  'implicitFlowEnabled',
  'directAccessGrantsEnabled',
  'serviceAccountsEnabled',
  'consentRequired',
] as const;

function normalizeSwitches(client: ClientRepresentation, origin: Origin): Partial<ClientRepresentation> {
  const switches = SWITCHES.map((name) => [name, client[name] ?? defaultOf(CLIENT_SETTINGS[name], origin)]);
  return {
    surrogateAuthRequired: client['surrogateAuthRequired'] ?? false,
    alwaysDisplayInConsole: client['alwaysDisplayInConsole'] ?? false,
    clientAuthenticatorType: client.clientAuthenticatorType ?? 'client-secret',
    ...Object.fromEntries(switches),
    fullScopeAllowed: client.fullScopeAllowed ?? client.consentRequired !== true,
  };
}

function normalizeUris(
  { rootUrl, redirectUris = [], webOrigins }: ClientRepresentation,
  origin: Origin,
): { redirectUris: string[]; webOrigins: string[] } {
  if (origin !== 'api') return { redirectUris, webOrigins: webOrigins ?? originsOf(redirectUris) };
  if (rootUrl === undefined || redirectUris.length > 0 || !URL.canParse(rootUrl))
    return { redirectUris, webOrigins: webOrigins ?? [] };
  return {
    redirectUris: [`${rootUrl.replace(/\/$/, '')}/*`],
    webOrigins: webOrigins ?? originsOf([rootUrl]),
  };
}

/** The distinct web origins of http and https URLs. */
function originsOf(urls: readonly string[]): string[] {
  const origins = urls.flatMap((url) => {
    const start = /^https?:\/\/[^/?#*]+/i.exec(url)?.[0];
    return start !== undefined && URL.canParse(start) ? [new URL(start).origin] : [];
  });
  return [...new Set(origins)];
}

function normalizeScopes(
  realm: Pick<StoredRealm, 'clientScopes' | 'defaultDefaultClientScopes' | 'defaultOptionalClientScopes'>,
  client: ClientRepresentation,
  protocol: string,
): { defaultClientScopes: string[]; optionalClientScopes: string[] } {
  if (client.defaultClientScopes !== undefined || client.optionalClientScopes !== undefined) {
    return {
      defaultClientScopes: client.defaultClientScopes ?? [],
      optionalClientScopes: client.optionalClientScopes ?? [],
    };
  }
  const sameProtocol = new Set(
    (realm.clientScopes ?? []).flatMap((scope) =>
      (scope.protocol ?? 'openid-connect') === protocol ? [scope.name] : [],
    ),
  );
  const ofProtocol = (names: readonly string[] | undefined): string[] =>
    (names ?? []).filter((name) => sameProtocol.has(name));
  const defaults = ofProtocol(realm.defaultDefaultClientScopes);
  const wantsAccount = client.serviceAccountsEnabled === true && sameProtocol.has(SERVICE_ACCOUNT_SCOPE);
  return {
    defaultClientScopes: wantsAccount ? [...new Set([...defaults, SERVICE_ACCOUNT_SCOPE])] : defaults,
    optionalClientScopes: ofProtocol(realm.defaultOptionalClientScopes),
  };
}

/** Compat: a pairwise mapper without a salt gets a random one, so that others cannot compute its subjects. */
function withSalt({ protocolMapper, config = {} }: ProtocolMapperRepresentation): Record<string, string> {
  if (protocolMapper !== 'oidc-sha256-pairwise-sub-mapper' || config['pairwiseSubAlgorithmSalt'])
    return config;
  return { ...config, pairwiseSubAlgorithmSalt: createAlphanumericText(SECRET_CHARACTERS) };
}

/** Mappers with identifiers and the protocol of their owner. */
export function withIds(
  mappers: readonly ProtocolMapperRepresentation[] | undefined,
  protocol: string,
): ProtocolMapperRepresentation[] {
  return (mappers ?? []).map((mapper) => ({
    ...mapper,
    id: mapper.id ?? createUuid(),
    protocol: mapper.protocol ?? protocol,
    config: withSalt(mapper),
  }));
}
