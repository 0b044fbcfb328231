// Determines which power over the admin API a change of a realm grants or revokes, whatever object holds it.

import { allGroups, findGroupByKeycloakPath, findGroupByPath } from '#protocol/realm/groups/group-tree.ts';
import { grantsPower, isManagementClient, listPower } from '#protocol/realm/users/admin-power.ts';
import { withRole } from '#protocol/realm/users/brokered-access.ts';
import {
  type IdentityProviderMapper,
  listIdentityProviders,
  listProviderMappers,
} from '#protocol/realm/view/identity-providers.ts';
import type { ClientScope, Realm, RoleReference } from '#protocol/realm/view/realm.ts';
import { roleFromText } from '#protocol/realm/view/role-from-text.ts';
import { effectiveRoles, expandRoles, type RoleSet } from '#protocol/realm/view/roles.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { allRoles } from './keycloak-api/role-lookup.ts';

export interface PowerChange {
  /** Roles with power that something gained or lost through the change. */
  readonly roles: readonly RoleReference[];
  /** Whether roles or clients that give power by their name are added, removed or renamed. */
  readonly isRedefined: boolean;
}

/** Roles with power, by id of the object that has them, allows them in tokens, or adds them there. */
type Holdings = Map<string, readonly RoleReference[]>;

/** Members of a mapper's `config` that name a role to write into tokens. */
const ROLE_SETTINGS = ['role', 'new.role.name'];

/** One kind of role holder: the realm members that determine its roles, and the roles. */
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

/** Roles that mappers write into tokens. This server ignores them there, but other services may not. */
function mappedRoles({ mappers }: Pick<ClientScope, 'mappers'>): RoleReference[] {
  return mappers.flatMap(({ config }) => ROLE_SETTINGS.map((setting) => readRole(config[setting] ?? '')));
}

/** Users get roles and groups through providers, by mappers; who changes such a provider decides which users. */
const providers: HolderKind = {
  members: ['roles', 'groups', 'identityProviders', 'identityProviderMappers'],
  list: (realm) =>
    listIdentityProviders(realm).map((provider) => {
      const mappers = listProviderMappers(realm, provider);
      const { alias, type, enabled, config } = provider;
      // Without the names of roles and groups, which may be renamed.
      const conditions = mappers.map(({ type: kind, config: { role: _role, group: _group, ...rest } }) => [
        kind,
        rest,
      ]);
      const user = mappers.reduce((each, mapper) => withMapped(realm, each, mapper), {
        id: '',
        username: '',
      });
      return [JSON.stringify([alias, type, enabled, config, conditions]), effectiveRoles(realm, user)];
    }),
};

function withMapped(
  realm: Realm,
  user: StoredUser,
  { config: { role: roleText = '', group: groupText = '' } }: IdentityProviderMapper,
): StoredUser {
  const role = roleFromText(realm, roleText);
  const known = realm.stored.groups;
  const group = findGroupByPath(known, groupText) ?? findGroupByKeycloakPath(known, groupText);
  const named = role === undefined ? user : withRole(user, role);
  return group === undefined ? named : { ...named, groups: [...(named.groups ?? []), group.path] };
}

/** `client.role` is a client role, anything else a realm role. */
function readRole(text: string): RoleReference {
  const [owner = '', ...rest] = text.split('.');
  return rest.length === 0 ? { clientId: undefined, name: owner } : { clientId: owner, name: rest.join('.') };
}

const HOLDER_KINDS: readonly HolderKind[] = [roles, groups, newUsers, clients, clientScopes, providers];

function holdings(realm: Realm, kind: HolderKind): Holdings {
  return new Map([...kind.list(realm)].map(([id, held]) => [id, listPower(realm.name, held)]));
}

function textOf({ clientId, name }: RoleReference): string {
  return JSON.stringify([clientId, name]);
}

/** Roles in the first list only. */
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

/** Everything that gives power by its name, as one comparable text. */
function definitions(realm: Realm): string {
  const named = allRoles(realm).filter((role) => grantsPower(realm.name, role));
  const owners = [...realm.clients.values()].filter(({ clientId }) =>
    isManagementClient(realm.name, clientId),
  );
  return JSON.stringify([
    named.map(({ id, clientId, name }) => JSON.stringify([id, clientId, name])).sort(),
    owners.map(({ id, clientId }) => JSON.stringify([id, clientId])).sort(),
  ]);
}

export function findPowerChange(before: Realm, after: Realm): PowerChange {
  return {
    roles: HOLDER_KINDS.flatMap((kind) => changesOf(before, after, kind)),
    isRedefined: definitions(before) !== definitions(after),
  };
}
