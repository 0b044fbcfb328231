// Role mappings of users and groups, and scope mappings of clients and client scopes.
import type { MappingsRepresentation } from '#protocol/contract/admin-api.ts';
import type { ScopeMappingRepresentation } from '#protocol/contract/realm-representation.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { editGroup } from '#protocol/realm/groups/group-tree.ts';
import type { Role } from '#protocol/realm/view/realm.ts';
import { effectiveRoles, type RoleSet } from '#protocol/realm/view/roles.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { notFound } from '../admin-error.ts';
import { changeRow, DONE, ok, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import type { AdminRole } from '../administrator.ts';
import { own } from '../members.ts';
import { findScope } from './client-scopes.ts';
import { findClient } from './clients.ts';
import { findGroup } from './groups.ts';
import { type Grants, grantsOf, holdsRole } from './realm-edit.ts';
import { allRoles, readRoles, roleRepresentation, rolesOfOwner } from './role-lookup.ts';
import { findUser, updateUser } from './users.ts';

/** An object that roles can be granted to. */
interface RoleHolder {
  grants(request: RealmRequest): Promise<Grants> | Grants;
  /** Effective roles, including composites and parent groups. */
  effective(request: RealmRequest): Promise<RoleSet> | RoleSet;
  change(
    request: RealmRequest,
    clientId: string | undefined,
    edit: (names: readonly string[]) => string[],
  ): Promise<unknown>;
}

function edited<T extends { realmRoles?: string[]; clientRoles?: Record<string, string[]> }>(
  holder: T,
  clientId: string | undefined,
  edit: (names: readonly string[]) => string[],
): T {
  if (clientId === undefined) return { ...holder, realmRoles: edit(holder.realmRoles ?? []) };
  return {
    ...holder,
    clientRoles: { ...holder.clientRoles, [clientId]: edit(own(holder.clientRoles, clientId) ?? []) },
  };
}

function mutableGrants(grants: Grants): { realmRoles: string[]; clientRoles: Record<string, string[]> } {
  return {
    realmRoles: [...grants.realmRoles],
    clientRoles: Object.fromEntries(
      Object.entries(grants.clientRoles).map(([clientId, names]) => [clientId, [...names]]),
    ),
  };
}

const user: RoleHolder = {
  grants: async (request) => grantsOf(await findUser(request)),
  effective: async (request) => effectiveRoles(request.realm, await findUser(request)),
  change: (request, clientId, edit) => updateUser(request, (current) => edited(current, clientId, edit)),
};

const group: RoleHolder = {
  grants: (request) => grantsOf(findGroup(request).group),
  effective: (request) =>
    effectiveRoles(request.realm, { id: '', username: '', groups: [findGroup(request).path] }),
  change: (request, clientId, edit) => {
    const id = findGroup(request).group.id ?? '';
    return request.updateRealm((realm) => ({
      ...realm,
      groups: editGroup(realm.groups, id, (current) => edited(current, clientId, edit)),
    }));
  },
};

/** Identifies the holder of a scope mapping. */
interface MappingTarget {
  readonly member: 'client' | 'clientScope';
  readonly name: string;
}

function mappedNames(
  mappings: readonly ScopeMappingRepresentation[] | undefined,
  target: MappingTarget,
): string[] {
  return (mappings ?? [])
    .filter((mapping) => mapping[target.member] === target.name)
    .flatMap((mapping) => mapping.roles ?? []);
}

function editMappings(
  mappings: readonly ScopeMappingRepresentation[] | undefined,
  target: MappingTarget,
  edit: (names: readonly string[]) => string[],
): ScopeMappingRepresentation[] {
  const others = (mappings ?? []).filter((mapping) => mapping[target.member] !== target.name);
  const roles = edit(mappedNames(mappings, target));
  return roles.length === 0 ? others : [...others, { [target.member]: target.name, roles }];
}

function scopeGrants(realm: StoredRealm, target: MappingTarget): Grants {
  const clientRoles = Object.entries(realm.clientScopeMappings ?? {}).map(([clientId, mappings]) => [
    clientId,
    mappedNames(mappings, target),
  ]);
  return {
    realmRoles: mappedNames(realm.scopeMappings, target),
    clientRoles: Object.fromEntries(clientRoles),
  };
}

function scopeHolder(targetOf: (request: RealmRequest) => MappingTarget): RoleHolder {
  const grants = (request: RealmRequest): Grants => scopeGrants(request.realm.stored, targetOf(request));
  return {
    grants,
    effective: (request) =>
      effectiveRoles(request.realm, { id: '', username: '', ...mutableGrants(grants(request)) }),
    change: (request, clientId, edit) => {
      const target = targetOf(request);
      return request.updateRealm((realm) => {
        if (clientId === undefined)
          return { ...realm, scopeMappings: editMappings(realm.scopeMappings, target, edit) };
        const mappings = editMappings(own(realm.clientScopeMappings, clientId), target, edit);
        return { ...realm, clientScopeMappings: { ...realm.clientScopeMappings, [clientId]: mappings } };
      });
    },
  };
}

const clientScopeMapping = scopeHolder((request) => ({
  member: 'clientScope',
  name: findScope(request).name,
}));
const clientMapping = scopeHolder((request) => ({ member: 'client', name: findClient(request).clientId }));

function holds(grants: Grants, role: Role): boolean {
  return holdsRole(grants, role);
}

async function overview(holder: RoleHolder, request: RealmRequest): Promise<Reply> {
  const { realm } = request;
  const grants = await holder.grants(request);
  const direct = allRoles(realm).filter((role) => holds(grants, role));
  const mappings: MappingsRepresentation = {};
  const ofRealm = direct.filter((role) => role.clientId === undefined);
  if (ofRealm.length > 0)
    mappings.realmMappings = ofRealm.map((role) => roleRepresentation(realm, role, true));
  const clientIds = new Set(direct.flatMap((role) => role.clientId ?? []));
  if (clientIds.size > 0) {
    mappings.clientMappings = Object.fromEntries(
      [...clientIds].map((client) => [
        client,
        {
          id: realm.clients.get(client)?.id ?? '',
          client,
          mappings: direct
            .filter((role) => role.clientId === client)
            .map((role) => roleRepresentation(realm, role, true)),
        },
      ]),
    );
  }
  return ok(mappings);
}

/** The client whose roles the path addresses; undefined for realm roles. @throws {AdminError} 404. */
function ownerOf(request: RealmRequest): string | undefined {
  const id = request.exchange.pathParameters['owner'];
  if (id === undefined) return undefined;
  const client = request.realm.clientsById.get(id);
  if (client === undefined) throw notFound('Client not found');
  return client.clientId;
}

function contains(set: RoleSet, role: Role): boolean {
  return role.clientId === undefined
    ? set.realm.has(role.name)
    : set.clients.get(role.clientId)?.has(role.name) === true;
}

async function list(
  holder: RoleHolder,
  request: RealmRequest,
  kind: 'direct' | 'available' | 'composite',
): Promise<Reply> {
  const grants = await holder.grants(request);
  const effective = kind === 'composite' ? await holder.effective(request) : undefined;
  const roles = rolesOfOwner(request.realm, ownerOf(request)).filter((role) => {
    if (effective !== undefined) return contains(effective, role);
    return holds(grants, role) === (kind === 'direct');
  });
  return ok(roles.map((role) => roleRepresentation(request.realm, role, true)));
}

async function assign(holder: RoleHolder, request: RealmRequest): Promise<Reply> {
  await holder.grants(request);
  const clientId = ownerOf(request);
  const roles = readRoles(request, rolesOfOwner(request.realm, clientId));
  await holder.change(request, clientId, (names) => [
    ...new Set([...names, ...roles.map((role) => role.name)]),
  ]);
  return DONE;
}

async function unassign(holder: RoleHolder, request: RealmRequest): Promise<Reply> {
  await holder.grants(request);
  const clientId = ownerOf(request);
  const owned = rolesOfOwner(request.realm, clientId);
  const roles = request.exchange.json === undefined ? owned : readRoles(request, owned);
  const removed = new Set(roles.map((role) => role.name));
  await holder.change(request, clientId, (names) => names.filter((name) => !removed.has(name)));
  return DONE;
}

function rows(
  base: string,
  holder: RoleHolder,
  view: readonly AdminRole[],
  manage: readonly AdminRole[],
): RealmRow[] {
  const ofOwner = (path: string): RealmRow[] => [
    viewRow(path, view, (request) => list(holder, request, 'direct')),
    viewRow(`${path}/available`, view, (request) => list(holder, request, 'available')),
    viewRow(`${path}/composite`, view, (request) => list(holder, request, 'composite')),
    changeRow('POST', path, manage, 'Assign roles', (request) => assign(holder, request)),
    changeRow('DELETE', path, manage, 'Unassign roles', (request) => unassign(holder, request)),
  ];
  return [
    viewRow(base, view, (request) => overview(holder, request)),
    ...ofOwner(`${base}/realm`),
    ...ofOwner(`${base}/clients/:owner`),
  ];
}

const VIEW_USERS = ['view-users', 'manage-users'] as const;
const VIEW_CLIENTS = ['view-clients', 'manage-clients'] as const;

export const ROLE_MAPPING_ROWS: readonly RealmRow[] = [
  ...rows('/users/:user/role-mappings', user, VIEW_USERS, ['manage-users']),
  ...rows('/groups/:group/role-mappings', group, VIEW_USERS, ['manage-users']),
  ...rows('/clients/:client/scope-mappings', clientMapping, VIEW_CLIENTS, ['manage-clients']),
  ...rows('/client-scopes/:scope/scope-mappings', clientScopeMapping, VIEW_CLIENTS, ['manage-clients']),
];
