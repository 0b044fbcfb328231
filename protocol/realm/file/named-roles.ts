// Roles that a realm file names without defining them: Keycloak creates those of users, groups and scope mappings,
// and refuses a composite that contains one. Clients that it names must exist.
import type {
  CompositesRepresentation,
  GroupRepresentation,
  RealmRepresentation,
  RoleRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { RealmFileError } from './realm-file-error.ts';

/** Role names: of the realm, and by clientId. */
interface NamedRoles {
  readonly realm: ReadonlySet<string>;
  readonly client: ReadonlyMap<string, ReadonlySet<string>>;
}

class Collection {
  readonly realm = new Set<string>();
  readonly client = new Map<string, Set<string>>();

  add({
    realmRoles = [],
    clientRoles,
  }: Pick<UserRepresentation | GroupRepresentation, 'realmRoles' | 'clientRoles'>): void {
    for (const name of realmRoles) this.realm.add(name);
    // Most users have none; a large file has many users.
    if (clientRoles === undefined) return;
    for (const [clientId, names] of Object.entries(clientRoles)) this.addOf(clientId, names);
  }

  addGroups(groups: readonly GroupRepresentation[]): void {
    for (const group of groups) {
      this.add(group);
      this.addGroups(group.subGroups ?? []);
    }
  }

  addOf(clientId: string, names: readonly string[]): void {
    const known = this.client.get(clientId) ?? new Set();
    for (const name of names) known.add(name);
    this.client.set(clientId, known);
  }
}

/** The roles that users, groups and scope mappings name. */
export function listNamedRoles(
  file: Pick<RealmRepresentation, 'groups' | 'scopeMappings' | 'clientScopeMappings'>,
  users: readonly UserRepresentation[],
): NamedRoles {
  const named = new Collection();
  for (const user of users) named.add(user);
  named.addGroups(file.groups ?? []);
  for (const { roles = [] } of file.scopeMappings ?? []) named.add({ realmRoles: roles });
  for (const [clientId, mappings] of Object.entries(file.clientScopeMappings ?? {}))
    for (const { roles = [] } of mappings) named.addOf(clientId, roles);
  return named;
}

/** Every role of the realm with its path in the file. */
function* rolesByPath(
  realm: readonly RoleRepresentation[],
  client: Readonly<Record<string, readonly RoleRepresentation[]>>,
): Generator<readonly [path: string, role: RoleRepresentation]> {
  for (const each of realm) yield [`roles.realm.${each.name}`, each];
  for (const [clientId, roles] of Object.entries(client))
    for (const each of roles) yield [`roles.client.${clientId}.${each.name}`, each];
}

/**
 * Checks that composite roles contain only roles that are defined. Roles of clients that are not in `client` are
 * not checked if `mayLackClients`.
 * @throws {RealmFileError} naming the composite and the role.
 */
export function checkComposites(
  realm: readonly RoleRepresentation[],
  client: Readonly<Record<string, readonly RoleRepresentation[]>>,
  mayLackClients: boolean,
): void {
  const names = (roles: readonly RoleRepresentation[]): ReadonlySet<string> =>
    new Set(roles.map(({ name }) => name));
  const inRealm = names(realm);
  const inClients = new Map(Object.entries(client).map(([clientId, roles]) => [clientId, names(roles)]));
  for (const [path, { composites }] of rolesByPath(realm, client)) {
    const missing = findMissing(composites ?? {}, inRealm, inClients, mayLackClients);
    if (missing === undefined) continue;
    const { list, name } = missing;
    throw new RealmFileError(
      `${path}.composites.${list}`,
      `contains the role "${name}", which the file does not define`,
      `Define the role in roles.${list}, or remove it from the composite.`,
    );
  }
}

function findMissing(
  { realm = [], client = {} }: CompositesRepresentation,
  inRealm: ReadonlySet<string>,
  inClients: ReadonlyMap<string, ReadonlySet<string>>,
  mayLackClients: boolean,
): { readonly list: string; readonly name: string } | undefined {
  const missing = realm.find((name) => !inRealm.has(name));
  if (missing !== undefined) return { list: 'realm', name: missing };
  for (const [clientId, names] of Object.entries(client)) {
    const known = inClients.get(clientId);
    if (known === undefined && mayLackClients) continue;
    const unknown = names.find((name) => known?.has(name) !== true);
    if (unknown !== undefined) return { list: `client.${clientId}`, name: unknown };
  }
  return undefined;
}

type Holder = Pick<UserRepresentation | GroupRepresentation, 'clientRoles'>;

/** What holds roles of clients in a file, with its path. */
function* holdersByPath(
  { groups = [], clientScopeMappings }: Pick<RealmRepresentation, 'groups' | 'clientScopeMappings'>,
  users: readonly UserRepresentation[],
): Generator<readonly [path: string, clientIds: readonly string[]]> {
  const idsOf = ({ clientRoles }: Holder): readonly string[] =>
    clientRoles === undefined ? [] : Object.keys(clientRoles);
  for (let index = 0; index < users.length; index += 1) {
    const user = users[index];
    if (user?.clientRoles !== undefined) yield [`users[${index}].clientRoles`, idsOf(user)];
  }
  const below = function* (
    list: readonly GroupRepresentation[],
    path: string,
  ): ReturnType<typeof holdersByPath> {
    for (const [index, group] of list.entries()) {
      const at = `${path}[${index}]`;
      yield [`${at}.clientRoles`, idsOf(group)];
      yield* below(group.subGroups ?? [], `${at}.subGroups`);
    }
  };
  yield* below(groups, 'groups');
  yield ['clientScopeMappings', Object.keys(clientScopeMappings ?? {})];
}

/**
 * Checks that the clients whose roles users, groups and scope mappings have are there. Compat: Keycloak refuses the file.
 * @throws {RealmFileError} naming the place and the client.
 */
export function checkRoleOwners(
  file: Pick<RealmRepresentation, 'groups' | 'clientScopeMappings'>,
  users: readonly UserRepresentation[],
  isKnown: (clientId: string) => boolean,
): void {
  for (const [path, clientIds] of holdersByPath(file, users)) {
    const unknown = clientIds.find((clientId) => !isKnown(clientId));
    if (unknown !== undefined) throw unknownOwner(path, unknown);
  }
}

/** The refusal of a member that contains roles of a client that is not there. */
export function unknownOwner(path: string, clientId: string): RealmFileError {
  const remedy = `Add a client with clientId "${clientId}", or remove its roles.`;
  return new RealmFileError(`${path}.${clientId}`, 'belongs to a client that is not in the file', remedy);
}
