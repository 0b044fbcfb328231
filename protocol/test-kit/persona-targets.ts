// The roles and groups that a persona needs: adds those that the realm does not have.
import type { GroupRepresentation, RoleRepresentation } from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { findGroupByKeycloakPath, findGroupByPath, withPlaces } from '#protocol/realm/groups/group-tree.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { KitError } from './kit-error.ts';

export interface PersonaTargets {
  readonly roles?: readonly string[];
  readonly clientRoles?: Readonly<Record<string, readonly string[]>>;
  /** Paths as the caller writes them. */
  readonly groups?: readonly string[];
}

/**
 * The realm with every role and group; the same object if it has them.
 * @throws {KitError} 400 for an unknown client, an empty name or an empty path.
 */
export function withTargets(realm: StoredRealm, targets: PersonaTargets): StoredRealm {
  const withGroups = (targets.groups ?? []).reduce(withGroup, realm);
  const withRealmRoles = addRoles(withGroups, undefined, targets.roles ?? []);
  return Object.entries(targets.clientRoles ?? {}).reduce(
    (changed, [clientId, names]) => addRoles(changed, clientId, names),
    withRealmRoles,
  );
}

/** The stored path of a group that exists. */
export function storedGroupPath({ groups }: StoredRealm, path: string): string {
  return findGroupByPath(groups, path)?.path ?? findGroupByKeycloakPath(groups, path)?.path ?? path;
}

function addRoles(realm: StoredRealm, clientId: string | undefined, names: readonly string[]): StoredRealm {
  const client = realm.clients?.find((each) => each.clientId === clientId);
  if (clientId !== undefined && client === undefined) throw unknownClient(realm, clientId);
  const known = (clientId === undefined ? realm.roles?.realm : realm.roles?.client?.[clientId]) ?? [];
  const missing = [...new Set(names)].filter((name) => !known.some((role) => role.name === name));
  if (missing.length === 0) return realm;
  if (missing.includes(''))
    throw new KitError(400, 'The name of a role is empty.', 'Remove it from the list, or give it a name.');
  const owner = clientId === undefined ? realm.id : (client?.id ?? clientId);
  const roles = [...known, ...missing.map((name) => createRole(name, owner, clientId !== undefined))];
  return {
    ...realm,
    roles: {
      ...realm.roles,
      ...(clientId === undefined
        ? { realm: roles }
        : { client: { ...realm.roles?.client, [clientId]: roles } }),
    },
  };
}

function createRole(name: string, containerId: string, clientRole: boolean): RoleRepresentation {
  return { id: createUuid(), name, composite: false, clientRole, containerId, attributes: {} };
}

function unknownClient({ realm, clients }: StoredRealm, clientId: string): KitError {
  const known = (clients ?? []).slice(0, 20).map((client) => client.clientId);
  return new KitError(
    400,
    `clientRoles names the client "${clientId.slice(0, 80)}", which realm "${realm}" does not have.`,
    `Create the client, or use one of: ${known.join(', ')}.`,
  );
}

function withGroup(realm: StoredRealm, path: string): StoredRealm {
  const { groups } = realm;
  if (findGroupByPath(groups, path) !== undefined || findGroupByKeycloakPath(groups, path) !== undefined)
    return realm;
  const names = path
    .replace(/^\//, '')
    .split(/(?<!~)\//)
    .map((name) => name.replaceAll('~/', '/'));
  if (names.includes(''))
    throw new KitError(
      400,
      `"${path.slice(0, 80)}" is not the path of a group.`,
      'Write the names of the groups from the top, with a slash before each: /staff/night.',
    );
  return { ...realm, groups: withPlaces(addGroup(groups ?? [], names)) };
}

function addGroup(groups: readonly GroupRepresentation[], names: readonly string[]): GroupRepresentation[] {
  const [name, ...below] = names;
  if (name === undefined) return [...groups];
  const group = groups.find((each) => each.name === name) ?? {
    id: createUuid(),
    name,
    subGroups: [],
    attributes: {},
    realmRoles: [],
    clientRoles: {},
  };
  const changed = { ...group, subGroups: addGroup(group.subGroups ?? [], below) };
  return [...groups.filter((each) => each.name !== name), changed];
}
