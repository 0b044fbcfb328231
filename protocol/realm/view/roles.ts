// A user's effective roles, and which of them a client's tokens may contain.
import type { GroupRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { groupPath } from '../groups/group-tree.ts';
import type { Client, ClientScope, Realm, Role, RoleReference } from './realm.ts';
import { remember } from './remember.ts';

/** Names of realm roles, and of client roles by clientId. */
export interface RoleSet {
  readonly realm: ReadonlySet<string>;
  readonly clients: ReadonlyMap<string, ReadonlySet<string>>;
}

interface MutableRoleSet {
  readonly realm: Set<string>;
  readonly clients: Map<string, Set<string>>;
}

export interface GroupPlace {
  readonly group: GroupRepresentation;
  readonly path: string;
  readonly parent: GroupPlace | undefined;
}

/** A role that a user has directly or, with `group`, as a member of this group or of one below it. */
interface RoleGrant {
  readonly role: RoleReference;
  readonly group: GroupPlace | undefined;
}

const effective = new WeakMap<Realm, WeakMap<StoredUser, RoleSet>>();
const inScope = new WeakMap<RoleSet, WeakMap<Client, WeakMap<readonly ClientScope[], RoleSet>>>();
const permitted = new WeakMap<RoleSet, WeakMap<readonly ClientScope[], readonly ClientScope[]>>();
const groupIndexes = new WeakMap<Realm, ReadonlyMap<string, GroupPlace>>();

/** All roles of a user: granted directly, by groups and parents, and by composites. Cached by identity. */
export function effectiveRoles(realm: Realm, user: StoredUser): RoleSet {
  const byUser = remember(effective, realm, () => new WeakMap<StoredUser, RoleSet>());
  return remember(byUser, user, () =>
    expandRoles(
      realm,
      listGrants(realm, user).map(({ role }) => role),
    ),
  );
}

/**
 * The roles that a client's tokens may contain: all with full scope, otherwise the client's own ones and
 * those that its scope mappings and the given client scopes allow. Cached by identity.
 */
export function rolesInScope(
  realm: Realm,
  roles: RoleSet,
  client: Client,
  scopes: readonly ClientScope[],
): RoleSet {
  if (client.fullScopeAllowed) return roles;
  const byClient = remember(
    inScope,
    roles,
    () => new WeakMap<Client, WeakMap<readonly ClientScope[], RoleSet>>(),
  );
  const byScopes = remember(byClient, client, () => new WeakMap<readonly ClientScope[], RoleSet>());
  return remember(byScopes, scopes, () => intersect(roles, allowedRoles(realm, client, scopes)));
}

/** Whether a user with these roles may use a scope: if the scope has roles, the user needs one of them. */
export function isScopePermitted(realm: Realm, roles: RoleSet, scope: ClientScope): boolean {
  if (scope.roles.length === 0) return true;
  const needed = expandRoles(realm, scope.roles);
  return !isEmpty(intersect(roles, needed));
}

/** The client scopes that a user with these roles may use; the same array if all. Cached by identity. */
export function permittedScopes(
  realm: Realm,
  roles: RoleSet,
  scopes: readonly ClientScope[],
): readonly ClientScope[] {
  if (scopes.every((scope) => scope.roles.length === 0)) return scopes;
  const byScopes = remember(
    permitted,
    roles,
    () => new WeakMap<readonly ClientScope[], readonly ClientScope[]>(),
  );
  return remember(byScopes, scopes, () => {
    const usable = scopes.filter((scope) => isScopePermitted(realm, roles, scope));
    return usable.length === scopes.length ? scopes : usable;
  });
}

export function hasRole(roles: RoleSet, role: RoleReference): boolean {
  const names = role.clientId === undefined ? roles.realm : roles.clients.get(role.clientId);
  return names?.has(role.name) === true;
}

/** A group by its path (`/a/b`). */
export function findGroup(realm: Realm, path: string): GroupPlace | undefined {
  return remember(groupIndexes, realm, () => indexGroups(realm.stored.groups ?? [])).get(path);
}

/** Expands composites. Unknown roles are left out; cycles are safe. */
export function expandRoles(realm: Realm, references: Iterable<RoleReference>): RoleSet {
  const result: MutableRoleSet = { realm: new Set(), clients: new Map() };
  const open = [...references];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const role = findRole(realm, next);
    if (role !== undefined && addRole(result, next)) open.push(...role.composites);
  }
  return result;
}

export function findRole(realm: Realm, { clientId, name }: RoleReference): Role | undefined {
  return clientId === undefined ? realm.realmRoles.get(name) : realm.clientRoles.get(clientId)?.get(name);
}

function addRole(roles: MutableRoleSet, { clientId, name }: RoleReference): boolean {
  const names =
    clientId === undefined ? roles.realm : remember(roles.clients, clientId, () => new Set<string>());
  if (names.has(name)) return false;
  names.add(name);
  return true;
}

/** What a user has before composites are expanded: direct roles, then those of groups and their parents. */
export function listGrants(realm: Realm, user: StoredUser): RoleGrant[] {
  const direct = [...references(user)].map((role) => ({ role, group: undefined }));
  const places = new Set<GroupPlace>();
  for (const path of user.groups ?? []) {
    for (let place = findGroup(realm, path); place !== undefined; place = place.parent) places.add(place);
  }
  const byGroups = [...places].flatMap((group) =>
    [...references(group.group)].map((role) => ({ role, group })),
  );
  return [...direct, ...byGroups];
}

function* references(holder: {
  readonly realmRoles?: readonly string[];
  readonly clientRoles?: Readonly<Record<string, readonly string[]>>;
}): Iterable<RoleReference> {
  for (const name of holder.realmRoles ?? []) yield { clientId: undefined, name };
  for (const [clientId, names] of Object.entries(holder.clientRoles ?? {})) {
    for (const name of names) yield { clientId, name };
  }
}

/**
 * The roles that a client without full scope may have in its tokens: its own, those of its scope mappings and of the
 * given client scopes, with their composites.
 */
export function allowedRoles(realm: Realm, client: Client, scopes: readonly ClientScope[]): RoleSet {
  const own = [...(realm.clientRoles.get(client.clientId)?.keys() ?? [])];
  return expandRoles(realm, [
    ...own.map((name) => ({ clientId: client.clientId, name })),
    ...client.scopeMappings,
    ...scopes.flatMap((scope) => scope.roles),
  ]);
}

function intersect(roles: RoleSet, allowed: RoleSet): RoleSet {
  const clients = new Map<string, ReadonlySet<string>>();
  for (const [clientId, names] of roles.clients) {
    const common = intersectNames(names, allowed.clients.get(clientId));
    if (common.size > 0) clients.set(clientId, common);
  }
  return { realm: intersectNames(roles.realm, allowed.realm), clients };
}

function intersectNames(
  names: ReadonlySet<string>,
  allowed: ReadonlySet<string> | undefined,
): ReadonlySet<string> {
  return new Set([...names].filter((name) => allowed?.has(name) === true));
}

function isEmpty(roles: RoleSet): boolean {
  return roles.realm.size === 0 && roles.clients.size === 0;
}

function indexGroups(groups: readonly GroupRepresentation[]): ReadonlyMap<string, GroupPlace> {
  const index = new Map<string, GroupPlace>();
  const add = (group: GroupRepresentation, parent: GroupPlace | undefined): void => {
    const path = groupPath(parent?.path ?? '', group.name);
    const place = { group, path, parent };
    index.set(path, place);
    for (const child of group.subGroups ?? []) add(child, place);
  };
  for (const group of groups) add(group, undefined);
  return index;
}
