// Changes of a stored realm as pure functions: lists by id, roles by owner, references after renames.
import type {
  CompositesRepresentation,
  GroupRepresentation,
  RoleRepresentation,
  ScopeMappingRepresentation,
} from '#protocol/contract/realm-representation.ts';
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

/** The new name of a role; undefined when it is removed. */
type RoleRename = (role: RoleName) => RoleName | undefined;

function renameList(
  names: readonly string[] | undefined,
  clientId: string | undefined,
  rename: RoleRename,
): string[] {
  return (names ?? []).flatMap((name) => rename({ clientId, name })?.name ?? []);
}

function renameByClient(
  map: Readonly<Record<string, readonly string[]>> | undefined,
  rename: RoleRename,
): Record<string, string[]> {
  const next = new Map<string, string[]>();
  for (const [clientId, names] of Object.entries(map ?? {})) {
    for (const name of names) {
      const renamed = rename({ clientId, name });
      if (renamed?.clientId === undefined) continue;
      next.set(renamed.clientId, [...(next.get(renamed.clientId) ?? []), renamed.name]);
    }
  }
  return Object.fromEntries(next);
}

function renameComposites(
  composites: CompositesRepresentation | undefined,
  rename: RoleRename,
): CompositesRepresentation | undefined {
  if (composites === undefined) return undefined;
  return {
    ...composites,
    realm: renameList(composites.realm, undefined, rename),
    client: renameByClient(composites.client, rename),
  };
}

function renameInRole(role: RoleRepresentation, rename: RoleRename): RoleRepresentation {
  const composites = renameComposites(role.composites, rename);
  return composites === undefined ? role : { ...role, composites };
}

function renameInGroup(group: GroupRepresentation, rename: RoleRename): GroupRepresentation {
  return {
    ...group,
    ...renameGrants(group, rename),
    subGroups: (group.subGroups ?? []).map((child) => renameInGroup(child, rename)),
  };
}

/** Direct roles of a user or a group after a rename; absent members stay absent. */
export function renameGrants(
  holder: {
    readonly realmRoles?: readonly string[];
    readonly clientRoles?: Readonly<Record<string, readonly string[]>>;
  },
  rename: RoleRename,
): { realmRoles?: string[]; clientRoles?: Record<string, string[]> } {
  return {
    ...(holder.realmRoles === undefined
      ? {}
      : { realmRoles: renameList(holder.realmRoles, undefined, rename) }),
    ...(holder.clientRoles === undefined ? {} : { clientRoles: renameByClient(holder.clientRoles, rename) }),
  };
}

function renameMappings(
  mappings: readonly ScopeMappingRepresentation[],
  clientId: string | undefined,
  rename: RoleRename,
): ScopeMappingRepresentation[] {
  return mappings.map((mapping) => ({ ...mapping, roles: renameList(mapping.roles, clientId, rename) }));
}

/** Updates references to a role after a rename or removal: composites, groups, scope mappings. */
export function renameRoleReferences(realm: StoredRealm, rename: RoleRename): StoredRealm {
  const next: { -readonly [Member in keyof StoredRealm]: StoredRealm[Member] } = { ...realm };
  next.roles = {
    ...realm.roles,
    realm: (realm.roles?.realm ?? []).map((role) => renameInRole(role, rename)),
    client: mapValues(realm.roles?.client ?? {}, (roles) => roles.map((role) => renameInRole(role, rename))),
  };
  if (realm.groups !== undefined) next.groups = realm.groups.map((group) => renameInGroup(group, rename));
  if (realm.defaultRole !== undefined) next.defaultRole = renameInRole(realm.defaultRole, rename);
  if (realm.scopeMappings !== undefined)
    next.scopeMappings = renameMappings(realm.scopeMappings, undefined, rename);
  if (realm.clientScopeMappings !== undefined) {
    next.clientScopeMappings = Object.fromEntries(
      Object.entries(realm.clientScopeMappings).map(([clientId, mappings]) => [
        clientId,
        renameMappings(mappings, clientId, rename),
      ]),
    );
  }
  return next;
}

/** The object with each value replaced. */
export function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** The object with a key renamed, or removed. */
export function renameKey<T>(
  record: Readonly<Record<string, T>> | undefined,
  key: string,
  next: string | undefined,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(record ?? {}).flatMap(([name, value]) =>
      name !== key ? [[name, value]] : next === undefined ? [] : [[next, value]],
    ),
  );
}

/** Renames a client, or removes it, wherever the realm refers to it. */
export function renameClientReferences(
  realm: StoredRealm,
  clientId: string,
  next: string | undefined,
): StoredRealm {
  const renamed = renameRoleReferences(realm, (role) =>
    role.clientId !== clientId ? role : next === undefined ? undefined : { clientId: next, name: role.name },
  );
  const follow = (mappings: readonly ScopeMappingRepresentation[]): ScopeMappingRepresentation[] =>
    mappings.flatMap((mapping) =>
      mapping.client !== clientId ? [mapping] : next === undefined ? [] : [{ ...mapping, client: next }],
    );
  return {
    ...renamed,
    roles: { ...renamed.roles, client: renameKey(renamed.roles?.client, clientId, next) },
    ...(renamed.scopeMappings === undefined ? {} : { scopeMappings: follow(renamed.scopeMappings) }),
    ...(renamed.clientScopeMappings === undefined
      ? {}
      : { clientScopeMappings: mapValues(renameKey(renamed.clientScopeMappings, clientId, next), follow) }),
  };
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
