// Where each effective role of a user comes from: a direct grant, a group, a composite role.
import type { StoredUser } from '#protocol/store/store.ts';
import type { Realm, Role } from './realm.ts';
import { effectiveRoles, findRole, type GroupPlace, listGrants, type RoleSet } from './roles.ts';

/** One way to a role. `within`: the effective role whose composites contain it. */
export type RoleOrigin =
  | { readonly kind: 'direct' }
  | { readonly kind: 'group'; readonly group: GroupPlace }
  | { readonly kind: 'composite'; readonly within: Role };

/** An effective role with every way to it, never none. */
export interface ExplainedRole {
  readonly role: Role;
  readonly origins: readonly RoleOrigin[];
}

/** All roles that `effectiveRoles` gives the user, and why: realm roles first, each kind in the realm's order. */
export function explainRoles(realm: Realm, user: StoredUser): ExplainedRole[] {
  const origins = new Map<Role, RoleOrigin[]>();
  const effective = listRoles(realm, effectiveRoles(realm, user));
  for (const role of effective) origins.set(role, []);
  const add = (role: Role | undefined, origin: RoleOrigin): void => {
    if (role !== undefined) origins.get(role)?.push(origin);
  };
  for (const { role, group } of listGrants(realm, user))
    add(findRole(realm, role), group === undefined ? { kind: 'direct' } : { kind: 'group', group });
  for (const within of effective) {
    for (const role of within.composites) add(findRole(realm, role), { kind: 'composite', within });
  }
  return effective.map((role) => ({ role, origins: origins.get(role) ?? [] }));
}

function listRoles(realm: Realm, set: RoleSet): Role[] {
  const ofClients = [...realm.clientRoles].flatMap(([clientId, roles]) =>
    [...roles.values()].filter(({ name }) => set.clients.get(clientId)?.has(name) === true),
  );
  return [...[...realm.realmRoles.values()].filter(({ name }) => set.realm.has(name)), ...ofClients];
}
