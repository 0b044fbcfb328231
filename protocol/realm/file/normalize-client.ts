// Fills in Keycloak's defaults for a client.
import type {
  ClientRepresentation,
  ProtocolMapperRepresentation,
} from '#protocol/contract/realm-representation.ts';
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
): ClientRepresentation {
  const protocol = client.protocol ?? 'openid-connect';
  const bearerOnly = client.bearerOnly ?? false;
  const publicClient =
    client.publicClient ?? (client.bearerOnly === undefined && protocol === 'openid-connect');
  const needsSecret = protocol === 'openid-connect' && !publicClient && !bearerOnly;
  return {
    ...client,
    id: client.id || createUuid(),
    enabled: client.enabled ?? true,
    protocol,
    ...normalizeSwitches(client),
    publicClient,
    bearerOnly,
    frontchannelLogout: client.frontchannelLogout ?? protocol === 'saml',
    ...(needsSecret ? { secret: client.secret || createAlphanumericText(SECRET_CHARACTERS) } : {}),
    ...normalizeUris(client),
    ...normalizeScopes(realm, client, protocol),
    notBefore: client.notBefore ?? 0,
    attributes: normalizeAttributes(client, protocol),
    protocolMappers: normalizeMappers(client, protocol),
  };
}

function normalizeAttributes(
  { clientId, attributes = {} }: ClientRepresentation,
  protocol: string,
): Record<string, string> {
  return protocol === 'saml' ? withSamlDefaults(clientId, attributes) : attributes;
}

/** Compat: a registry grants full access until its mapper is removed. */
function normalizeMappers(
  { protocolMappers }: ClientRepresentation,
  protocol: string,
): ProtocolMapperRepresentation[] {
  const allowAll = 'docker-v2-allow-all-mapper';
  const mappers = protocol === 'docker-v2' ? [{ name: allowAll, protocolMapper: allowAll, config: {} }] : [];
  return withIds(protocolMappers ?? mappers, protocol);
}

function normalizeSwitches(client: ClientRepresentation): Partial<ClientRepresentation> {
  return {
    surrogateAuthRequired: client['surrogateAuthRequired'] ?? false,
    alwaysDisplayInConsole: client['alwaysDisplayInConsole'] ?? false,
    clientAuthenticatorType: client.clientAuthenticatorType ?? 'client-secret',
    standardFlowEnabled: client.standardFlowEnabled ?? true,
    implicitFlowEnabled: client.implicitFlowEnabled ?? false,
    directAccessGrantsEnabled: client.directAccessGrantsEnabled ?? true,
    serviceAccountsEnabled: client.serviceAccountsEnabled ?? false,
    consentRequired: client.consentRequired ?? false,
    fullScopeAllowed: client.fullScopeAllowed ?? true,
  };
}

function normalizeUris(client: ClientRepresentation): { redirectUris: string[]; webOrigins: string[] } {
  const { rootUrl, redirectUris = [], webOrigins } = client;
  if (rootUrl === undefined || redirectUris.length > 0 || !URL.canParse(rootUrl)) {
    return { redirectUris, webOrigins: webOrigins ?? [] };
  }
  const origin = new URL(rootUrl).origin;
  return {
    redirectUris: [`${rootUrl.replace(/\/$/, '')}/*`],
    webOrigins: webOrigins ?? (origin === 'null' ? [] : [origin]),
  };
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
