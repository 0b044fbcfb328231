// The roles of a realm and its clients in one list, effective roles with where they come from, and who has a role.
import { readableRoleDescription } from '#protocol/contract/role-description.ts';
import type {
  EffectiveRoleWire,
  RoleGroupsWire,
  RoleGroupWire,
  RolePathWire,
  RolesPageWire,
  RoleUsersWire,
  RoleUserWire,
  RoleWire,
} from '#protocol/contract/roles.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { isBuiltInRole } from '#protocol/realm/file/built-in/roles.ts';
import { allGroups, findGroupById, type PlacedGroup } from '#protocol/realm/groups/group-tree.ts';
import type { Realm, Role } from '#protocol/realm/view/realm.ts';
import { findEffectiveHolders, hasDirectly, type RoleHolder } from '#protocol/realm/view/role-holders.ts';
import { type ExplainedRole, explainRoles } from '#protocol/realm/view/role-origins.ts';
import { findPaths, nameRole } from '#protocol/realm/view/role-paths.ts';
import { expandRoles, hasRole } from '#protocol/realm/view/roles.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { UserQuery } from '#protocol/store/user-query.ts';
import { badRequest, notFound } from '../admin-error.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { allRoles, rolesOfOwner } from '../keycloak-api/role-lookup.ts';
import { parseWords } from '../keycloak-api/user-search.ts';
import { listedUser } from './listed-user.ts';

type Listing = EmulatorRequest<'GET /realms/{realm}/roles'>;
type UserListing = EmulatorRequest<'GET /realms/{realm}/roles/{role}/users'>;
type GroupListing = EmulatorRequest<'GET /realms/{realm}/roles/{role}/groups'>;

