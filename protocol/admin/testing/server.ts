// A server for tests of the admin API: real sockets, a memory store, a movable clock, tokens for any user.

import { type Clock, nowInSeconds } from '#protocol/clock.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { importRealm, type RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { Store, StoredRealm, UserSession } from '#protocol/store/store.ts';
import {
  type ComposedServerSetup,
  type ComposedTestServer,
  startComposedServer,
} from '#protocol/testing/composed-server.ts';
import { preparedKeys, withPreparedKeys } from '#protocol/testing/realm-keys.ts';
import { checkDescribed } from './openapi.ts';

/** A realm with administrators of different power, a client with roles, and groups. */
const SHOP: RealmRepresentation = {
  realm: 'shop',
  futureMember: { kept: true },
  attributes: { 'understudy.oneClickSignIn': 'true' },
  roles: {
    realm: [{ name: 'clerk' }, { name: 'boss', composite: true, composites: { realm: ['clerk'] } }],
    client: { till: [{ name: 'open' }] },
  },
  groups: [{ name: 'staff', subGroups: [{ name: 'night' }] }, { name: 'guests' }],
  clients: [
    {
      clientId: 'till',
      secret: 'till-secret',
      redirectUris: ['http://127.0.0.1/*'],
      publicClient: false,
      serviceAccountsEnabled: true,
    },
    { clientId: 'page', publicClient: true },
  ],
  users: [
    {
      username: 'ann',
      firstName: 'Ann',
      email: 'ann@example.test',
      groups: ['/staff'],
      realmRoles: ['clerk'],
      credentials: [{ type: 'password', value: 'ann-password' }],
    },
    { username: 'viewer', clientRoles: { 'realm-management': ['view-users', 'view-clients'] } },
    {
      username: 'manager',
      clientRoles: {
        'realm-management': [
          'manage-users',
          'manage-realm',
          'manage-clients',
          'view-users',
          'view-realm',
          'view-clients',
        ],
      },
    },
  ],
};

/** What most list items of the admin API have in common. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

interface Answer<Body> {
  readonly status: number;
  /** Parsed JSON, typed as the caller expects it; undefined for an empty body. */
  readonly body: Body;
  readonly headers: Headers;
  /** Last segment of `Location`. */
  readonly createdId: string;
}

interface CallOptions {
  readonly body?: unknown;
  /** Default: the server's administrator. Null: no token. */
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
}

export interface AdminTestServer extends ComposedTestServer {
  /** A token of the server's administrator. */
  readonly token: string;
  /** A token of any user, with a new session. */
  tokenOf(realmName: string, username: string, clientId?: string): Promise<string>;
  /** Also checks that the OpenAPI document describes the response, below /emulator/v1. */
  call<Body = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  /** The id of a user of realm shop. */
  userId(username: string): Promise<string>;
  /** The id of a client of realm shop. */
  clientUuid(clientId: string): string;
}

export function namesOf(list: readonly Named[]): string[] {
  return list.map(({ name }) => name);
}

function requestOf(method: string, options: CallOptions, token: string): RequestInit {
  const sent = options.token === undefined ? token : options.token;
  const { body } = options;
  const headers = new Headers();
  if (sent !== null) headers.set('authorization', `Bearer ${sent}`);
  if (body !== undefined)
    headers.set('content-type', typeof body === 'string' ? 'text/plain' : 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  if (body === undefined) return { method, headers };
  const isText = headers.get('content-type') === 'text/plain';
  return { method, headers, body: isText ? String(body) : JSON.stringify(body) };
}

async function readAnswer<Body>(response: Response): Promise<Answer<Body>> {
  const text = await response.text();
  const location = response.headers.get('location') ?? '';
  return {
    status: response.status,
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
    headers: response.headers,
    createdId: decodeURIComponent(location.slice(location.lastIndexOf('/') + 1)),
  };
}

/** A token of a user who has just signed in to a client. */
async function issueToken(
  { store, clock, tokenIssuer, baseUrl }: ComposedTestServer,
  realmName: string,
  username: string,
  clientId: string,
): Promise<string> {
  const stored = store.realms.find(realmName);
  if (stored === undefined) throw new TypeError(`there is no realm ${realmName}`);
  const realm = viewRealm(stored);
  const user = await store.users.findByUsername(realm.id, username);
  const client = realm.clients.get(clientId);
  if (user === undefined || client === undefined) throw new TypeError('there is no such user or client');
  const now = clock.now();
  const session: UserSession = {
    id: createUuid(),
    realmId: realm.id,
    userId: user.id,
    username,
    offline: false,
    startedAt: now,
    lastAccessAt: now,
    authenticatedAt: now,
    rememberMe: false,
    ipAddress: '127.0.0.1',
    flow: 'test',
    clients: { [client.id]: { clientUuid: client.id, startedAt: now, lastRefreshAt: now, scope: '' } },
  };
  await store.sessions.create(session);
  const context = { realm, issuer: `${baseUrl}/realms/${realmName}`, clock };
  const issued = await tokenIssuer.issue(context, {
    client,
    user,
    session,
    scopes: client.defaultScopes,
    openid: false,
    nonce: undefined,
    authTime: nowInSeconds(clock),
    acr: '1',
    tokenIdPrefix: 'na',
    refreshable: false,
    notes: {},
  });
  return issued.access_token;
}

async function createRealms(deps: RealmImportDeps, clock: Clock): Promise<void> {
  const master = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
  await deps.store.realms.create({ ...master.realm, components: preparedKeys() }, master.users);
  await importRealm({ ...deps, log: silentLogger }, withPreparedKeys(SHOP), clock);
}

/** Finds ids in realm `shop`. */
function lookups(store: Store): Pick<AdminTestServer, 'userId' | 'clientUuid'> {
  const shop = (): StoredRealm | undefined => store.realms.find('shop');
  return {
    userId: async (username) => {
      const user = await store.users.findByUsername(shop()?.id ?? '', username);
      if (user === undefined) throw new TypeError(`there is no user ${username}`);
      return user.id;
    },
    clientUuid: (clientId) => {
      const client = shop()?.clients?.find((candidate) => candidate.clientId === clientId);
      if (client?.id === undefined) throw new TypeError(`there is no client ${clientId}`);
      return client.id;
    },
  };
}

/** Starts the server with realms `master` (administrator `admin`) and `shop`. */
export async function startAdminServer(
  options: ComposedServerSetup['options'] = {},
): Promise<AdminTestServer> {
  const server = await startComposedServer({ prepare: createRealms, options });
  const { baseUrl, store } = server;
  const token = await issueToken(server, 'master', 'admin', 'admin-cli');
  return {
    ...server,
    token,
    tokenOf: (realmName, username, clientId = 'admin-cli') =>
      issueToken(server, realmName, username, clientId),
    call: async (method, path, options = {}) => {
      const answer = await readAnswer(await fetch(baseUrl + path, requestOf(method, options, token)));
      checkDescribed(method, path, answer.status, answer.body);
      return answer as Answer<never>;
    },
    ...lookups(store),
  };
}
