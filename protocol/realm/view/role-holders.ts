// Who has a role: users and groups, directly, by groups and by composite roles.
import { allGroups } from '../groups/group-tree.ts';
import type { Realm, RoleReference } from './realm.ts';
import { remember } from './remember.ts';

/** What roles are assigned to: a user or a group. */
export interface RoleHolder {
  readonly realmRoles?: readonly string[];
  readonly clientRoles?: Readonly<Record<string, readonly string[]>>;
}

/** Says of users and groups whether they have a role in any way. Fit for all users of a large realm. */
export interface EffectiveHolders {
  includesUser(user: RoleHolder & { readonly groups?: readonly string[] }): boolean;
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

/** Finds whether roles of a holder are among the given ones, without a search for each. */
function createGrantCheck(roles: readonly RoleReference[]): (holder: RoleHolder) => boolean {
  const realmNames = new Set<string>();
  const byClient = new Map<string, Set<string>>();
  for (const { clientId, name } of roles) {
    if (clientId === undefined) realmNames.add(name);
    else remember(byClient, clientId, () => new Set<string>()).add(name);
  }
  return ({ realmRoles, clientRoles }) => {
    if (realmRoles?.some((name) => realmNames.has(name)) === true) return true;
    if (byClient.size === 0) return false;
    return Object.entries(clientRoles ?? {}).some(([clientId, names]) => {
      const wanted = byClient.get(clientId);
      return wanted !== undefined && names.some((name) => wanted.has(name));
    });
  };
}

/** Who has a role directly, by a group or its parents, or by a composite role. */
export function findEffectiveHolders(realm: Realm, role: RoleReference): EffectiveHolders {
  const isGranted = createGrantCheck(listContaining(realm, role));
  const groupIds = new Set<string | undefined>();
  const groupPaths = new Set<string>();
  for (const { group, path, parentId } of allGroups(realm.stored.groups)) {
    if (!isGranted(group) && (parentId === undefined || !groupIds.has(parentId))) continue;
    groupIds.add(group.id);
    groupPaths.add(path);
  }
  return {
    includesUser: (user) => isGranted(user) || user.groups?.some((path) => groupPaths.has(path)) === true,
    includesGroup: (path) => groupPaths.has(path),
  };
}
