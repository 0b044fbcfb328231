// Members of groups, and the default groups of new users.
import type { Reply } from '#protocol/http/exchange.ts';
import { notFound } from '../admin-error.ts';
import {
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  readSwitch,
  slicePage,
} from '../admin-route.ts';
import { allGroups, findGroupById, type PlacedGroup } from './group-tree.ts';
import { findGroup, groupRepresentation, searchMatcher } from './groups.ts';
import { userRepresentations } from './user-representation.ts';
import { findUser, updateUser } from './users.ts';

const MANAGE = ['manage-users'] as const;
const DEFAULT_MAX = 100;

async function members(request: RealmRequest): Promise<Reply> {
  const { path } = findGroup(request);
  const users = await request.store.users.list(request.realm.id);
  const found = users.filter(({ groups }) => groups?.includes(path));
  return ok(userRepresentations(request, slicePage(request.exchange, found, DEFAULT_MAX)));
}

async function groupsOfUser(request: RealmRequest): Promise<PlacedGroup[]> {
  const { groups } = await findUser(request);
  const matches = searchMatcher(request) ?? (() => true);
  return allGroups(request.realm.stored.groups).filter(
    ({ group, path }) => groups?.includes(path) && matches(group.name),
  );
}

async function listOfUser(request: RealmRequest): Promise<Reply> {
  const page = slicePage(request.exchange, await groupsOfUser(request));
  const brief = readSwitch(request.exchange, 'briefRepresentation') !== false;
  return ok(page.map((placed) => groupRepresentation(placed, brief, [])));
}

async function changeMembership(request: RealmRequest, isMember: boolean): Promise<Reply> {
  await findUser(request);
  const placed = findGroupById(request.realm.stored.groups, parameter(request, 'group'));
  if (placed === undefined) throw notFound('Group not found');
  await updateUser(request, (user) => {
    const others = (user.groups ?? []).filter((path) => path !== placed.path);
    return { ...user, groups: isMember ? [...others, placed.path] : others };
  });
  return DONE;
}

async function changeDefault(request: RealmRequest, isDefault: boolean): Promise<Reply> {
  const { path } = findGroup(request);
  await request.updateRealm((realm) => {
    const others = (realm.defaultGroups ?? []).filter((item) => item !== path);
    return { ...realm, defaultGroups: isDefault ? [...others, path] : others };
  });
  return DONE;
}

function defaults(request: RealmRequest): Reply {
  const { groups, defaultGroups } = request.realm.stored;
  return ok(
    allGroups(groups)
      .filter(({ path }) => defaultGroups?.includes(path))
      .map((placed) => groupRepresentation(placed, true, [])),
  );
}

export const GROUP_MEMBER_ROWS: readonly RealmRow[] = [
  { method: 'GET', path: '/groups/:group/members', needs: ['view-users', 'manage-users'], handle: members },
  { method: 'GET', path: '/default-groups', needs: ['view-realm', 'manage-realm'], handle: defaults },
  {
    method: 'PUT',
    path: '/default-groups/:group',
    needs: ['manage-realm'],
    title: 'Add default group',
    handle: (request) => changeDefault(request, true),
  },
  {
    method: 'DELETE',
    path: '/default-groups/:group',
    needs: ['manage-realm'],
    title: 'Remove default group',
    handle: (request) => changeDefault(request, false),
  },
  { method: 'GET', path: '/users/:user/groups', needs: ['view-users', 'manage-users'], handle: listOfUser },
  {
    method: 'GET',
    path: '/users/:user/groups/count',
    needs: ['view-users', 'manage-users'],
    handle: async (request) => ok({ count: (await groupsOfUser(request)).length }),
  },
  {
    method: 'PUT',
    path: '/users/:user/groups/:group',
    needs: MANAGE,
    title: 'Add user to group',
    handle: (request) => changeMembership(request, true),
  },
  {
    method: 'DELETE',
    path: '/users/:user/groups/:group',
    needs: MANAGE,
    title: 'Remove user from group',
    handle: (request) => changeMembership(request, false),
  },
];
