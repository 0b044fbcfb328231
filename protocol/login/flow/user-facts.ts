// Attributes and roles of users as conditions read them.
import { allGroups } from '#protocol/realm/groups/group-tree.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { effectiveRoles } from '#protocol/realm/view/roles.ts';
import type { StoredUser } from '#protocol/store/store.ts';

/** Attributes that are members of a user. */
const MEMBERS = ['username', 'email', 'firstName', 'lastName'] as const;

/** The values of an attribute of the user and, with `withGroups`, of the user's groups and those above them. */
export function userAttributes(
  realm: Realm,
  user: StoredUser,
  name: string,
  withGroups = false,
): readonly string[] {
  const member = MEMBERS.find((each) => each === name);
  const own = member === undefined ? (user.attributes?.[name] ?? []) : [user[member] ?? ''];
  return withGroups ? [...own, ...groupAttributes(realm, user, name)] : own;
}

function groupAttributes(realm: Realm, user: StoredUser, name: string): readonly string[] {
  const paths = user.groups ?? [];
  return allGroups(realm.stored.groups)
    .filter(({ path }) => paths.some((own) => own === path || own.startsWith(`${path}/`)))
    .flatMap(({ group }) => group.attributes?.[name] ?? []);
}

/** By name; a client role is `client.role`, and both names may contain dots. */
export function hasRole(realm: Realm, user: StoredUser, name: string): boolean {
  const roles = effectiveRoles(realm, user);
  if (roles.realm.has(name)) return true;
  return [...roles.clients].some(
    ([clientId, names]) => name.startsWith(`${clientId}.`) && names.has(name.slice(clientId.length + 1)),
  );
}
