// Builds the view of a stored realm, once per stored object.
import type {
  ClientRepresentation,
  ClientScopeRepresentation,
  CompositesRepresentation,
  ProtocolMapperRepresentation,
  RoleRepresentation,
  ScopeMappingRepresentation,
} from '#protocol/contract/realm-representation.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { textOfHtml } from './html-text.ts';
import type { Client, ClientScope, ProtocolMapper, Realm, Role, RoleReference } from './realm.ts';
import { viewLifespans } from './realm-lifespans.ts';
import { realmSetting } from './realm-setting.ts';
import { remember } from './remember.ts';

const views = new WeakMap<StoredRealm, Realm>();

/** The same stored object gives the same view, so that derived values can be cached by identity. */
export function viewRealm(stored: StoredRealm): Realm {
  return remember(views, stored, () => buildView(stored));
}

function buildView(stored: StoredRealm): Realm {
  const mappings = collectScopeMappings(stored);
  const scopes = (stored.clientScopes ?? []).map((scope) => viewScope(scope, mappings.ofScope(scope.name)));
  const clientScopes = new Map(scopes.map((scope) => [scope.name, scope]));
  const clients = (stored.clients ?? []).map((client) =>
    viewClient(client, clientScopes, mappings.ofClient(client.clientId)),
  );
  const realmRoles = viewRoles(stored.roles?.realm, undefined);
  const ownedRoles = Object.entries(stored.roles?.client ?? {});
  return Object.freeze({
    id: stored.id,
    name: stored.realm,
    displayName: textOfHtml(stored.displayNameHtml ?? '') || stored.displayName || stored.realm,
    ...viewRealmSettings(stored),
    lifespans: viewLifespans(stored),
    attributes: stored.attributes ?? {},
    clients: new Map(clients.map((client) => [client.clientId, client])),
    clientsById: new Map(clients.map((client) => [client.id, client])),
    clientScopes,
    realmRoles,
    clientRoles: new Map(ownedRoles.map(([clientId, roles]) => [clientId, viewRoles(roles, clientId)])),
    defaultRole: realmRoles.get(stored.defaultRole?.name ?? ''),
    stored,
  });
}

function viewRealmSettings(stored: StoredRealm) {
  return {
    enabled: realmSetting(stored, 'enabled'),
    sslRequired: realmSetting(stored, 'sslRequired').toLowerCase(),
    notBefore: realmSetting(stored, 'notBefore'),
    signatureAlgorithm: stored.defaultSignatureAlgorithm || 'RS256',
    revokeRefreshToken: realmSetting(stored, 'revokeRefreshToken'),
    refreshTokenMaxReuse: realmSetting(stored, 'refreshTokenMaxReuse'),
    rememberMe: realmSetting(stored, 'rememberMe'),
    loginWithEmail:
      realmSetting(stored, 'loginWithEmailAllowed') && !realmSetting(stored, 'duplicateEmailsAllowed'),
    emailAsUsername: realmSetting(stored, 'registrationEmailAsUsername'),
  };
}

function collectScopeMappings(stored: StoredRealm) {
  const clients = new Map<string, RoleReference[]>();
  const scopes = new Map<string, RoleReference[]>();
  const add = (mapping: ScopeMappingRepresentation, clientId: string | undefined): void => {
    const [target, name] =
      mapping.client === undefined ? [scopes, mapping.clientScope ?? ''] : [clients, mapping.client];
    const references = (mapping.roles ?? []).map((role) => ({ clientId, name: role }));
    target.set(name, [...(target.get(name) ?? []), ...references]);
  };
  for (const mapping of stored.scopeMappings ?? []) add(mapping, undefined);
  for (const [clientId, list] of Object.entries(stored.clientScopeMappings ?? {})) {
    for (const mapping of list) add(mapping, clientId);
  }
  return {
    ofClient: (clientId: string) => clients.get(clientId) ?? [],
    ofScope: (name: string) => scopes.get(name) ?? [],
  };
}

function viewScope(scope: ClientScopeRepresentation, roles: readonly RoleReference[]): ClientScope {
  const attributes = scope.attributes ?? {};
  return Object.freeze({
    id: scope.id ?? scope.name,
    name: scope.name,
    protocol: scope.protocol ?? 'openid-connect',
    mappers: (scope.protocolMappers ?? []).map(viewMapper),
    includedInTokenScope: attributes['include.in.token.scope'] !== 'false',
    shownOnConsent: attributes['display.on.consent.screen'] !== 'false',
    consentText: attributes['consent.screen.text'] || scope.name,
    roles,
  });
}

function viewMapper(representation: ProtocolMapperRepresentation): ProtocolMapper {
  const { name, protocolMapper: type, config = {} } = representation;
  return Object.freeze({ name, type, config, representation });
}

function viewClient(
  client: ClientRepresentation,
  scopes: ReadonlyMap<string, ClientScope>,
  scopeMappings: readonly RoleReference[],
): Client {
  const protocol = client.protocol ?? 'openid-connect';
  const named = (names: readonly string[] | undefined): readonly ClientScope[] =>
    (names ?? []).flatMap((name) => {
      const scope = scopes.get(name);
      return scope === undefined || scope.protocol !== protocol ? [] : [scope];
    });
  return Object.freeze({
    id: client.id ?? client.clientId,
    clientId: client.clientId,
    name: client.name ?? '',
    protocol,
    ...viewClientSwitches(client),
    secret: client.secret,
    rootUrl: client.rootUrl || undefined,
    baseUrl: client.baseUrl || undefined,
    redirectUris: client.redirectUris ?? [],
    webOrigins: client.webOrigins ?? [],
    notBefore: client.notBefore ?? 0,
    attributes: client.attributes ?? {},
    defaultScopes: named(client.defaultClientScopes),
    optionalScopes: named(client.optionalClientScopes),
    mappers: (client.protocolMappers ?? []).map(viewMapper),
    scopeMappings,
    representation: client,
  });
}

function viewClientSwitches(client: ClientRepresentation) {
  return {
    enabled: client.enabled ?? true,
    kind: clientKind(client),
    authenticator: client.clientAuthenticatorType ?? 'client-secret',
    standardFlow: client.standardFlowEnabled ?? true,
    implicitFlow: client.implicitFlowEnabled ?? false,
    directAccessGrants: client.directAccessGrantsEnabled ?? true,
    serviceAccounts: client.serviceAccountsEnabled ?? false,
    consentRequired: client.consentRequired ?? false,
    fullScopeAllowed: client.fullScopeAllowed ?? true,
  };
}

function clientKind(client: ClientRepresentation): Client['kind'] {
  if (client.bearerOnly === true) return 'bearer-only';
  return (client.publicClient ?? client.bearerOnly === undefined) ? 'public' : 'confidential';
}

function viewRoles(
  roles: readonly RoleRepresentation[] | undefined,
  clientId: string | undefined,
): ReadonlyMap<string, Role> {
  const views = (roles ?? []).map((representation): Role => {
    const { name, id = name } = representation;
    const composites = viewComposites(representation.composites);
    return Object.freeze({ id, name, clientId, composites, representation });
  });
  return new Map(views.map((role) => [role.name, role]));
}

function viewComposites(composites: CompositesRepresentation | undefined): readonly RoleReference[] {
  const ofRealm = (composites?.realm ?? []).map((name) => ({ clientId: undefined, name }));
  const ofClients = Object.entries(composites?.client ?? {}).flatMap(([clientId, names]) =>
    names.map((name) => ({ clientId, name })),
  );
  return [...ofRealm, ...ofClients];
}
