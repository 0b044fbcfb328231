// The master realm: its administrator, and the clients whose roles manage the realms.
import type { Clock } from '#protocol/clock.ts';
import type {
  ClientRepresentation,
  RealmRepresentation,
  RoleRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import type { Store, StoredRealm } from '#protocol/store/store.ts';
import { bearerOnlyClient } from './file/built-in/clients.ts';
import { defaultRoleName, managementRoleNames, managementRoles, role } from './file/built-in/roles.ts';
import { normalizeClient } from './file/normalize-client.ts';
import { type NormalizedRealm, normalizeRealm, withMissingRoles } from './file/normalize-realm.ts';
import { followInRealm, followInUsers, type Rename } from './references/follow-references.ts';
import { serviceAccountName } from './users/service-account.ts';

/** Lifespan of the master realm's access tokens in seconds. Compat: the value of Keycloak's bootstrap. */
const MASTER_TOKEN_SECONDS = 60;

const BARE_MASTER: RealmRepresentation = {
  realm: 'master',
  displayName: 'Understudy',
  accessTokenLifespan: MASTER_TOKEN_SECONDS,
};

/** A client with role admin. */
export interface ServiceAccount {
  readonly clientId: string;
  readonly secret: string;
}

interface Administrator {
  readonly username: string;
  readonly password: string;
}

/**
 * The master realm of a new data directory: `file` with what every master has. The administrator's password is
 * hashed provisionally; a user or client of the file that has the name of an administrator is kept instead.
 * @throws {RealmFileError} for an invalid file.
 */
export function createMasterRealm(
  administrator: Administrator | undefined,
  clock: Clock,
  file: RealmRepresentation = BARE_MASTER,
  serviceAccount?: ServiceAccount,
): NormalizedRealm {
  const bare = normalizeRealm(file, clock, (checked) => {
    const complete = {
      ...checked,
      roles: { ...checked.roles, realm: withMissingRoles(checked.roles?.realm ?? [], masterRoles()) },
      users: withAdministrator(checked, administrator),
    };
    return serviceAccount === undefined ? complete : withServiceAccount(complete, serviceAccount);
  });
  return { ...bare, realm: addRealmToMaster(bare.realm, 'master') };
}

/** Whether a file has a user of this name, which is not case-sensitive. */
export function hasUser(file: RealmRepresentation | undefined, username: string): boolean {
  const name = username.trim().toLowerCase();
  return file?.users?.some((user) => user.username?.trim().toLowerCase() === name) === true;
}

/** Whether a file has a client with this ID. */
export function hasClient(file: RealmRepresentation | undefined, clientId: string): boolean {
  return file?.clients?.some((client) => client.clientId === clientId) === true;
}

const masterRoles = (): RoleRepresentation[] => [
  role('create-realm'),
  role('admin', { composites: { realm: ['create-realm'], client: {} } }),
];

function withAdministrator(
  file: RealmRepresentation,
  administrator: Administrator | undefined,
): UserRepresentation[] {
  const { users = [] } = file;
  if (administrator === undefined || hasUser(file, administrator.username)) return users;
  const { username, password } = administrator;
  const credentials = [{ type: 'password', value: password }];
  return [...users, { username, credentials, realmRoles: ['admin', defaultRoleName('master')] }];
}

/** Adds the client, and the user with its roles. */
function withServiceAccount<Realm extends RealmRepresentation>(
  realm: Realm,
  { clientId, secret }: ServiceAccount,
): Realm {
  const { clients = [], users = [] } = realm;
  if (hasClient(realm, clientId)) return realm;
  const client = serviceAccountClient({ clientId, secret });
  const user = {
    username: serviceAccountName(clientId),
    serviceAccountClientId: clientId,
    realmRoles: ['admin', defaultRoleName('master')],
  };
  return { ...realm, clients: [...clients, client], users: [...users, user] };
}

/** The client of an administrator's service account. */
export function serviceAccountClient({ clientId, secret }: ServiceAccount): ClientRepresentation {
  return {
    clientId,
    secret,
    publicClient: false,
    serviceAccountsEnabled: true,
    standardFlowEnabled: false,
    directAccessGrantsEnabled: false,
    fullScopeAllowed: true,
  };
}

function managementClientId(realmName: string): string {
  return `${realmName}-realm`;
}

/** Master with the client and roles that manage a realm; its `admin` role contains them. Idempotent. */
export function addRealmToMaster(master: StoredRealm, realmName: string): StoredRealm {
  const clientId = managementClientId(realmName);
  if (master.clients?.some((client) => client.clientId === clientId) === true) return master;
  const client = normalizeClient(master, bearerOnlyClient(clientId, `${realmName} Realm`));
  const owned = managementRoles(clientId, false).map((each) => ({
    ...each,
    clientRole: true,
    containerId: client.id ?? '',
    attributes: {},
  }));
  return {
    ...master,
    clients: [...(master.clients ?? []), client],
    roles: {
      ...master.roles,
      realm: mapAdmin(master, (contained) => ({ ...contained, [clientId]: managementRoleNames() })),
      client: { ...master.roles?.client, [clientId]: owned },
    },
  };
}

/** What happens to the client that manages a realm when the realm is renamed, or removed (`to` undefined). */
export function managementRename(from: string, to: string | undefined): Rename {
  return {
    kind: 'client',
    from: managementClientId(from),
    to: to === undefined ? undefined : managementClientId(to),
  };
}

/**
 * After a realm was renamed, or removed (`to` undefined): so is the client that manages it, with the roles that others
 * have of it. Realms in memory only have none. A master that is out of service is left as it is.
 */
export async function followInMaster(
  { realms, users }: Pick<Store, 'realms' | 'users'>,
  from: string,
  to: string | undefined,
): Promise<void> {
  const rename = managementRename(from, to);
  const known = realms.find('master')?.clients?.some(({ clientId }) => clientId === rename.from);
  const isMissing = to !== undefined && !realms.isTransient(realms.find(to)?.id ?? '');
  if (known !== true && !(isMissing && realms.find('master') !== undefined)) return;
  const master = await realms.update('master', (current) => followRealmInMaster(current, from, to));
  await followInUsers(users, master.id, rename);
}

/** Master after a realm is renamed or removed: so is its client, with the roles that others have of it. */
export function followRealmInMaster(master: StoredRealm, from: string, to: string | undefined): StoredRealm {
  const rename = managementRename(from, to);
  const clients = (master.clients ?? []).flatMap((client) => {
    if (client.clientId !== rename.from) return [client];
    return rename.to === undefined ? [] : [{ ...client, clientId: rename.to, name: `${to} Realm` }];
  });
  const followed = followInRealm({ ...master, clients }, rename);
  return to === undefined ? followed : addRealmToMaster(followed, to);
}

function mapAdmin(
  master: StoredRealm,
  change: (contained: Record<string, string[]>) => Record<string, string[]>,
): RoleRepresentation[] {
  return (master.roles?.realm ?? []).map((each) => {
    if (each.name !== 'admin') return each;
    return {
      ...each,
      composite: true,
      composites: { ...each.composites, client: change(each.composites?.client ?? {}) },
    };
  });
}
