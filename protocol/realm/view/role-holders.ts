// Who has a role: users and groups, directly, by groups and by composite roles.
import type { UserQuery } from '#protocol/store/user-query.ts';
import { allGroups } from '../groups/group-tree.ts';
import type { Realm, RoleReference } from './realm.ts';
import { remember } from './remember.ts';
import { findRole } from './roles.ts';

/** What roles are assigned to: a user or a group. */
export interface RoleHolder {
  readonly realmRoles?: readonly string[];
  readonly clientRoles?: Readonly<Record<string, readonly string[]>>;
}

/** Finds the users and groups that have a role in any way. */
export interface EffectiveHolders {
  /** Matches the users who have the role. */
  readonly users: UserQuery;
  /** Whether members of the group with this path get the role. */
  includesGroup(path: string): boolean;
}

function keyOf({ clientId, name }: RoleReference): string {
  return JSON.stringify([clientId ?? null, name]);
}

/** Whether the role itself is assigned to the user or the group. */
export function hasDirectly({ realmRoles, clientRoles }: RoleHolder, role: RoleReference): boolean {
  if (role.clientId === undefined) return realmRoles?.includes(role.name) === true;
  if (clientRoles === undefined || !Object.hasOwn(clientRoles, role.clientId)) return false;
  return clientRoles[role.clientId]?.includes(role.name) === true;
}

/** The role and all roles whose composites contain it, at any depth. Cycles are safe. */
function listContaining(realm: Realm, role: RoleReference): RoleReference[] {
  const containers = new Map<string, RoleReference[]>();
  for (const roles of [realm.realmRoles, ...realm.clientRoles.values()]) {
    for (const container of roles.values()) {
      for (const contained of container.composites)
        remember(containers, keyOf(contained), (): RoleReference[] => []).push(container);
    }
  }
  const found = new Map([[keyOf(role), role]]);
  // Roles that are added meanwhile are visited as well.
  for (const [key] of found) {
    for (const container of containers.get(key) ?? []) found.set(keyOf(container), container);
  }
  return [...found.values()];
}

/** Who has a role directly, by a group or its parents, or by a composite role; nobody if the realm has no such role. */
export function findEffectiveHolders(realm: Realm, role: RoleReference): EffectiveHolders {
  const roles = findRole(realm, role) === undefined ? [] : listContaining(realm, role);
  const isGranted = (group: RoleHolder): boolean => roles.some((granted) => hasDirectly(group, granted));
  const groupIds = new Set<string | undefined>();
  const groupPaths = new Set<string>();
  for (const { group, path, parentId } of allGroups(realm.stored.groups)) {
    if (!isGranted(group) && (parentId === undefined || !groupIds.has(parentId))) continue;
    groupIds.add(group.id);
    groupPaths.add(path);
  }
  return {
    users: { anyOf: [{ roles }, { groups: [...groupPaths] }] },
    includesGroup: (path) => groupPaths.has(path),
  };
}
