// The members of a group and of the groups below it, searched and paged, for the console.
import type { GroupMembersWire } from '#protocol/contract/group-members.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { findGroupById } from '#protocol/realm/groups/group-tree.ts';
import type { UserQuery } from '#protocol/store/user-query.ts';
import { notFound } from '../admin-error.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { parseWords } from '../keycloak-api/user-search.ts';
import { listedUser } from './listed-user.ts';

type Request = EmulatorRequest<'GET /realms/{realm}/groups/{group}/members'>;

async function members({ store, realm, path, query }: Request): Promise<Reply> {
  const placed = findGroupById(realm.groups, path.group);
  if (placed === undefined) throw notFound('Could not find group by id');
  const { subgroups, text, first, max } = query;
  const groups: readonly UserQuery[] = [
    { groups: [placed.path] },
    ...(subgroups ? [{ groupsBelow: placed.path }] : []),
  ];
  const wanted: UserQuery = { anyOf: groups, ...parseWords(text ?? '') };
  const below = `${placed.path}/`;
  const isIncluded = (group: string): boolean =>
    group === placed.path || (subgroups && group.startsWith(below));
  const page = await store.users.search(realm.id, wanted, { first, max });
  const answer: GroupMembersWire = {
    total: await store.users.count(realm.id, wanted),
    members: page.map((user) => ({ ...listedUser(user), paths: user.groups?.filter(isIncluded) ?? [] })),
  };
  return ok(answer);
}

export const GROUP_HANDLERS: EmulatorHandlers<'groups'> = {
  'GET /realms/{realm}/groups/{group}/members': members,
};
