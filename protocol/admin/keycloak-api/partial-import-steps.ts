// What a partial import does to a realm: clients, roles, identity providers and groups, as pure functions.
import type {
  ClientRepresentation,
  GroupRepresentation,
  RoleRepresentation,
  RolesRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { normalizeClient } from '#protocol/realm/file/normalize-client.ts';
import { groupPath } from '#protocol/realm/groups/group-tree.ts';
import { addKept, changeKept } from '#protocol/realm/kept-lists.ts';
import { type KeptObject, listKept } from '#protocol/realm/kept-objects.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { conflict, invalid } from '../admin-error.ts';
import { newProvider } from './identity-providers.ts';
import { rolesOf, withRoles } from './realm-edit.ts';

/** What happens to something that exists already. */
export type ExistingPolicy = 'FAIL' | 'SKIP' | 'OVERWRITE';

/** The body of a partial import; everything else in it has no effect, as in Keycloak. */
export interface PartialImport {
  readonly ifResourceExists?: ExistingPolicy;
  readonly clients?: readonly ClientRepresentation[];
  readonly roles?: RolesRepresentation;
  readonly identityProviders?: readonly KeptObject[];
  readonly groups?: readonly GroupRepresentation[];
  readonly users?: readonly UserRepresentation[];
}

type ResourceType = 'CLIENT' | 'REALM_ROLE' | 'CLIENT_ROLE' | 'IDP' | 'GROUP' | 'USER';

/** One line of the answer. */
interface ImportResult {
  readonly action: 'ADDED' | 'SKIPPED' | 'OVERWRITTEN';
  readonly resourceType: ResourceType;
  readonly resourceName: string;
  readonly id: string;
}

const WORDS: Readonly<Record<ResourceType, string>> = {
  CLIENT: 'Client',
  REALM_ROLE: 'Realm role',
  CLIENT_ROLE: 'Client role',
  IDP: 'Identity provider',
  GROUP: 'Group',
  USER: 'User',
};

/** Collects what was imported, and decides about what exists. */
export class ImportLog {
  readonly results: ImportResult[] = [];
  readonly #policy: ExistingPolicy;

  constructor(policy: ExistingPolicy) {
    this.#policy = policy;
  }

  /**
   * The ID to import something with: a new one, or that of the existing object; undefined to leave it as it is.
   * @throws {AdminError} 409 when it exists and the policy is FAIL.
   */
  admit(resourceType: ResourceType, resourceName: string, existing: string | undefined): string | undefined {
    if (existing !== undefined && this.#policy === 'FAIL')
      throw conflict(
        `${WORDS[resourceType]} '${resourceName}' already exists. Set ifResourceExists to SKIP or OVERWRITE to import the rest`,
      );
    const id = existing ?? createUuid();
    const action = existing === undefined ? 'ADDED' : this.#policy === 'SKIP' ? 'SKIPPED' : 'OVERWRITTEN';
    this.results.push({ action, resourceType, resourceName, id });
    return action === 'SKIPPED' ? undefined : id;
  }
}

function replaceOrAdd<T extends { id?: string }>(list: readonly T[] | undefined, item: T): T[] {
  const others = list ?? [];
  const isKnown = others.some(({ id }) => id === item.id);
  return isKnown ? others.map((other) => (other.id === item.id ? item : other)) : [...others, item];
}

function importClient(realm: StoredRealm, given: ClientRepresentation, log: ImportLog): StoredRealm {
  const existing = realm.clients?.find(({ clientId }) => clientId === given.clientId);
  const id = log.admit('CLIENT', given.clientId, existing?.id);
  if (id === undefined) return realm;
  // Mappers get new IDs: those of the file may belong to the realm that it was exported from.
  const protocolMappers = given.protocolMappers?.map(({ id: _id, ...mapper }) => mapper);
  const { access, ...members } = given;
  const client = { ...members, id, ...(protocolMappers === undefined ? {} : { protocolMappers }) };
  return {
    ...realm,
    clients: replaceOrAdd(realm.clients, normalizeClient(realm, client as ClientRepresentation, 'file')),
  };
}

function importRoles(
  realm: StoredRealm,
  clientId: string | undefined,
  given: readonly RoleRepresentation[],
  log: ImportLog,
): StoredRealm {
  const owner =
    clientId === undefined ? realm.id : realm.clients?.find((client) => client.clientId === clientId)?.id;
  if (owner === undefined)
    throw invalid(
      `roles.client.${clientId} belongs to a client that does not exist: import the client as well`,
    );
  return given.reduce((current, role) => {
    const roles = rolesOf(current, clientId);
    const existing = roles.find(({ name }) => name === role.name);
    const resource = clientId === undefined ? role.name : `${clientId}-->${role.name}`;
    const id = log.admit(clientId === undefined ? 'REALM_ROLE' : 'CLIENT_ROLE', resource, existing?.id);
    if (id === undefined) return current;
    const imported = {
      ...role,
      id,
      composite: role.composites !== undefined,
      clientRole: clientId !== undefined,
      containerId: owner,
      attributes: role.attributes ?? {},
    };
    return withRoles(current, clientId, replaceOrAdd(roles, imported));
  }, realm);
}

function importProvider(realm: StoredRealm, given: KeptObject, log: ImportLog): StoredRealm {
  const alias = String(given['alias']);
  const hasAlias = (item: KeptObject): boolean => item['alias'] === alias;
  const existing = listKept(realm, 'identityProviders').find(hasAlias);
  const known = existing === undefined ? undefined : String(existing['internalId'] ?? createUuid());
  const id = log.admit('IDP', alias, known);
  if (id === undefined) return realm;
  const provider = { ...newProvider(given), internalId: id };
  return existing === undefined
    ? addKept(realm, 'identityProviders', provider)
    : changeKept(realm, 'identityProviders', hasAlias, () => provider);
}

/** A group of the file with its descendants, all of them with new IDs but itself. */
function newGroup(
  given: GroupRepresentation,
  id: string,
  parent: PlacedParent | undefined,
): GroupRepresentation {
  const { parentId: _parentId, ...members } = given;
  const path = groupPath(parent?.path ?? '', given.name);
  return {
    ...members,
    id,
    path,
    ...(parent === undefined ? {} : { parentId: parent.id }),
    subGroups: (given.subGroups ?? []).map((child) => newGroup(child, createUuid(), { id, path })),
    attributes: given.attributes ?? {},
    realmRoles: given.realmRoles ?? [],
    clientRoles: given.clientRoles ?? {},
  };
}

interface PlacedParent {
  readonly id: string;
  readonly path: string;
}

function importGroup(realm: StoredRealm, given: GroupRepresentation, log: ImportLog): StoredRealm {
  const existing = realm.groups?.find(({ name }) => name === given.name);
  const id = log.admit('GROUP', groupPath('', given.name), existing?.id);
  if (id === undefined) return realm;
  return { ...realm, groups: replaceOrAdd(realm.groups, newGroup(given, id, undefined)) };
}

/**
 * The realm after the import of everything but users, in Keycloak's order.
 * @throws {AdminError} 409 when something exists and the policy is FAIL; 400 for roles of an unknown client.
 */
export function importParts(before: StoredRealm, given: PartialImport, log: ImportLog): StoredRealm {
  let realm = before;
  for (const client of given.clients ?? []) realm = importClient(realm, client, log);
  realm = importRoles(realm, undefined, given.roles?.realm ?? [], log);
  for (const [clientId, roles] of Object.entries(given.roles?.client ?? {}))
    realm = importRoles(realm, clientId, roles, log);
  for (const provider of given.identityProviders ?? []) realm = importProvider(realm, provider, log);
  for (const group of given.groups ?? []) realm = importGroup(realm, group, log);
  return realm;
}
