// Test fixture: a realm, the sign-in pages on a real server, and a small protocol that requests sign-ins.

import { type ActivityRecorder, createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { type Clock, createMovableClock, type MovableClock } from '#protocol/clock.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, RealmRoute } from '#protocol/http/exchange.ts';
import { createHostPolicy } from '#protocol/http/host-policy.ts';
import { createHttpServer } from '#protocol/http/http-server.ts';
import { jsonReply, redirectReply } from '#protocol/http/replies.ts';
import { type CollectingLogger, createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { createBruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import { createPasswordChecker } from '#protocol/realm/users/credentials.ts';
import { createOneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { Store, UserSession } from '#protocol/store/store.ts';
import { withPreparedKey } from '#protocol/testing/realm-keys.ts';
import { withCookies } from '../browser-cookies.ts';
import { createLogin } from '../dispatcher.ts';
import type { Login, SignInProtocol, SignInRequest } from '../sign-in.ts';

/** Where the fixture's protocol sends users back to. */
export const CALLBACK = 'http://app.test/callback';

export interface LoginFixture {
  readonly baseUrl: string;
  readonly store: Store;
  readonly clock: MovableClock;
  readonly activity: ActivityRecorder;
  readonly log: CollectingLogger;
  readonly ended: readonly UserSession[];
  /** Refusals reported to the client. */
  readonly refused: readonly OAuthError[];
  close(): Promise<void>;
}

const PEOPLE: NonNullable<RealmRepresentation['users']> = [
  {
    id: 'alice-id',
    username: 'alice',
    email: 'alice@example.test',
    firstName: 'Alice',
    lastName: 'Liddell',
    enabled: true,
    credentials: [{ type: 'password', value: 'alice-password' }],
  },
  {
    id: 'bob-id',
    username: 'bob',
    enabled: true,
    credentials: [{ type: 'password', value: 'bob-password' }],
  },
  {
    id: 'dora-id',
    username: 'dora',
    enabled: false,
    credentials: [{ type: 'password', value: 'dora-password' }],
  },
  { id: 'nora-id', username: 'nora', enabled: true },
];

/** Realm `r`. User dora is disabled, nora has no password; client `asking` requires consent. */
function describeRealm(changes: Partial<RealmRepresentation> = {}): RealmRepresentation {
  return {
    id: 'r-id',
    realm: 'r',
    displayName: 'Realm <R>',
    enabled: true,
    clients: [
      {
        clientId: 'shop',
        name: 'Shop & <Co>',
        publicClient: true,
        rootUrl: 'http://shop.test',
        baseUrl: '/home',
      },
      { clientId: 'plain', publicClient: true },
      { clientId: 'asking', publicClient: true, consentRequired: true },
    ],
    users: PEOPLE,
    ...changes,
  };
}

function readRequest(exchange: RealmExchange): SignInRequest {
  const { query, activity } = exchange;
  const maxAge = query.get('max_age');
  return {
    protocol: 'test',
    clientId: query.get('client_id') ?? 'shop',
    passive: query.has('passive'),
    forceLogin: query.has('force'),
    maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge),
    loginHint: query.get('login_hint'),
    uiLocales: undefined,
    forceConsent: query.has('consent'),
    ...(query.has('acr') ? { acr: { values: query.all('acr'), essential: query.has('essential') } } : {}),
    flow: activity.flow,
    data: { state: query.get('state') ?? 'none' },
  };
}

function stateOf(request: SignInRequest): string {
  const { data } = request;
  return typeof data === 'object' && data !== null && 'state' in data ? String(data.state) : '';
}

function createTestProtocol(refused: OAuthError[]): SignInProtocol {
  return {
    complete: async (_exchange, request, { user, session, interactive, acr }) => {
      const answer = {
        user: user.username,
        sid: session.id,
        interactive: String(interactive),
        acr,
        state: stateOf(request),
      };
      return redirectReply(`${CALLBACK}?${new URLSearchParams(answer)}`);
    },
    refuse: async (_exchange, request, error) => {
      refused.push(error);
      const answer = { error: error.code, error_description: error.description, state: stateOf(request) };
      return redirectReply(`${CALLBACK}?${new URLSearchParams(answer)}`);
    },
    consent: ({ realm }, request) => {
      const client = realm.clients.get(request.clientId);
      if (client === undefined || !client.consentRequired) return undefined;
      return { client, scopes: client.defaultScopes };
    },
  };
}

function listTestRoutes(login: Login): RealmRoute[] {
  const question = (exchange: RealmExchange) => ({
    action: `${exchange.baseUrl}/realms/${exchange.realm.name}/test/sign-out`,
    clientId: exchange.query.get('client_id'),
    data: 'bye',
  });
  return [
    {
      realm: true,
      method: 'GET',
      path: '/realms/:realm/test/sign-in',
      title: 'Test sign-in',
      handle: (exchange) => login.begin(exchange, readRequest(exchange)),
    },
    {
      realm: true,
      method: 'GET',
      path: '/realms/:realm/test/session',
      handle: async (exchange) => jsonReply(200, (await login.currentSession(exchange)) ?? null),
    },
    {
      realm: true,
      method: 'GET',
      path: '/realms/:realm/test/sign-out',
      handle: (exchange) => login.askLogout(exchange, question(exchange)),
    },
    {
      realm: true,
      method: 'POST',
      path: '/realms/:realm/test/sign-out',
      body: 'form',
      handle: (exchange) => {
        const taken = login.takeLogout(exchange);
        return withCookies(
          jsonReply(200, taken ?? null),
          taken === undefined ? [] : login.expireCookies(exchange),
        );
      },
    },
  ];
}

const START: Clock = { now: () => Date.UTC(2026, 0, 5, 9, 0, 0) };

/** Starts the pages on a free port of the loopback interface. */
export async function startLogin(changes: Partial<RealmRepresentation> = {}): Promise<LoginFixture> {
  const clock = createMovableClock(START);
  const log = createCollectingLogger();
  const store = createMemoryStore();
  for (const file of [
    describeRealm(changes),
    { ...describeRealm(), id: 'other-id', realm: 'other', users: [] },
  ]) {
    const { realm, users } = normalizeRealm(withPreparedKey(file), clock);
    await store.realms.create(realm, users);
  }
  const ended: UserSession[] = [];
  const refused: OAuthError[] = [];
  const protocol = createTestProtocol(refused);
  const login = createLogin({
    store,
    bruteForce: createBruteForceDetection(store.users),
    oneTimeCodes: createOneTimeCodes(store),
    keys: createRealmKeys(store.realms, clock),
    passwords: createPasswordChecker({ users: store.users, log }),
    protocols: () => ({ test: protocol }),
    signOutProtocols: () => ({}),
    frontChannel: () => [],
    endSession: async (_exchange, session) => {
      ended.push(session);
      store.sessions.remove(session.realmId, session.id);
      return [];
    },
  });
  const activity = createActivityRecorder({ capacity: 100, clock });
  const server = createHttpServer({
    routes: [...login.routes, ...listTestRoutes(login)],
    realms: store.realms,
    clocks: () => clock,
    clock,
    log,
    activity,
    hosts: createHostPolicy({ httpHost: '127.0.0.1' }),
    hsts: false,
  });
  const { host, port } = await server.listen('127.0.0.1', 0);
  const close = () => server.close(0);
  return { baseUrl: `http://${host}:${port}`, store, clock, activity, log, ended, refused, close };
}
