// Realm roles and client roles: create, read, update, delete; composites; users and groups with a role.

import type { RoleRepresentation } from '#protocol/contract/realm-representation.ts';
import { ROLE_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { allGroups } from '#protocol/realm/groups/group-tree.ts';
import { followInRealm, followInUsers, type Rename } from '#protocol/realm/references/follow-references.ts';
import type { Role } from '#protocol/realm/view/realm.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { badRequest, conflict, notFound } from '../admin-error.ts';
import {
  changeRow,
  created,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  readPage,
  readSwitch,
  slicePage,
  viewRow,
} from '../admin-route.ts';
import { type AdminRole, checkRoleOver } from '../administrator.ts';
import { own, readObject } from '../members.ts';
import { findClient } from './clients.ts';
import { holdsRole, type RoleName, rolesOf, withRoles } from './realm-edit.ts';
import { allRoles, readRoles, roleRepresentation, rolesOfOwner } from './role-lookup.ts';
import { userRepresentations } from './user-representation.ts';

const DEFAULT_MAX = 100;

/** How a group of rows finds its role, and whose roles it lists. */
interface Place {
  owner(request: RealmRequest): string | undefined;
  role(request: RealmRequest): Role;
}

const ofRealm: Place = { owner: () => undefined, role: (request) => findByName(request, undefined) };
const ofClient: Place = {
  owner: (request) => findClient(request).clientId,
  role: (request) => findByName(request, findClient(request).clientId),
};
const byId: Place = { owner: () => undefined, role: (request) => findById(request) };

function findByName(request: RealmRequest, clientId: string | undefined): Role {
  const role = rolesOfOwner(request.realm, clientId).find(
    (candidate) => candidate.name === parameter(request, 'role'),
  );
  if (role === undefined) throw notFound('Could not find role');
  return role;
}

function findById(request: RealmRequest): Role {
  const role = allRoles(request.realm).find((candidate) => candidate.id === parameter(request, 'role'));
  if (role === undefined) throw notFound('Could not find role with id');
  if (request.exchange.method !== 'GET') {
    const needed = role.clientId === undefined ? 'manage-realm' : 'manage-clients';
    checkRoleOver(request.administrator, request.exchange, request.realm.name, [needed]);
  }
  return role;
}

function compareNames(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function list(place: Place, request: RealmRequest): Reply {
  const { exchange, realm } = request;
  const brief = readSwitch(exchange, 'briefRepresentation') !== false;
  const search = exchange.query.get('search')?.toLowerCase() ?? '';
  const found = rolesOfOwner(realm, place.owner(request)).filter((role) =>
    role.name.toLowerCase().includes(search),
  );
  const page = slicePage(exchange, found.sort(compareNames));
  return ok(page.map((role) => roleRepresentation(realm, role, brief)));
}

function checkComposites(realm: StoredRealm, role: RoleRepresentation): void {
  const names = (clientId: string | undefined): Set<string> =>
    new Set(rolesOf(realm, clientId).map((known) => known.name));
  for (const name of role.composites?.realm ?? []) {
    if (!names(undefined).has(name)) throw notFound(`Realm Role with name ${name} does not exist`);
  }
  for (const [clientId, wanted] of Object.entries(role.composites?.client ?? {})) {
    for (const name of wanted)
      if (!names(clientId).has(name)) throw notFound(`Client Role with name ${name} does not exist`);
  }
}

async function create(place: Place, request: RealmRequest): Promise<Reply> {
  const clientId = place.owner(request);
  const input = readObject<RoleRepresentation>(request.exchange.json, ROLE_SETTINGS);
  if (input.name === undefined) throw badRequest('role has no name');
  await request.updateRealm((realm) => {
    const roles = rolesOf(realm, clientId);
    if (roles.some((role) => role.name === input.name))
      throw conflict(`Role with name ${input.name} already exists`);
    checkComposites(realm, input);
    // Roles always get a new id: one chosen by the caller could belong to another role.
    const { containerId, ...rest } = input;
    const role = {
      ...rest,
      id: createUuid(),
      clientRole: clientId !== undefined,
      composite: input.composites !== undefined,
    };
    return withRoles(realm, clientId, [...roles, role]);
  });
  return created(request.exchange, input.name);
}

function editRole(
  realm: StoredRealm,
  role: Role,
  edit: (role: RoleRepresentation) => RoleRepresentation | undefined,
): StoredRealm {
  const roles = rolesOf(realm, role.clientId);
  if (!roles.some((known) => known.name === role.name)) throw notFound('Could not find role');
  return withRoles(
    realm,
    role.clientId,
    roles.flatMap((known) => (known.name === role.name ? (edit(known) ?? []) : [known])),
  );
}

async function update(place: Place, request: RealmRequest): Promise<Reply> {
  const role = place.role(request);
  const input = readObject<RoleRepresentation>(request.exchange.json, ROLE_SETTINGS);
  const name = input.name ?? role.name;
  await request.updateRealm((realm) => {
    const isTaken = name !== role.name && rolesOf(realm, role.clientId).some((known) => known.name === name);
    if (isTaken) throw conflict(`Role with name ${name} already exists`);
    const { id, clientRole, containerId, composite, composites, ...changes } = input;
    const next = editRole(realm, role, (known) => ({ ...known, ...changes }));
    if (name === role.name) return next;
    return followInRealm(next, renameOf(role, name));
  });
  if (name !== role.name)
    await followInUsers(request.unchecked.users, request.realm.id, renameOf(role, name));
  return DONE;
}

function renameOf({ clientId, name }: Role, to: string | undefined): Rename {
  return { kind: 'role', clientId, from: name, to };
}

function isSame(a: RoleName, b: RoleName): boolean {
  return a.name === b.name && a.clientId === b.clientId;
}

function isDefaultRole(request: RealmRequest, role: Role): boolean {
  return request.realm.defaultRole !== undefined && isSame(request.realm.defaultRole, role);
}

async function remove(place: Place, request: RealmRequest): Promise<Reply> {
  const role = place.role(request);
  if (isDefaultRole(request, role))
    throw badRequest(`${role.name} is default role of the realm and cannot be removed.`);
  await request.updateRealm((realm) =>
    followInRealm(
      editRole(realm, role, () => undefined),
      renameOf(role, undefined),
    ),
  );
  await followInUsers(request.unchecked.users, request.realm.id, renameOf(role, undefined));
  return DONE;
}

function composites(place: Place, request: RealmRequest, owner: (request: RealmRequest) => RoleOwner): Reply {
  const references = place.role(request).composites;
  const wanted = owner(request);
  const contained = allRoles(request.realm).filter(
    (role) =>
      references.some((reference) => isSame(reference, role)) &&
      (wanted === 'any' || wanted.clientId === role.clientId),
  );
  return ok(contained.map((role) => roleRepresentation(request.realm, role, true)));
}

type RoleOwner = 'any' | { readonly clientId: string | undefined };

async function changeComposites(place: Place, request: RealmRequest, isAdded: boolean): Promise<Reply> {
  const role = place.role(request);
  const named = readRoles(request, allRoles(request.realm));
  const edit = (names: readonly string[] | undefined, clientId: string | undefined): string[] => {
    const changed = named.filter((item) => item.clientId === clientId).map((item) => item.name);
    const others = (names ?? []).filter((name) => !changed.includes(name));
    return isAdded ? [...others, ...changed] : others;
  };
  await request.updateRealm((realm) =>
    editRole(realm, role, (known) => {
      const clientIds = new Set([
        ...Object.keys(known.composites?.client ?? {}),
        ...named.flatMap((item) => item.clientId ?? []),
      ]);
      const client = Object.fromEntries(
        [...clientIds].map((clientId) => [clientId, edit(own(known.composites?.client, clientId), clientId)]),
      );
      const next = { ...known.composites, realm: edit(known.composites?.realm, undefined), client };
      return {
        ...known,
        composite: next.realm.length > 0 || Object.values(client).some((names) => names.length > 0),
        composites: next,
      };
    }),
  );
  return DONE;
}

async function users(place: Place, request: RealmRequest): Promise<Reply> {
  const { exchange, realm, store } = request;
  const query = { roles: [place.role(request)] };
  const holding = await store.users.search(realm.id, query, readPage(exchange, DEFAULT_MAX));
  return ok(userRepresentations(request, holding));
}

function groups(place: Place, request: RealmRequest): Reply {
  const role = place.role(request);
  const holding = allGroups(request.realm.stored.groups).filter(({ group }) => holdsRole(group, role));
  const page = slicePage(request.exchange, holding, DEFAULT_MAX);
  return ok(page.map(({ group, path }) => ({ id: group.id, name: group.name, path, subGroups: [] })));
}

function rows(
  base: string,
  item: string,
  place: Place,
  view: readonly AdminRole[],
  manage: readonly AdminRole[],
): RealmRow[] {
  const clientOwner = (request: RealmRequest): RoleOwner => {
    const client = request.realm.clientsById.get(parameter(request, 'owner'));
    if (client === undefined) throw notFound('Could not find client');
    return { clientId: client.clientId };
  };
  const collection: RealmRow[] = [
    viewRow(base, view, (request) => list(place, request)),
    changeRow('POST', base, manage, 'Create role', (request) => create(place, request)),
    viewRow(`${item}/users`, view, (request) => users(place, request)),
    viewRow(`${item}/groups`, view, (request) => groups(place, request)),
  ];
  return [
    ...(place === byId ? [] : collection),
    viewRow(item, view, (request) => ok(roleRepresentation(request.realm, place.role(request), false))),
    changeRow('PUT', item, manage, 'Change role', (request) => update(place, request)),
    changeRow('DELETE', item, manage, 'Remove role', (request) => remove(place, request)),
    viewRow(`${item}/composites`, view, (request) => composites(place, request, () => 'any')),
    viewRow(`${item}/composites/realm`, view, (request) =>
      composites(place, request, () => ({ clientId: undefined })),
    ),
    viewRow(`${item}/composites/clients/:owner`, view, (request) => composites(place, request, clientOwner)),
    changeRow('POST', `${item}/composites`, manage, 'Add roles to role', (request) =>
      changeComposites(place, request, true),
    ),
    changeRow('DELETE', `${item}/composites`, manage, 'Remove roles from role', (request) =>
      changeComposites(place, request, false),
    ),
  ];
}

const VIEW_REALM: readonly AdminRole[] = [
  'view-realm',
  'manage-realm',
  'view-users',
  'manage-users',
  'view-clients',
  'manage-clients',
];
const VIEW_CLIENTS: readonly AdminRole[] = ['view-clients', 'manage-clients', 'view-users', 'manage-users'];

/** `findById` checks the role that a change requires: its role may belong to the realm or to a client. */
export const ROLE_ROWS: readonly RealmRow[] = [
  ...rows('/roles', '/roles/:role', ofRealm, VIEW_REALM, ['manage-realm']),
  ...rows('/clients/:client/roles', '/clients/:client/roles/:role', ofClient, VIEW_CLIENTS, [
    'manage-clients',
  ]),
  ...rows('', '/roles-by-id/:role', byId, VIEW_REALM, ['manage-realm', 'manage-clients']),
];
