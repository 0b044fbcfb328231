// A test realm with one administrator per management role, and objects with more rights than most of them.

import type { RealmRepresentation, RoleRepresentation } from '#protocol/contract/realm-representation.ts';
import { managementRoleNames } from '#protocol/realm/file/built-in/roles.ts';
import { collect } from '#protocol/store/collect.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { type AdminTestServer, startAdminServer } from './server.ts';

/** The client whose roles give power over the realm. */
const MANAGEMENT = 'realm-management';

/** Secrets of the realm, none of which the admin API shows. */
export const MART_SECRETS = {
  mail: 'mail-secret',
  mailToken: 'mail-token-secret',
  provider: 'provider-secret',
  directory: 'directory-secret',
  signing: 'signing-key-material',
} as const;

/** The key that answers the realm's prompts. */
export const MART_DEVICE_KEY = 'device-key-of-the-mart';

function administrator(username: string, ...names: string[]) {
  return { username, clientRoles: { [MANAGEMENT]: names } };
}

function mart(): RealmRepresentation {
  const power = { clientRoles: { [MANAGEMENT]: ['realm-admin'] } };
  return {
    realm: 'mart',
    attributes: { 'understudy.device.key': MART_DEVICE_KEY, kept: 'yes' },
    smtpServer: {
      host: 'mail.test',
      password: MART_SECRETS.mail,
      authTokenClientSecret: MART_SECRETS.mailToken,
    },
    identityProviders: [{ alias: 'other', config: { clientId: 'x', clientSecret: MART_SECRETS.provider } }],
    organizationsEnabled: true,
    organizations: [
      {
        id: 'guild',
        name: 'guild',
        members: [{ username: 'clerk' }],
        identityProviders: [{ alias: 'other' }],
      },
    ],
    userFederationProviders: [{ id: 'old', config: { bindCredential: MART_SECRETS.directory } }],
    privateKey: MART_SECRETS.signing,
    components: {
      'org.keycloak.storage.UserStorageProvider': [
        {
          id: 'directory',
          name: 'directory',
          providerId: 'ldap',
          config: { bindCredential: [MART_SECRETS.directory] },
        },
      ],
    },
    roles: {
      realm: [
        { name: 'clerk' },
        { name: 'chief', composite: true, composites: { client: { [MANAGEMENT]: ['realm-admin'] } } },
      ],
    },
    groups: [
      { name: 'chiefs', ...power, subGroups: [{ name: 'deputies' }] },
      { name: 'staff', subGroups: [{ name: 'night' }] },
    ],
    clients: [
      {
        clientId: 'till',
        secret: 'till-secret',
        serviceAccountsEnabled: true,
        redirectUris: ['http://127.0.0.1/*'],
      },
      {
        clientId: 'robot',
        secret: 'robot-secret',
        serviceAccountsEnabled: true,
        attributes: { 'saml.signing.private.key': 'robot-key' },
        protocolMappers: [
          {
            id: 'lifter',
            name: 'lifter',
            protocolMapper: 'oidc-hardcoded-role-mapper',
            config: { role: `${MANAGEMENT}.manage-realm` },
          },
        ],
      },
    ],
    users: [
      { username: 'clerk', credentials: [{ type: 'password', value: 'clerk-password' }], groups: ['/staff'] },
      { username: 'nobody' },
      {
        ...administrator('boss', 'realm-admin'),
        credentials: [{ type: 'password', value: 'boss-password' }],
      },
      { username: 'chief', groups: ['/chiefs'] },
      { username: 'service-account-robot', serviceAccountClientId: 'robot', ...power },
      ...['realm-admin', ...managementRoleNames()].map((name) => administrator(`only-${name}`, name)),
    ],
  };
}

/** A server with the realms `mart` and `shop`, for tests of permissions. */
export interface MartServer extends AdminTestServer {
  /**
   * A path below `/admin/realms/mart`; `{user:boss}`, `{client:…}`, `{group:…}`, `{role:…}`, `{managed:…}`
   * and `{scope:…}` are replaced with ids.
   */
  place(path: string): Promise<string>;
  /** A management role, as request bodies name it. */
  managed(name: string): Pick<RoleRepresentation, 'id' | 'name'>;
  /** The stored realm and its users. */
  state(): Promise<{ readonly realm: StoredRealm; readonly users: readonly StoredUser[] }>;
}

function need<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new TypeError(`the realm has no ${what}`);
  return value;
}

type Finder = (name: string) => Promise<string | undefined>;

function finders(server: AdminTestServer): Readonly<Record<string, Finder>> {
  const realm = (): StoredRealm => need(server.store.realms.find('mart'), 'mart');
  const groups = () => (realm().groups ?? []).flatMap((group) => [group, ...(group.subGroups ?? [])]);
  return {
    user: async (name) => (await server.store.users.findByUsername(realm().id, name))?.id,
    client: async (name) => realm().clients?.find(({ clientId }) => clientId === name)?.id,
    group: async (name) => groups().find((group) => group.name === name)?.id,
    role: async (name) => realm().roles?.realm?.find((role) => role.name === name)?.id,
    managed: async (name) => realm().roles?.client?.[MANAGEMENT]?.find((role) => role.name === name)?.id,
    scope: async (name) => realm().clientScopes?.find((scope) => scope.name === name)?.id,
  };
}

export async function startMartServer(): Promise<MartServer> {
  const server = await startAdminServer();
  const { status } = await server.call('POST', '/admin/realms', { body: mart() });
  if (status !== 201) throw new TypeError('the realm was not created');
  // The first token creates the realm's key; from here on, only calls change the realm.
  await server.tokenOf('mart', 'nobody');
  const find = finders(server);
  const place = async (path: string): Promise<string> => {
    let placed = path;
    for (const [text, kind = '', name = ''] of path.matchAll(/\{(\w+):([\w-]+)\}/g))
      placed = placed.replace(text, need(await find[kind]?.(name), `${kind} ${name}`));
    return `/admin/realms/mart${placed}`;
  };
  return {
    ...server,
    place,
    managed(name) {
      const roles = server.store.realms.find('mart')?.roles?.client?.[MANAGEMENT] ?? [];
      const role = need(
        roles.find((each) => each.name === name),
        `role ${name}`,
      );
      return { name, ...(role.id === undefined ? {} : { id: role.id }) };
    },
    async state() {
      const realm = need(server.store.realms.find('mart'), 'mart');
      return { realm, users: await collect(server.store.users.each(realm.id)) };
    },
  };
}
