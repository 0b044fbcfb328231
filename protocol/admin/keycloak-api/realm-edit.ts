// Changes of a stored realm as pure functions: lists by id, roles by owner, who has a role.
import type { RoleRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { own } from '../members.ts';

/** A role by its owner and name; undefined `clientId` means a realm role. */
export interface RoleName {
  readonly clientId: string | undefined;
  readonly name: string;
}

/** Roles granted to a user or a group. */
export interface Grants {
  readonly realmRoles: readonly string[];
  readonly clientRoles: Readonly<Record<string, readonly string[]>>;
}

/** Replaces the item with `id` by the result of `change`; undefined removes it. */
export function replaceById<T extends { id?: string }>(
  list: readonly T[] | undefined,
  id: string,
  change: (item: T) => T | undefined,
): T[] {
  return (list ?? []).flatMap((item) => {
    if (item.id !== id) return [item];
    const next = change(item);
    return next === undefined ? [] : [next];
  });
}

/** Roles of a client, or of the realm. */
export function rolesOf(realm: StoredRealm, clientId: string | undefined): readonly RoleRepresentation[] {
  return (clientId === undefined ? realm.roles?.realm : own(realm.roles?.client, clientId)) ?? [];
}

/** The realm with one owner's roles replaced. */
export function withRoles(
  realm: StoredRealm,
  clientId: string | undefined,
  roles: RoleRepresentation[],
): StoredRealm {
  if (clientId === undefined) return { ...realm, roles: { ...realm.roles, realm: roles } };
  return { ...realm, roles: { ...realm.roles, client: { ...realm.roles?.client, [clientId]: roles } } };
}

/** The direct roles of a user or a group. */
export function grantsOf(holder: {
  readonly realmRoles?: readonly string[];
  readonly clientRoles?: Readonly<Record<string, readonly string[]>>;
}): Grants {
  return { realmRoles: holder.realmRoles ?? [], clientRoles: holder.clientRoles ?? {} };
}

/** Whether a user or a group has the role directly. */
export function holdsRole(holder: Parameters<typeof grantsOf>[0], role: RoleName): boolean {
  const names = role.clientId === undefined ? holder.realmRoles : own(holder.clientRoles, role.clientId);
  return names?.includes(role.name) === true;
}
