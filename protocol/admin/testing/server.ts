// A server for the tests of this folder: the admin API over real sockets, memory store, a clock moved by hand, tokens for any user.

import { type ActivityRecorder, createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { createMovableClock, type MovableClock, nowInSeconds } from '#protocol/clock.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Route } from '#protocol/http/exchange.ts';
import { createHostPolicy } from '#protocol/http/host-policy.ts';
import { createHttpServer } from '#protocol/http/http-server.ts';
import { createLogTail, type WritableLogTail } from '#protocol/log/log-tail.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { type CollectingLogger, createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { importRealm, type RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { createRealmClocks } from '#protocol/realm/realm-clocks.ts';
import type { NotBeforePush } from '#protocol/realm/sessions/not-before-push.ts';
import {
  createSessionEnder,
  type LogoutNotice,
  type SessionEnder,
} from '#protocol/realm/sessions/sessions.ts';
import { type BruteForceDetection, createBruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { Store, StoredRealm, UserSession } from '#protocol/store/store.ts';
import { createTokenIssuer, type TokenIssuer } from '#protocol/token/token-issuer.ts';
import { createTokenVerifier } from '#protocol/token/token-verifier.ts';
import { createSampleApplications } from '../emulator-api/sample-applications.ts';
import { createAdminRoutes } from '../routes.ts';
import { createTestDesk, type TestDesk } from './desk.ts';
import { createTestFormats } from './formats.ts';
import { createImportDeps } from './import.ts';
import { createTestSettings, type TestSettings } from './settings.ts';

/** How many records the log keeps. */
const TEST_LOG_CAPACITY = 50;

/** Begin of 2030, so that nothing passes by accident of the real date. */
const START = Date.UTC(2030, 0, 1);

/** A realm with administrators of different power, a client with roles, and a group. */
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

/** What most lists of the admin API have in common. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** An answer of the server. */
interface Answer<Body> {
  readonly status: number;
  /** Parsed JSON as the caller expects it; undefined when the body was empty. */
  readonly body: Body;
  readonly headers: Headers;
  /** Last segment of `Location`. */
  readonly createdId: string;
}

/** What a call sends beside method and path. */
interface CallOptions {
  readonly body?: unknown;
  /** Default: the server's administrator. Null: no token. */
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
}

/** The running server. */
export interface AdminTestServer {
  readonly baseUrl: string;
  /** Everything that the admin API answers. */
  readonly routes: readonly Route[];
  readonly store: Store;
  readonly bruteForce: BruteForceDetection;
  readonly clock: MovableClock;
  readonly activity: ActivityRecorder;
  readonly log: CollectingLogger;
  /** What stands in for the authentication device. */
  readonly desk: TestDesk;
  /** What the log's paths read; tests write into it. */
  readonly logTail: WritableLogTail;
  /** What stands in for the settings. */
  readonly settings: TestSettings;
  /** Sessions that were ended, in order. */
  readonly ended: readonly UserSession[];
  /** clientIds of the clients that were to be told since when tokens are good, in order. */
  readonly pushed: readonly string[];
  /** A token of the server's administrator. */
  readonly token: string;
  /** A token of any user, with a new session. */
  tokenOf(realmName: string, username: string, clientId?: string): Promise<string>;
  /** A call below the server's root. */
  call<Body = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  /** The id of a user of realm shop. */
  userId(username: string): Promise<string>;
  /** The id of a client of realm shop. */
  clientUuid(clientId: string): string;
  stop(): Promise<void>;
}

/** The names of a list. */
export function namesOf(list: readonly Named[]): string[] {
  return list.map(({ name }) => name);
}

/** What a call sends over HTTP. */
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

interface TokenSource {
  readonly store: Store;
  readonly clock: MovableClock;
  readonly issuer: TokenIssuer;
  readonly baseUrl: string;
}

/** A token of a user who has just signed in to a client. */
async function issueToken(
  { store, clock, issuer, baseUrl }: TokenSource,
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
  store.sessions.save(session);
  const context = { realm, issuer: `${baseUrl}/realms/${realmName}`, clock };
  const issued = await issuer.issue(context, {
    client,
    user,
    session,
    scopes: client.defaultScopes,
    openid: false,
    nonce: undefined,
    authTime: nowInSeconds(clock),
    acr: '1',
    grant: 'na',
    refreshable: false,
    notes: {},
  });
  return issued.access_token;
}

/** A store with realms `master` (administrator `admin`) and `shop`. */
async function createRealms(clock: MovableClock): Promise<RealmImportDeps> {
  const store = createMemoryStore();
  const deps = createImportDeps(store, silentLogger);
  const master = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
  await store.realms.create(master.realm, master.users);
  await importRealm(deps, SHOP, clock);
  return deps;
}

function sessionEnder(store: Store, ended: UserSession[]): SessionEnder {
  const endSession = (_context: unknown, session: UserSession): Promise<readonly LogoutNotice[]> => {
    ended.push(session);
    return Promise.resolve([]);
  };
  return createSessionEnder(store.sessions, () => [{ endSession }]);
}

/** Every client with an Admin URL takes the news. */
function notBeforePush(pushed: string[]): NotBeforePush {
  return (_context, clients) => {
    pushed.push(...clients.map(({ clientId }) => clientId));
    const told = clients.filter(({ representation }) => representation.adminUrl !== undefined);
    return Promise.resolve({ successRequests: told.map(({ clientId }) => clientId), failedRequests: [] });
  };
}

/** Ids of what stands in realm `shop`. */
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
export async function startAdminServer(): Promise<AdminTestServer> {
  const clock = createMovableClock({ now: () => START });
  const clocks = createRealmClocks(clock);
  const log = createCollectingLogger('admin');
  const activity = createActivityRecorder({ clock });
  const imported = await createRealms(clock);
  const { store } = imported;
  const keys = createRealmKeys(store.realms, clock);
  const [ended, pushed]: [UserSession[], string[]] = [[], []];
  const bruteForce = createBruteForceDetection(store.users);
  const desk = createTestDesk();
  const logTail = createLogTail(TEST_LOG_CAPACITY);
  const settings = createTestSettings();
  const routes = createAdminRoutes({
    ...imported,
    bruteForce,
    keys,
    activity,
    clocks,
    log,
    verifier: createTokenVerifier({ keys, store }),
    endSession: sessionEnder(store, ended),
    pushNotBefore: notBeforePush(pushed),
    device: desk.device,
    ...createTestFormats(),
    applications: createSampleApplications({ folder: 'missing', log }),
    serverInfo: () => ({ version: '0.0.1', addresses: [], features: [], dataDir: 'data', runtime: 'node' }),
    settings: settings.settings,
    logTail,
  });
  const server = createHttpServer({
    routes,
    realms: store.realms,
    clocks,
    clock,
    log,
    activity,
    hosts: createHostPolicy({ httpHost: '127.0.0.1' }),
    hsts: false,
  });
  const baseUrl = `http://127.0.0.1:${(await server.listen('127.0.0.1', 0)).port}`;
  const source = { store, clock, issuer: createTokenIssuer({ keys }), baseUrl };
  const token = await issueToken(source, 'master', 'admin', 'admin-cli');
  return {
    baseUrl,
    routes,
    store,
    bruteForce,
    clock,
    activity,
    log,
    desk,
    settings,
    logTail,
    ended,
    pushed,
    token,
    tokenOf: (realmName, username, clientId = 'admin-cli') =>
      issueToken(source, realmName, username, clientId),
    call: async (method, path, options = {}) =>
      readAnswer(await fetch(baseUrl + path, requestOf(method, options, token))),
    ...lookups(store),
    stop: () => server.close(0),
  };
}
