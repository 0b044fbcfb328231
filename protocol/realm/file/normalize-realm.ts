// Fills in a realm file as Keycloak's import does: defaults, built-in clients and roles, service accounts.
import type { Clock } from '#protocol/clock.ts';
import type {
  ClientRepresentation,
  ClientScopeRepresentation,
  ComponentRepresentation,
  GroupRepresentation,
  RealmRepresentation,
  RoleRepresentation,
  ScopeMappingRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { checkValue, type SettingFault, tidyValue } from '#protocol/contract/settings/check-value.ts';
import { REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import { USER_SETTINGS } from '#protocol/contract/settings/user.ts';
import { objectOf, type ValueType } from '#protocol/contract/settings/value-type.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { inSlices, runAtOnce, type Sliced } from '#protocol/store/sliced.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { SERVER_FORMATS } from '../clients/server-formats.ts';
import { withPlaces } from '../groups/group-tree.ts';
import { MAX_BACKGROUND_PASSWORDS } from '../users/password-upgrades.ts';
import { serviceAccountName } from '../users/service-account.ts';
import {
  builtInClientScopes,
  DEFAULT_SCOPES,
  OPTIONAL_SCOPES,
  offlineAccessScope,
} from './built-in/client-scopes.ts';
import { builtInClients } from './built-in/clients.ts';
import {
  accountRoles,
  BUILT_IN_DEFAULT_ROLES,
  brokerRoles,
  builtInDefaultRole,
  builtInRealmRoles,
  managementRoles,
} from './built-in/roles.ts';
import { checkDistinct, distinct } from './distinct.ts';
import { type DefaultRoles, readEarlierDefaultRoles, withDefaultRoles } from './earlier-default-roles.ts';
import { createPathReader, withGroupPaths } from './group-paths.ts';
import { migrateRealm } from './migrations.ts';
import { checkComposites, checkRoleOwners, listNamedRoles, unknownOwner } from './named-roles.ts';
import { normalizeClient, withIds } from './normalize-client.ts';
import { normalizeUser } from './normalize-user.ts';
import { readOldForms, readOldUser } from './old-forms.ts';
import { hashKeptPasswords, listPlainPasswords, type PlainPassword } from './plain-passwords.ts';
import { REALM_DEFAULTS } from './realm-defaults.ts';
import { RealmFileError } from './realm-file-error.ts';
import { checkConsents } from './user-consents.ts';

/** A realm ready to be stored. */
export interface NormalizedRealm {
  readonly realm: StoredRealm;
  readonly users: StoredUser[];
  /** Plain passwords to hash at full cost; empty if more than {@link MAX_BACKGROUND_PASSWORDS}. */
  readonly passwords: readonly PlainPassword[];
}

const REALM_TYPE = objectOf(() => REALM_SETTINGS, 'realm');
const USER_TYPE = objectOf(() => USER_SETTINGS, 'username');
const CHECK = { mode: 'file', formats: SERVER_FORMATS } as const;

/**
 * Fills in what a realm file leaves out, as Keycloak 26 does on import; unknown members are kept. The users
 * are returned separately. Time is linear in the number of users. `complete` may add to the checked file.
 * @throws {RealmFileError} naming the member that has the wrong type, is missing or is a duplicate.
 */
export function normalizeRealm(
  file: RealmRepresentation,
  clock: Clock,
  complete?: (checked: RealmRepresentation) => RealmRepresentation,
): NormalizedRealm {
  return runAtOnce(normalizeInSlices(file, clock, { ...(complete === undefined ? {} : { complete }) }));
}

interface NormalizeChoices {
  readonly complete?: (checked: RealmRepresentation) => RealmRepresentation;
  /** Called with the number of users that are ready so far. */
  readonly done?: (users: number) => void;
}

/** The same, for files with many users. */
export function* normalizeInSlices(
  file: RealmRepresentation,
  clock: Clock,
  { complete = (checked) => checked, done }: NormalizeChoices = {},
): Sliced<NormalizedRealm> {
  const checked = complete(yield* readChecked(file));
  checkRealmName(checked.realm);
  const { users: fileUsers = [], ...members } = checked;
  const realm = migrateRealm(normalizeSettings({ ...members, id: file.id || createUuid() }, fileUsers));
  yield;
  const readPath = createPathReader(realm.groups);
  const users: StoredUser[] = [];
  const add = (user: UserRepresentation): void => {
    users.push(normalizeUser(realm, withGroupPaths(user, readPath), clock, { grantDefaultRole: false }));
  };
  yield* inSlices(fileUsers, add, done);
  const passwords = listPlainPasswords(fileUsers, users, MAX_BACKGROUND_PASSWORDS);
  users.push(...missingServiceAccounts(realm, users, clock));
  yield* checkUsers(realm, users);
  checkConsents(realm, fileUsers);
  return { realm, users, passwords };
}

/** The file with its old forms read and its values converted. @throws {RealmFileError} */
function* readChecked(file: RealmRepresentation): Sliced<RealmRepresentation> {
  const current = readOldForms(file);
  const users: unknown = current?.users;
  if (!Array.isArray(users)) return takeChecked(current, REALM_TYPE, '');
  const { users: _checkedBelow, ...members } = current;
  const realm = takeChecked<RealmRepresentation>(members, REALM_TYPE, '');
  const checked: UserRepresentation[] = [];
  const check = (user: UserRepresentation | null, index: number): void => {
    const path = `users[${index}]`;
    if (user === null) throw invalidMember({ path, problem: 'must be something other than null' });
    checked.push(takeChecked(readOldUser(user), USER_TYPE, path));
  };
  yield* inSlices(users, check);
  return { ...realm, users: checked };
}

/** The value at a path of the file, converted to its type. @throws {RealmFileError} */
function takeChecked<Value>(value: Value, type: ValueType, path: string): Value {
  const { fault, isUntidy } = checkValue(value, type, CHECK);
  if (fault !== undefined)
    throw invalidMember({ ...fault, path: [path, fault.path].filter((part) => part !== '').join('.') });
  return isUntidy ? (tidyValue(value, type) as Value) : value;
}

function invalidMember(fault: Pick<SettingFault, 'path' | 'problem'>): RealmFileError {
  return new RealmFileError(fault.path, fault.problem, remedyFor(fault));
}

function remedyFor({ path, problem }: Pick<SettingFault, 'path' | 'problem'>): string {
  return problem === 'is missing'
    ? `Give it a ${path.slice(path.lastIndexOf('.') + 1)}.`
    : "Write it as Keycloak's export does, or leave it out.";
}

function checkRealmName(name: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a path segment must not contain control characters
  if (!/[/\\?#%;\x00-\x1f\x7f]/.test(name) && name !== '.' && name !== '..' && name.trim() === name) return;
  throw new RealmFileError(
    'realm',
    'contains a character that a URL cannot contain',
    'Use letters, digits, hyphens and underscores.',
  );
}

function normalizeSettings(given: StoredRealm, users: readonly UserRepresentation[]): StoredRealm {
  const withScopes = { ...given, ...normalizeScopes(given) };
  const clients = normalizeClients(withScopes);
  const clientIds = new Set(clients.map(({ clientId }) => clientId));
  // The clients that manage the realms are added to master later.
  const isManagement = (id: string): boolean => given.realm === 'master' && id.endsWith('-realm');
  checkRoleOwners(given, users, (id) => clientIds.has(id) || isManagement(id));
  const { roles, defaultRole } = normalizeRoles(given, clients, users);
  const groups = given.groups && withPlaces(given.groups.map(normalizeGroup));
  return {
    ...REALM_DEFAULTS,
    ...withScopes,
    enabled: given.enabled ?? true,
    sslRequired: given.sslRequired?.toLowerCase() ?? 'external',
    clients,
    roles,
    defaultRole,
    ...(groups === undefined ? {} : { groups }),
    ...(given.defaultGroups === undefined
      ? {}
      : { defaultGroups: given.defaultGroups.map(createPathReader(groups)) }),
    ...(given.components === undefined ? {} : { components: normalizeComponents(given.components) }),
    ...normalizeScopeMappings(given),
    ...(Array.isArray(given['federatedUsers'])
      ? { federatedUsers: given['federatedUsers'].map(hashKeptPasswords) }
      : {}),
    attributes: given.attributes ?? {},
  };
}

function normalizeComponents(
  components: Readonly<Record<string, ComponentRepresentation[]>>,
): Record<string, ComponentRepresentation[]> {
  const withId = (component: ComponentRepresentation): ComponentRepresentation => ({
    ...component,
    id: component.id ?? createUuid(),
  });
  return Object.fromEntries(Object.entries(components).map(([type, list]) => [type, list.map(withId)]));
}

function normalizeScopes(given: StoredRealm): Partial<StoredRealm> {
  const listed = given.clientScopes?.map(normalizeScope);
  // Compat: a file that lists client scopes gets only offline_access of the built-in ones.
  const clientScopes = listed ?? builtInClientScopes();
  if (!clientScopes.some((scope) => scope.name === 'offline_access')) clientScopes.push(offlineAccessScope());
  checkDistinct(clientScopes, 'clientScopes', 'name');
  return {
    clientScopes,
    defaultDefaultClientScopes:
      given.defaultDefaultClientScopes ?? (listed === undefined ? [...DEFAULT_SCOPES] : []),
    defaultOptionalClientScopes:
      given.defaultOptionalClientScopes ?? (listed === undefined ? [...OPTIONAL_SCOPES] : ['offline_access']),
  };
}

function normalizeScope(scope: ClientScopeRepresentation): ClientScopeRepresentation {
  const protocol = scope.protocol ?? 'openid-connect';
  return {
    ...scope,
    id: scope.id ?? createUuid(),
    protocol,
    attributes: scope.attributes ?? {},
    protocolMappers: withIds(scope.protocolMappers, protocol),
  };
}

function normalizeClients(realm: StoredRealm): ClientRepresentation[] {
  const given = realm.clients ?? [];
  checkDistinct(given, 'clients', 'clientId');
  const known = new Set(given.map((client) => client.clientId));
  const added = builtInClients(realm.realm).filter((client) => !known.has(client.clientId));
  const clients = [...given, ...added].map((client) => normalizeClient(realm, client, 'file'));
  checkDistinct(clients, 'clients', 'id');
  return clients;
}

function normalizeRoles(
  given: StoredRealm,
  clients: readonly ClientRepresentation[],
  users: readonly UserRepresentation[],
) {
  const realmId = given.id;
  const named = listNamedRoles(given, users);
  const earlier = readEarlierDefaultRoles(given);
  const fresh = builtInDefaultRole(given.realm);
  const defined = withMissingRoles(given.roles?.realm ?? [], builtInRealmRoles());
  checkDistinct(defined, 'roles.realm', 'name');
  const name = given.defaultRole?.name ?? fresh.name;
  const inRealm = withMissingRoles(
    defined,
    [...named.realm, ...earlier.realm].filter((each) => each !== name).map((each) => ({ name: each })),
  ).map((role) => normalizeRole(role, realmId, false));
  const present = inRealm.find((role) => role.name === name);
  // Compat: only `roles.realm` says what an existing default role contains.
  const made = given.defaultRole === undefined ? fresh : { ...fresh, ...given.defaultRole, composites: {} };
  const defaultRole = withDefaultRoles(
    withDefaultRoles(present ?? normalizeRole(made, realmId, false), rolesOfImport(given)),
    earlier,
  );
  const realm = [...inRealm.filter((role) => role.name !== name), defaultRole];
  const { composites: _contained, ...reference } = defaultRole;
  const ofClients = normalizeClientRoles(given, clients, [named.client, earlier.client]);
  checkComposites(realm, ofClients, given.realm === 'master');
  return { roles: { ...given.roles, realm, client: ofClients }, defaultRole: reference };
}

/** Compat: built-in roles that the import creates are put into the default role. */
function rolesOfImport({ roles, clients = [] }: StoredRealm): DefaultRoles {
  const names = new Set(roles?.realm?.map(({ name }) => name));
  const hasAccount = clients.some(({ clientId }) => clientId === 'account');
  return {
    realm: BUILT_IN_DEFAULT_ROLES.realm.filter((name) => !names.has(name)),
    client: new Map(hasAccount ? [] : [['account', BUILT_IN_DEFAULT_ROLES.account]]),
  };
}

function normalizeClientRoles(
  given: StoredRealm,
  clients: readonly ClientRepresentation[],
  named: readonly ReadonlyMap<string, Iterable<string>>[],
): Record<string, RoleRepresentation[]> {
  const builtIn = new Map([
    ['account', accountRoles()],
    ['broker', brokerRoles()],
    ['realm-management', given.realm === 'master' ? [] : managementRoles('realm-management', true)],
  ]);
  const listed = new Map(Object.entries(given.roles?.client ?? {}));
  const byClient = new Map<string, RoleRepresentation[]>();
  for (const { clientId, id = '' } of clients) {
    const defined = withMissingRoles(listed.get(clientId) ?? [], builtIn.get(clientId) ?? []);
    const roles = withMissingRoles(
      defined,
      [...new Set(named.flatMap((byClient) => [...(byClient.get(clientId) ?? [])]))].map((name) => ({
        name,
      })),
    );
    listed.delete(clientId);
    if (roles.length > 0)
      byClient.set(
        clientId,
        roles.map((role) => normalizeRole(role, id, true)),
      );
  }
  for (const clientId of listed.keys()) throw unknownOwner('roles.client', clientId);
  return Object.fromEntries(byClient);
}

export function withMissingRoles(
  listed: readonly RoleRepresentation[],
  wanted: readonly RoleRepresentation[],
): RoleRepresentation[] {
  const names = new Set(listed.map((role) => role.name));
  return [...listed, ...wanted.filter((role) => !names.has(role.name))];
}

function normalizeRole(
  role: RoleRepresentation,
  containerId: string,
  clientRole: boolean,
): RoleRepresentation {
  return {
    ...role,
    id: role.id ?? createUuid(),
    composite: role.composites !== undefined,
    clientRole,
    containerId,
    attributes: role.attributes ?? {},
  };
}

function normalizeGroup(group: GroupRepresentation): GroupRepresentation {
  return {
    ...group,
    id: group.id ?? createUuid(),
    subGroups: (group.subGroups ?? []).map(normalizeGroup),
    attributes: group.attributes ?? {},
    realmRoles: group.realmRoles ?? [],
    clientRoles: group.clientRoles ?? {},
  };
}

function normalizeScopeMappings(given: StoredRealm): Partial<StoredRealm> {
  const scopeMappings = [...(given.scopeMappings ?? [])];
  const addMissing = (list: ScopeMappingRepresentation[], mapping: ScopeMappingRepresentation): void => {
    const same = (other: ScopeMappingRepresentation): boolean =>
      other.client === mapping.client && other.clientScope === mapping.clientScope;
    if (!list.some(same)) list.push(mapping);
  };
  addMissing(scopeMappings, { clientScope: 'offline_access', roles: ['offline_access'] });
  const ofAccount = [...(given.clientScopeMappings?.['account'] ?? [])];
  addMissing(ofAccount, { client: 'account-console', roles: ['manage-account', 'view-groups'] });
  return { scopeMappings, clientScopeMappings: { ...given.clientScopeMappings, account: ofAccount } };
}

function missingServiceAccounts(
  realm: StoredRealm,
  users: readonly StoredUser[],
  clock: Clock,
): StoredUser[] {
  const enabled = (realm.clients ?? []).filter((client) => client.serviceAccountsEnabled === true);
  if (enabled.length === 0) return [];
  const present = new Set(users.map((user) => user.serviceAccountClientId));
  const taken = new Set(users.map((user) => user.username));
  const added: StoredUser[] = [];
  for (const { clientId } of enabled) {
    const username = serviceAccountName(clientId);
    // As in the admin API, a user who has the name already keeps it.
    if (present.has(clientId) || taken.has(username)) continue;
    taken.add(username);
    const account = { username, serviceAccountClientId: clientId };
    added.push(normalizeUser(realm, account, clock, { grantDefaultRole: true }));
  }
  return added;
}

function* checkUsers(realm: StoredRealm, users: readonly StoredUser[]): Sliced<void> {
  yield* distinct(users, 'users', 'id');
  yield* distinct(users, 'users', 'username');
  if (realm.duplicateEmailsAllowed !== true) yield* distinct(users, 'users', 'email');
}
