// Roles that a realm file names without defining them: Keycloak creates those of users, groups and scope mappings,
// and refuses a composite that contains one.
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