function describeRoles(realm: Realm): (role: Role) => RoleWire {
  const defaults = expandRoles(realm, realm.defaultRole?.composites ?? []);
  return (role) => {
    const { description } = role.representation;
    const clientUuid = role.clientId === undefined ? undefined : realm.clients.get(role.clientId)?.id;
    return {
      ...nameRole(realm, role),
      id: role.id,
      ...(clientUuid === undefined ? {} : { clientUuid }),
      ...(description === undefined ? {} : { description }),
      composite: role.composites.length > 0,
      ...(hasRole(defaults, role) ? { isInDefault: true } : {}),
      ...(isBuiltInRole(realm.name, role) ? { isBuiltIn: true } : {}),
    };
  };
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Realm roles first, then by clientId and name. */
function compareRoles(one: Role, other: Role): number {
  return compareText(one.clientId ?? '', other.clientId ?? '') || compareText(one.name, other.name);
}

/** Whether every word is part of the text. */
function hasWords(text: string): (searched: string) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (searched) => {
    const lower = searched.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}

function rolesOfListing(realm: Realm, { query: { client } }: Listing): Role[] {
  if (client === undefined) return allRoles(realm);
  if (!realm.clients.has(client)) throw badRequest('client must be the clientId of a client of the realm');
  return rolesOfOwner(realm, client);
}

function list(request: Listing): Reply {
  const { kind, text, first, max } = request.query;
  const realm = viewRealm(request.realm);
  const matches = hasWords(text);
  const found = rolesOfListing(realm, request)
    .filter(({ clientId }) => kind === undefined || (kind === 'realm') === (clientId === undefined))
    .filter(({ name, clientId = '', representation: { description = '' } }) =>
      matches(`${name} ${clientId} ${readableRoleDescription(description)}`),
    )
    .sort(compareRoles);
  const page: RolesPageWire = {
    total: found.length,
    roles: found.slice(first, first + max).map(describeRoles(realm)),
  };
  return ok(page);
}

/** A user without a name that has what a group or a composite role has. */
function assumedUser(holder: RoleHolder, groups: string[]): StoredUser {
  const { realmRoles = [], clientRoles = {} } = holder;
  const lists = Object.entries(clientRoles).map(([clientId, names]) => [clientId, [...names]]);
  return {
    id: '',
    username: '',
    realmRoles: [...realmRoles],
    clientRoles: Object.fromEntries(lists),
    groups,
  };
}

/** Roles of a group itself are direct; those of its parents come from the parents. */
function assumeGroup({ group, parentId }: PlacedGroup, realm: Realm): StoredUser {
  const parent = parentId === undefined ? undefined : findGroupById(realm.stored.groups, parentId);
  return assumedUser(group, parent === undefined ? [] : [parent.path]);
}

function assumeRole({ composites }: Role): StoredUser {
  const clientRoles = new Map<string, string[]>();
  for (const { clientId, name } of composites) {
    if (clientId !== undefined) clientRoles.set(clientId, [...(clientRoles.get(clientId) ?? []), name]);
  }
  const realmRoles = composites.flatMap(({ clientId, name }) => (clientId === undefined ? [name] : []));
  return assumedUser({ realmRoles, clientRoles: Object.fromEntries(clientRoles) }, []);
}

function explain(realm: Realm, user: StoredUser): ReadonlyMap<Role, ExplainedRole> {
  return new Map(explainRoles(realm, user).map((each) => [each.role, each]));
}

function effectiveWire(realm: Realm, user: StoredUser, omitted?: Role): EffectiveRoleWire[] {
  const explained = explain(realm, user);
  const describe = describeRoles(realm);
  return [...explained.keys()]
    .filter((role) => role !== omitted)
    .sort(compareRoles)
    .map((role) => ({
      ...describe(role),
      direct: hasDirectly(user, role),
      paths: findPaths(realm, role, explained),
    }));
}

/** How the user has one role. */
function pathsOf(realm: Realm, role: Role, user: StoredUser): RolePathWire[] {
  return findPaths(realm, role, explain(realm, user));
}

async function rolesOfUser({
  realm,
  store,
  path,
}: EmulatorRequest<'GET /realms/{realm}/users/{user}/effective-roles'>): Promise<Reply> {
  const user = await store.users.find(realm.id, path.user);
  if (user === undefined) throw notFound('User not found');
  return ok(effectiveWire(viewRealm(realm), user));
}

function rolesOfGroup({
  realm,
  path,
}: EmulatorRequest<'GET /realms/{realm}/groups/{group}/effective-roles'>): Reply {
  const placed = findGroupById(realm.groups, path.group);
  if (placed === undefined) throw notFound('Could not find group by id');
  const view = viewRealm(realm);
  return ok(effectiveWire(view, assumeGroup(placed, view)));
}

function findRoleById(realm: Realm, id: string): Role {
  const role = allRoles(realm).find((candidate) => candidate.id === id);
  if (role === undefined) throw notFound('Could not find role with id');
  return role;
}

function readRole({ realm: stored, path }: EmulatorRequest<'GET /realms/{realm}/roles/{role}'>): Reply {
  const realm = viewRealm(stored);
  return ok(describeRoles(realm)(findRoleById(realm, path.role)));
}

function rolesOfRole({
  realm: stored,
  path,
}: EmulatorRequest<'GET /realms/{realm}/roles/{role}/effective-roles'>): Reply {
  const realm = viewRealm(stored);
  const role = findRoleById(realm, path.role);
  return ok(effectiveWire(realm, assumeRole(role), role));
}

function userWire(realm: Realm, role: Role, user: StoredUser): RoleUserWire {
  const { serviceAccountClientId } = user;
  return {
    ...listedUser(user),
    ...(serviceAccountClientId === undefined ? {} : { serviceAccountClientId }),
    direct: hasDirectly(user, role),
    paths: pathsOf(realm, role, user),
  };
}

function holdersOf(realm: Realm, role: Role, kind: UserListing['query']['kind']): UserQuery {
  if (kind === 'effective') return findEffectiveHolders(realm, role).users;
  const direct: UserQuery = { roles: [{ clientId: role.clientId, name: role.name }] };
  return kind === 'direct' ? direct : { not: direct };
}

async function listUsers({ realm: stored, store, path, query }: UserListing): Promise<Reply> {
  const realm = viewRealm(stored);
  const role = findRoleById(realm, path.role);
  const { kind, text, first, max } = query;
  const wanted: UserQuery = { ...holdersOf(realm, role, kind), ...parseWords(text) };
  const found = await store.users.search(realm.id, wanted, { first, max });
  const page: RoleUsersWire = {
    total: await store.users.count(realm.id, wanted),
    users: found.map((user) => userWire(realm, role, user)),
  };
  return ok(page);
}

function groupWire(realm: Realm, role: Role, placed: PlacedGroup): RoleGroupWire {
  const { group, path } = placed;
  return {
    id: group.id ?? '',
    name: group.name,
    path,
    direct: hasDirectly(group, role),
    paths: pathsOf(realm, role, assumeGroup(placed, realm)),
  };
}

function listGroups({ realm: stored, path, query }: GroupListing): Reply {
  const realm = viewRealm(stored);
  const role = findRoleById(realm, path.role);
  const { kind, text, first, max } = query;
  const holders = findEffectiveHolders(realm, role);
  const matches = hasWords(text);
  const found = allGroups(realm.stored.groups).filter((placed) => {
    const fits =
      kind === 'effective'
        ? holders.includesGroup(placed.path)
        : hasDirectly(placed.group, role) === (kind === 'direct');
    return fits && matches(placed.path);
  });
  const page: RoleGroupsWire = {
    total: found.length,
    groups: found.slice(first, first + max).map((placed) => groupWire(realm, role, placed)),
  };
  return ok(page);
}

export const ROLE_HANDLERS: EmulatorHandlers<'roles'> = {
  'GET /realms/{realm}/roles': list,
  'GET /realms/{realm}/roles/{role}': readRole,
  'GET /realms/{realm}/users/{user}/effective-roles': rolesOfUser,
  'GET /realms/{realm}/groups/{group}/effective-roles': rolesOfGroup,
  'GET /realms/{realm}/roles/{role}/effective-roles': rolesOfRole,
  'GET /realms/{realm}/roles/{role}/users': listUsers,
  'GET /realms/{realm}/roles/{role}/groups': listGroups,
};
