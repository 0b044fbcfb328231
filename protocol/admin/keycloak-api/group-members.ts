// Members of groups, and the default groups of new users.
import type { Reply } from '#protocol/http/exchange.ts';
import { allGroups, findGroupById, type PlacedGroup } from '#protocol/realm/groups/group-tree.ts';
import { notFound } from '../admin-error.ts';
import {
  changeRow,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  readPage,
  readSwitch,
  slicePage,
  viewRow,
} from '../admin-route.ts';
import { findGroup, groupRepresentation, searchMatcher } from './groups.ts';
import { userRepresentations } from './user-representation.ts';
import { findUser, updateUser } from './users.ts';

const MANAGE = ['manage-users'] as const;
const DEFAULT_MAX = 100;

async function members(request: RealmRequest): Promise<Reply> {
  const { exchange, realm, store } = request;
  const query = { groups: [findGroup(request).path] };
  const found = await store.users.search(realm.id, query, readPage(exchange, DEFAULT_MAX));
  return ok(userRepresentations(request, found));
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
  viewRow('/groups/:group/members', ['view-users', 'manage-users'], members),
  viewRow('/default-groups', ['view-realm', 'manage-realm'], defaults),
  changeRow('PUT', '/default-groups/:group', ['manage-realm'], 'Add default group', (request) =>
    changeDefault(request, true),
  ),
  changeRow('DELETE', '/default-groups/:group', ['manage-realm'], 'Remove default group', (request) =>
    changeDefault(request, false),
  ),
  viewRow('/users/:user/groups', ['view-users', 'manage-users'], listOfUser),
  viewRow('/users/:user/groups/count', ['view-users', 'manage-users'], async (request) =>
    ok({ count: (await groupsOfUser(request)).length }),
  ),
  changeRow('PUT', '/users/:user/groups/:group', MANAGE, 'Add user to group', (request) =>
    changeMembership(request, true),
  ),
  changeRow('DELETE', '/users/:user/groups/:group', MANAGE, 'Remove user from group', (request) =>
    changeMembership(request, false),
  ),
];
