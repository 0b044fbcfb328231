// Groups of a realm: lists, searches, creates, moves, changes and removes them.

import type { GroupRepresentation } from '#protocol/contract/realm-representation.ts';
import { GROUP_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import {
  allGroups,
  editGroup,
  findGroupById,
  findGroupByPath,
  groupPath,
  type PlacedGroup,
  withPlaces,
} from '#protocol/realm/groups/group-tree.ts';
import { followInRealm, followInUsers } from '#protocol/realm/references/follow-references.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { badRequest, conflict, notFound } from '../admin-error.ts';
import {
  answer,
  changeRow,
  created,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  readSwitch,
  slicePage,
  viewRow,
} from '../admin-route.ts';
import { readObject } from '../members.ts';
import { readAttributeQuery } from './attribute-query.ts';

const VIEW = ['view-users', 'manage-users', 'query-groups'] as const;
const MANAGE = ['manage-users'] as const;

/** The group in the path, by its id. @throws {AdminError} 404. */
export function findGroup(request: RealmRequest): PlacedGroup {
  const placed = findGroupById(request.realm.stored.groups, parameter(request, 'group'));
  if (placed === undefined) throw notFound('Could not find group by id');
  return placed;
}

/** A group as the admin API shows it; `brief` leaves out attributes and roles. */
export function groupRepresentation(
  { group, path, parentId }: PlacedGroup,
  brief: boolean,
  children: GroupRepresentation[],
): GroupRepresentation {
  const { subGroups, attributes, realmRoles, clientRoles, ...rest } = group;
  const common = {
    ...rest,
    path,
    ...(parentId === undefined ? {} : { parentId }),
    subGroupCount: subGroups?.length ?? 0,
    subGroups: children,
  };
  return brief
    ? common
    : {
        ...common,
        attributes: attributes ?? {},
        realmRoles: realmRoles ?? [],
        clientRoles: clientRoles ?? {},
      };
}

type Show = (item: PlacedGroup, children: GroupRepresentation[]) => GroupRepresentation;

/** Shows groups as the query says: brief or not, with or without the number of groups below. */
function showAs(request: RealmRequest, brief: boolean): Show {
  const isCounted = readSwitch(request.exchange, 'subGroupsCount') !== false;
  return (item, children) => {
    const { subGroupCount, ...shown } = groupRepresentation(item, brief, children);
    return isCounted ? { ...shown, subGroupCount } : shown;
  };
}

/** The part of the tree that leads to the wanted groups. */
function hierarchy(
  placed: readonly PlacedGroup[],
  parentId: string | undefined,
  isWanted: (path: string) => boolean,
  show: Show,
): GroupRepresentation[] {
  return placed
    .filter((item) => item.parentId === parentId && isWanted(item.path))
    .map((item) => show(item, hierarchy(placed, item.group.id, isWanted, show)));
}

/** Matches names against the query's search; undefined when there is none. */
export function searchMatcher(request: RealmRequest): ((name: string) => boolean) | undefined {
  const search = request.exchange.query.get('search');
  if (search === undefined || search === '') return undefined;
  const lower = search.toLowerCase();
  return readSwitch(request.exchange, 'exact') === true
    ? (name) => name === search
    : (name) => name.toLowerCase().includes(lower);
}

/** Matches groups against the query's search and attributes; undefined when there are none. */
function groupMatcher(request: RealmRequest): ((item: PlacedGroup) => boolean) | undefined {
  const matchesName = searchMatcher(request);
  const query = request.exchange.query.get('q') ?? '';
  if (matchesName === undefined && query === '') return undefined;
  const matchesAttributes = readAttributeQuery(query);
  return ({ group }) => (matchesName?.(group.name) ?? true) && matchesAttributes(group.attributes);
}

function list(request: RealmRequest): Reply {
  const { exchange } = request;
  const show = showAs(request, readSwitch(exchange, 'briefRepresentation') !== false);
  const placed = allGroups(request.realm.stored.groups);
  const matches = groupMatcher(request);
  if (matches === undefined) {
    const top = placed.filter(({ parentId }) => parentId === undefined);
    return ok(slicePage(exchange, top).map((item) => show(item, [])));
  }
  const found = slicePage(exchange, placed.filter(matches));
  if (readSwitch(exchange, 'populateHierarchy') === false) return ok(found.map((item) => show(item, [])));
  const isWanted = (path: string): boolean =>
    found.some((item) => item.path === path || item.path.startsWith(`${path}/`));
  return ok(hierarchy(placed, undefined, isWanted, show));
}

function count(request: RealmRequest): Reply {
  const matches = searchMatcher(request) ?? (() => true);
  const topOnly = readSwitch(request.exchange, 'top') === true;
  const found = allGroups(request.realm.stored.groups).filter(
    ({ group, parentId }) => matches(group.name) && !(topOnly && parentId !== undefined),
  );
  return ok({ count: found.length });
}

function children(request: RealmRequest): Reply {
  const parent = findGroup(request);
  const matches = searchMatcher(request) ?? (() => true);
  const show = showAs(request, readSwitch(request.exchange, 'briefRepresentation') === true);
  const below = allGroups(parent.group.subGroups, parent.path, parent.group.id).filter(
    ({ group, parentId }) => parentId === parent.group.id && matches(group.name),
  );
  return ok(slicePage(request.exchange, below).map((item) => show(item, [])));
}

function checkSiblings(
  siblings: readonly GroupRepresentation[] | undefined,
  name: string,
  ownId: string | undefined,
  isTop: boolean,
): void {
  const isTaken = (siblings ?? []).some((group) => group.name === name && group.id !== ownId);
  if (isTaken)
    throw conflict(
      isTop
        ? `Top level group named '${name}' already exists.`
        : `Sibling group named '${name}' already exists.`,
    );
}

function readGroup(request: RealmRequest): GroupRepresentation {
  const input = readObject<GroupRepresentation>(request.exchange.json, GROUP_SETTINGS);
  if (input.name === undefined) throw badRequest('Group name is missing');
  return input;
}

/** A new group; roles and children have their own endpoints. */
function freshGroup({ name, description, attributes }: GroupRepresentation): GroupRepresentation {
  return {
    id: createUuid(),
    name,
    ...(description === undefined ? {} : { description }),
    attributes: attributes ?? {},
    subGroups: [],
  };
}

/** Adds a group below a parent (undefined: at the top). */
function place(realm: StoredRealm, parentId: string | undefined, group: GroupRepresentation): StoredRealm {
  if (parentId === undefined) {
    checkSiblings(realm.groups, group.name, group.id, true);
    return { ...realm, groups: [...(realm.groups ?? []), group] };
  }
  const groups = editGroup(realm.groups, parentId, (parent) => {
    checkSiblings(parent.subGroups, group.name, group.id, false);
    return { ...parent, subGroups: [...(parent.subGroups ?? []), group] };
  });
  return { ...realm, groups };
}

/** Changes the tree; references to a group that is moved, renamed or removed (`to` undefined) follow. */
async function changeTree(
  request: RealmRequest,
  change: (realm: StoredRealm) => StoredRealm,
  moved?: { readonly from: string; readonly to: string | undefined },
): Promise<void> {
  const rename =
    moved === undefined || moved.from === moved.to ? undefined : { kind: 'group' as const, ...moved };
  await request.updateRealm((realm) => {
    const changed = change(realm);
    const placed = { ...changed, groups: withPlaces(changed.groups) };
    return rename === undefined ? placed : followInRealm(placed, rename);
  });
  if (rename !== undefined) await followInUsers(request.unchecked.users, request.realm.id, rename);
}

async function move(request: RealmRequest, id: string, parent: PlacedGroup | undefined): Promise<void> {
  const moved = findGroupById(request.realm.stored.groups, id);
  if (moved === undefined) throw notFound('Could not find group by id');
  const isBelowItself =
    parent !== undefined && (parent.path === moved.path || parent.path.startsWith(`${moved.path}/`));
  if (isBelowItself) throw badRequest('A group cannot be moved below itself');
  const after = groupPath(parent?.path ?? '', moved.group.name);
  await changeTree(
    request,
    (realm) => {
      const without = { ...realm, groups: editGroup(realm.groups, id, () => undefined) };
      return place(without, parent?.group.id, moved.group);
    },
    { from: moved.path, to: after },
  );
}

async function create(request: RealmRequest): Promise<Reply> {
  const input = readGroup(request);
  if (input.id !== undefined) {
    await move(request, input.id, undefined);
    return DONE;
  }
  const group = freshGroup(input);
  await changeTree(request, (realm) => place(realm, undefined, group));
  return created(request.exchange, group.id ?? '');
}

async function createChild(request: RealmRequest): Promise<Reply> {
  const parent = findGroup(request);
  const input = readGroup(request);
  if (input.id !== undefined) {
    await move(request, input.id, parent);
    return DONE;
  }
  const group = freshGroup(input);
  await changeTree(request, (realm) => place(realm, parent.group.id, group));
  const { baseUrl } = request.exchange;
  const location = `${baseUrl}/admin/realms/${encodeURIComponent(request.realm.name)}/groups/${group.id ?? ''}`;
  const placed = { group, path: groupPath(parent.path, group.name), parentId: parent.group.id };
  return answer(201, groupRepresentation(placed, false, []), { location });
}

async function update(request: RealmRequest): Promise<Reply> {
  const before = findGroup(request);
  const input = readGroup(request);
  const id = before.group.id ?? '';
  const after = groupPath(
    before.path.slice(0, before.path.length - groupPath('', before.group.name).length),
    input.name,
  );
  const change = (realm: StoredRealm): StoredRealm => {
    const siblings =
      before.parentId === undefined
        ? realm.groups
        : findGroupById(realm.groups, before.parentId)?.group.subGroups;
    checkSiblings(siblings, input.name, id, before.parentId === undefined);
    const {
      id: _id,
      path,
      parentId,
      subGroups,
      realmRoles,
      clientRoles,
      subGroupCount,
      access,
      ...changes
    } = input;
    return { ...realm, groups: editGroup(realm.groups, id, (group) => ({ ...group, ...changes })) };
  };
  await changeTree(request, change, { from: before.path, to: after });
  return DONE;
}

async function remove(request: RealmRequest): Promise<Reply> {
  const { group, path } = findGroup(request);
  const id = group.id ?? '';
  await changeTree(request, (realm) => ({ ...realm, groups: editGroup(realm.groups, id, () => undefined) }), {
    from: path,
    to: undefined,
  });
  return DONE;
}

function byPath(request: RealmRequest): Reply {
  const path = `/${parameter(request, 'groupPath')}`;
  const placed = findGroupByPath(request.realm.stored.groups, path);
  if (placed === undefined) throw notFound('Group path does not exist');
  return ok(groupRepresentation(placed, false, []));
}

export const GROUP_ROWS: readonly RealmRow[] = [
  viewRow('/groups', VIEW, list),
  viewRow('/groups/count', VIEW, count),
  changeRow('POST', '/groups', MANAGE, 'Create group', create),
  viewRow('/groups/:group', VIEW, (request) => ok(groupRepresentation(findGroup(request), false, []))),
  changeRow('PUT', '/groups/:group', MANAGE, 'Change group', update),
  changeRow('DELETE', '/groups/:group', MANAGE, 'Remove group', remove),
  viewRow('/groups/:group/children', VIEW, children),
  changeRow('POST', '/groups/:group/children', MANAGE, 'Create group', createChild),
  viewRow('/group-by-path/*groupPath', VIEW, byPath),
];
