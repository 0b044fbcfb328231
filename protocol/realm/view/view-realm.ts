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
  const { clientScopes, mappings } = viewSharedScopes(stored);
  const clients = (stored.clients ?? []).map((client) => viewSharedClient(client, clientScopes, mappings));
  const realmRoles = viewRealmRoles(stored.roles?.realm);
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
    clientRoles: viewClientRoles(stored.roles?.client),
    defaultRole: realmRoles.get(stored.defaultRole?.name ?? ''),
    stored,
  });
}

type ScopeMappings = ReturnType<typeof collectScopeMappings>;

interface Scopes {
  readonly clientScopes: ReadonlyMap<string, ClientScope>;
  readonly mappings: ScopeMappings;
}

/** What the views of client scopes follow from besides the scopes, by identity. */
interface ScopeSources {
  readonly scopeMappings: StoredRealm['scopeMappings'];
  readonly clientScopeMappings: StoredRealm['clientScopeMappings'];
}

const sharedScopes = new WeakMap<object, { readonly from: ScopeSources; readonly scopes: Scopes }>();
const sharedClients = new WeakMap<
  ClientRepresentation,
  { readonly scopes: ReadonlyMap<string, ClientScope>; readonly view: Client }
>();

/** A changed realm, and each realm cloned from it, shares the views of what it has in common with another. */
function viewSharedScopes(stored: StoredRealm): Scopes {
  const { clientScopes: list, scopeMappings, clientScopeMappings } = stored;
  const known = list && sharedScopes.get(list);
  if (
    known !== undefined &&
    known.from.scopeMappings === scopeMappings &&
    known.from.clientScopeMappings === clientScopeMappings
  )
    return known.scopes;
  const mappings = collectScopeMappings(stored);
  const views = (list ?? []).map((scope) => viewScope(scope, mappings.ofScope(scope.name)));
  const scopes = { clientScopes: new Map(views.map((scope) => [scope.name, scope])), mappings };
  // Not the realm itself, which would stay in memory as long as its scopes.
  if (list !== undefined) sharedScopes.set(list, { from: { scopeMappings, clientScopeMappings }, scopes });
  return scopes;
}

function viewSharedClient(
  client: ClientRepresentation,
  scopes: ReadonlyMap<string, ClientScope>,
  mappings: ScopeMappings,
): Client {
  const known = sharedClients.get(client);
  if (known?.scopes === scopes) return known.view;
  const view = viewClient(client, scopes, mappings.ofClient(client.clientId));
  sharedClients.set(client, { scopes, view });
  return view;
}

const NO_ROLES: ReadonlyMap<string, Role> = new Map();
const sharedRealmRoles = new WeakMap<object, ReadonlyMap<string, Role>>();
const sharedClientRoles = new WeakMap<object, ReadonlyMap<string, ReadonlyMap<string, Role>>>();

function viewRealmRoles(roles: readonly RoleRepresentation[] | undefined): ReadonlyMap<string, Role> {
  return roles === undefined
    ? NO_ROLES
    : remember(sharedRealmRoles, roles, () => viewRoles(roles, undefined));
}

function viewClientRoles(
  roles: Readonly<Record<string, readonly RoleRepresentation[]>> | undefined,
): ReadonlyMap<string, ReadonlyMap<string, Role>> {
  const owned = roles ?? {};
  return remember(
    sharedClientRoles,
    owned,
    () => new Map(Object.entries(owned).map(([clientId, list]) => [clientId, viewRoles(list, clientId)])),
  );
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
  roles: readonly RoleRepresentation[],
  clientId: string | undefined,
): ReadonlyMap<string, Role> {
  const views = roles.map((representation): Role => {
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
