// What a change of a realm does to power over the admin API: which roles it gives or takes, whatever holds them.

import { givesPower, isManagementClient, listPower } from '#protocol/realm/users/admin-power.ts';
import type { ClientScope, Realm, RoleReference } from '#protocol/realm/view/realm.ts';
import { effectiveRoles, expandRoles, type RoleSet } from '#protocol/realm/view/roles.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { allGroups } from './keycloak-api/group-tree.ts';
import { allRoles } from './keycloak-api/role-lookup.ts';

/** What a change does to power. */
export interface PowerChange {
  /** Roles with power that something holds after the change and did not before, or the other way round. */
  readonly roles: readonly RoleReference[];
  /** Whether roles or clients that give power by their name appear, disappear or get another name. */
  readonly isRedefined: boolean;
}

/** Roles with power by the thing that holds them, lets them into tokens, or adds them there. Keys are identifiers, so that a new name is no change. */
type Holdings = Map<string, readonly RoleReference[]>;

/** Members of a mapper's `config` that name a role which the mapper writes into tokens. */
const ROLE_SETTINGS = ['role', 'new.role.name'];

/** One kind of holder: the members of the realm that decide what it holds, and what it holds. */
interface HolderKind {
  readonly members: readonly (keyof StoredRealm)[];
  list(realm: Realm): Iterable<readonly [id: string, roles: RoleSet]>;
}

const roles: HolderKind = {
  members: ['roles'],
  list: (realm) => allRoles(realm).map((role) => [role.id, expandRoles(realm, [role])]),
};

function rolesOfGroups(realm: Realm, groups: string[]): RoleSet {
  return effectiveRoles(realm, { id: '', username: '', groups });
}

const groups: HolderKind = {
  members: ['roles', 'groups'],
  list: (realm) =>
    allGroups(realm.stored.groups).map(({ group, path }) => [group.id ?? path, rolesOfGroups(realm, [path])]),
};

const newUsers: HolderKind = {
  members: ['roles', 'groups', 'defaultGroups', 'defaultRole'],
  list: (realm) => [
    ['default groups', rolesOfGroups(realm, realm.stored.defaultGroups ?? [])],
    ['default role', expandRoles(realm, realm.defaultRole === undefined ? [] : [realm.defaultRole])],
  ],
};

const clients: HolderKind = {
  members: ['roles', 'clients', 'clientScopes', 'scopeMappings', 'clientScopeMappings'],
  list: (realm) =>
    [...realm.clients.values()].map((client) => {
      const account = client.serviceAccounts && realm.defaultRole !== undefined ? [realm.defaultRole] : [];
      return [client.id, expandRoles(realm, [...client.scopeMappings, ...mappedRoles(client), ...account])];
    }),
};

const clientScopes: HolderKind = {
  members: ['roles', 'clientScopes', 'scopeMappings', 'clientScopeMappings'],
  list: (realm) =>
    [...realm.clientScopes.values()].map((scope) => [
      scope.id,
      expandRoles(realm, [...scope.roles, ...mappedRoles(scope)]),
    ]),
};

/** Roles that mappers write into tokens. This server reads no power from tokens, but other services may. */
function mappedRoles({ mappers }: Pick<ClientScope, 'mappers'>): RoleReference[] {
  return mappers.flatMap(({ config }) => ROLE_SETTINGS.map((setting) => readRole(config[setting] ?? '')));
}

/** `client.role` is a role of that client, anything else a realm role. */
function readRole(text: string): RoleReference {
  const [owner = '', ...rest] = text.split('.');
  return rest.length === 0 ? { clientId: undefined, name: owner } : { clientId: owner, name: rest.join('.') };
}

const HOLDER_KINDS: readonly HolderKind[] = [roles, groups, newUsers, clients, clientScopes];

function holdings(realm: Realm, kind: HolderKind): Holdings {
  return new Map([...kind.list(realm)].map(([id, held]) => [id, listPower(realm.name, held)]));
}

function textOf({ clientId, name }: RoleReference): string {
  return JSON.stringify([clientId, name]);
}

/** What only one of the lists contains. */
function difference(one: readonly RoleReference[], other: readonly RoleReference[]): RoleReference[] {
  const texts = new Set(other.map(textOf));
  return one.filter((role) => !texts.has(textOf(role)));
}

function changesOf(before: Realm, after: Realm, kind: HolderKind): RoleReference[] {
  if (kind.members.every((member) => before.stored[member] === after.stored[member])) return [];
  const [was, is] = [holdings(before, kind), holdings(after, kind)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => {
    const [old, now] = [was.get(id) ?? [], is.get(id) ?? []];
    return [...difference(now, old), ...difference(old, now)];
  });
}

/** Everything that gives power by its name, as one text. */
function definitions(realm: Realm): string {
  const named = allRoles(realm).filter((role) => givesPower(realm.name, role));
  const owners = [...realm.clients.values()].filter(({ clientId }) =>
    isManagementClient(realm.name, clientId),
  );
  return JSON.stringify([
    named.map(({ id, clientId, name }) => JSON.stringify([id, clientId, name])).sort(),
    owners.map(({ id, clientId }) => JSON.stringify([id, clientId])).sort(),
  ]);
}

/** Compares a realm before and after a change. */
export function findPowerChange(before: Realm, after: Realm): PowerChange {
  return {
    roles: HOLDER_KINDS.flatMap((kind) => changesOf(before, after, kind)),
    isRedefined: definitions(before) !== definitions(after),
  };
}
