// The members of a group and of the groups below it, searched and paged, for the console.
import type { GroupMembersWire } from '#protocol/contract/group-members.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { findGroupById } from '#protocol/realm/groups/group-tree.ts';
import { notFound } from '../admin-error.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { textFilter } from '../keycloak-api/user-search.ts';
import { listedUser } from './listed-user.ts';

type Request = EmulatorRequest<'GET /realms/{realm}/groups/{group}/members'>;

async function members({ store, realm, path, query }: Request): Promise<Reply> {
  const placed = findGroupById(realm.groups, path.group);
  if (placed === undefined) throw notFound('Could not find group by id');
  const below = `${placed.path}/`;
  const isIncluded = (group: string): boolean =>
    group === placed.path || (query.subgroups && group.startsWith(below));
  const matchesText = textFilter(query.text ?? '');
  const found = (await store.users.list(realm.id)).flatMap((user) => {
    const paths = user.groups?.filter(isIncluded) ?? [];
    return paths.length > 0 && matchesText(user) ? [{ user, paths }] : [];
  });
  const page = found
    // Usernames are in lower case. Comparing by locale takes seconds for 50,000 members.
    .sort((one, other) => (one.user.username < other.user.username ? -1 : 1))
    .slice(query.first, query.first + query.max);
  const answer: GroupMembersWire = {
    total: found.length,
    members: page.map(({ user, paths }) => ({ ...listedUser(user), paths })),
  };
  return ok(answer);
}

export const GROUP_HANDLERS: EmulatorHandlers<'groups'> = {
  'GET /realms/{realm}/groups/{group}/members': members,
};
