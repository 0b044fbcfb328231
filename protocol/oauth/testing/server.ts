// A server for the tests of this folder: real sockets, memory store, sign-in pages, a clock moved by hand, a client of every kind.
import { get } from 'node:http';
import { type ActivityRecorder, createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import {
  type ClientAuthentication,
  createClientAuthentication,
} from '#protocol/client-authentication/client-authentication.ts';
import { createEncryptionKeyFinder } from '#protocol/client-authentication/client-encryption-keys.ts';
import { type ClientKeys, createClientKeys } from '#protocol/client-authentication/client-keys.ts';
import { createRemoteJwks } from '#protocol/client-authentication/remote-jwks.ts';
import { createMovableClock, type MovableClock } from '#protocol/clock.ts';
import type { ActivityRefusal, ActivitySummary } from '#protocol/contract/activity.ts';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { createRealmKeys, type RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Route } from '#protocol/http/exchange.ts';
import { createHostPolicy } from '#protocol/http/host-policy.ts';
import { createHttpServer, type HttpServer } from '#protocol/http/http-server.ts';
import { createOutgoingCalls, type OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import { type CollectingLogger, createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createLogin } from '#protocol/login/dispatcher.ts';
import type { Login } from '#protocol/login/sign-in.ts';
import { TestBrowser, type TestPage } from '#protocol/login/testing/browser.ts';
import {
  type AuthenticationRequests,
  createAuthenticationRequests,
} from '#protocol/realm/authentication-requests.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { createSessionEnder } from '#protocol/realm/sessions/sessions.ts';
import { createBruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import { createPasswordChecker } from '#protocol/realm/users/credentials.ts';
import { createOneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { Store, UserSession } from '#protocol/store/store.ts';
import { createSignedClaims } from '#protocol/token/signed-claims.ts';
import { createTokenEncrypter } from '#protocol/token/token-encrypter.ts';
import { createTokenIssuer } from '#protocol/token/token-issuer.ts';
import { createTokenVerifier } from '#protocol/token/token-verifier.ts';
import { createBackChannelLogout } from '../logout/back-channel-logout.ts';
import { createOAuthRoutes } from '../routes.ts';
import { CALLBACK, describeRealm, WEB } from './realm.ts';

/** Begin of 2030, so that nothing passes by accident of the real date. */
const START = Date.UTC(2030, 0, 1);

/** What an endpoint answered, and what Activity says of it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; empty when it is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly summary: ActivitySummary | undefined;
  readonly refusal: ActivityRefusal | undefined;
}

/** A running server and its parts. */
export interface OAuthTestServer {
  readonly baseUrl: string;
  readonly issuer: string;
  readonly store: Store;
  /** The clock of the realm, moved by hand. */
  readonly clock: MovableClock;
  readonly activity: ActivityRecorder;
  readonly log: CollectingLogger;
  /** Sessions that were ended with notice, in order. */
  readonly ended: readonly UserSession[];
  /** What CIBA clients poll for. */
  readonly authenticationRequests: AuthenticationRequests;
  /** A request to an endpoint of realm `demo`: `token`, `userinfo`; a path that begins with `/` is taken from the root. */
  send(endpoint: string, init?: RequestInit): Promise<Answer>;
  /** A form for an endpoint. */
  post(
    endpoint: string,
    form: Readonly<Record<string, string>>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** A browser without cookies. */
  browser(): TestBrowser;
  /** Opens the authorization endpoint with what `web` would send, changed; an empty value is not sent. */
  authorize(browser: TestBrowser, changes?: Readonly<Record<string, string>>): Promise<TestPage>;
  /** Signs in at the authorization endpoint; gives the parameters of the answer to the client. */
  signIn(
    browser: TestBrowser,
    changes?: Readonly<Record<string, string>>,
    username?: string,
  ): Promise<Readonly<Record<string, string>>>;
  /** A whole sign-in of alice by client `web`: the tokens. */
  tokens(changes?: Readonly<Record<string, string>>, browser?: TestBrowser): Promise<Tokens>;
  /** Changes the realm as an administrator would. */
  changeRealm(change: (realm: RealmRepresentation) => RealmRepresentation): Promise<void>;
  /** Changes one client as an administrator would. */
  changeClient(clientId: string, changes: Partial<ClientRepresentation>): Promise<void>;
  /** Seconds go by. */
  pass(seconds: number): void;
  stop(): Promise<void>;
}

/** A token answer, its texts. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly session_state: string;
  readonly scope: string;
}

/** How an authorization request was refused. */
export interface AuthorizationRefusal {
  /** Who heard of it. */
  readonly destination: 'page' | 'client';
  readonly status: number;
  /** `error` as the client got it; empty on a page. */
  readonly code: string;
  /** What the client or the person was told. */
  readonly description: string;
  /** The step that refused. */
  readonly rule: string | undefined;
  readonly remedy: string | undefined;
}

/** Sends an authorization request that must be refused. @throws {TypeError} when it is not. */
export async function refusalOf(
  server: OAuthTestServer,
  changes: Readonly<Record<string, string>>,
): Promise<AuthorizationRefusal> {
  const { status, leadsTo, text } = await server.authorize(server.browser(), changes);
  const [summary] = server.activity.list().records;
  if (summary?.refusal === undefined) throw new TypeError(`not refused: ${status} ${text}`);
  const decisions = server.activity.find(summary.id, { reveal: false })?.decisions ?? [];
  const rule = decisions.find((decision) => decision.outcome === 'refused')?.rule;
  const page = /<p class="instruction">([^<]*)</.exec(text)?.[1];
  return {
    destination: page === undefined ? 'client' : 'page',
    status,
    code: leadsTo['error'] ?? '',
    description: page ?? leadsTo['error_description'] ?? '',
    rule,
    remedy: summary.refusal.remedy,
  };
}

/** The status and JSON of a GET to an endpoint of realm `demo`, by another name of the server: `localhost`. */
export function getByName(
  server: OAuthTestServer,
  name: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Pick<Answer, 'status' | 'body'>> {
  const host = `${name}:${new URL(server.baseUrl).port}`;
  return new Promise((resolve, reject) => {
    get(`${server.baseUrl}/realms/demo/${path}`, { headers: { host, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, body: readObject(text) });
      });
    }).on('error', reject);
  });
}

/** The claims of a token. */
export function claimsOf(token: unknown): Readonly<Record<string, unknown>> {
  const decoded = decodeJws(String(token));
  if (decoded === undefined) throw new TypeError(`not a token: ${String(token)}`);
  return decoded.claims;
}

/** The answer as the token endpoint gives it. @throws {TypeError} when there are no tokens. */
export function readTokens({ status, body, text }: Answer): Tokens {
  if (status !== 200) throw new TypeError(`no tokens but ${status} ${text}`);
  return body as unknown as Tokens;
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  if (!text.startsWith('{')) return {};
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

/** The realm `demo`: ES256, whose keys are made at once. */
/** Starts a server with realm `demo`, changed, and with the routes of a neighbour. */
export async function startOAuthServer(
  changes: Partial<RealmRepresentation> = {},
  listFurtherRoutes: (parts: FurtherParts) => readonly Route[] = () => [],
): Promise<OAuthTestServer> {
  const clock = createMovableClock({ now: () => START });
  const log = createCollectingLogger('oauth');
  const store = createMemoryStore();
  const { realm, users } = normalizeRealm(describeRealm(changes), clock);
  await store.realms.create(realm, users);
  const activity = createActivityRecorder({ clock });
  const ended: UserSession[] = [];
  const calls = createOutgoingCalls({ activity, log });
  const authenticationRequests = createAuthenticationRequests(store);
  const parts = { store, clock, log, ended, calls, authenticationRequests };
  const routes = buildRoutes(parts, listFurtherRoutes);
  const hosts = createHostPolicy({ httpHost: '127.0.0.1' });
  const realms = store.realms;
  const http = createHttpServer({
    routes,
    realms,
    clocks: () => clock,
    clock,
    log,
    activity,
    hosts,
    hsts: false,
  });
  const { port } = await http.listen('127.0.0.1', 0);
  const baseUrl = `http://127.0.0.1:${port}`;
  const shown = { baseUrl, store, clock, activity, log, ended, authenticationRequests };
  return { ...shown, ...createCalls(shown), stop: () => stopServer(http, calls) };
}

async function stopServer(http: HttpServer, calls: OutgoingCalls): Promise<void> {
  calls.close();
  await http.close(0);
}

type RouteParts = Pick<Parts, 'store' | 'clock' | 'log'> & {
  readonly ended: UserSession[];
  readonly calls: OutgoingCalls;
  readonly authenticationRequests: AuthenticationRequests;
};

/** What a neighbour's routes are made of. */
export interface FurtherParts {
  readonly store: Store;
  readonly keys: RealmKeys;
  readonly clientKeys: ClientKeys;
  readonly calls: OutgoingCalls;
  readonly clientAuthentication: ClientAuthentication;
  readonly authenticationRequests: AuthenticationRequests;
}

function buildRoutes(
  { store, clock, log, ended, calls, authenticationRequests }: RouteParts,
  listFurtherRoutes: (parts: FurtherParts) => readonly Route[],
): readonly Route[] {
  const keys = createRealmKeys(store.realms, clock, log);
  const bruteForce = createBruteForceDetection(store.users);
  const oneTimeCodes = createOneTimeCodes(store);
  const passwords = createPasswordChecker({ users: store.users, log });
  const participant = {
    endSession: async (_context: unknown, session: UserSession) => {
      ended.push(session);
      return [];
    },
  };
  const remote = createRemoteJwks({ log });
  const encrypter = createTokenEncrypter(createEncryptionKeyFinder(remote));
  const clientKeys = createClientKeys(remote, log);
  const backChannel = createBackChannelLogout({ keys, encrypter, calls, waitMs: 1000 });
  const endSession = createSessionEnder(store.sessions, () => [participant, backChannel]);
  const clientAuthentication = createClientAuthentication({
    usedAssertions: store.createExpiringStore<true>(),
    keys: clientKeys,
    log,
  });
  const login = (): Login => pages;
  const oauth = createOAuthRoutes({
    store,
    keys,
    passwords,
    bruteForce,
    oneTimeCodes,
    endSession,
    login,
    issuer: createTokenIssuer({ keys, encrypter }),
    signedClaims: createSignedClaims(keys, encrypter),
    verifier: createTokenVerifier({ keys, store }),
    clientAuthentication,
    clientKeys,
    authenticationRequests,
  });
  const protocols = () => ({ 'openid-connect': oauth.signIn, device: oauth.deviceSignIn });
  const pages = createLogin({
    store,
    keys,
    passwords,
    bruteForce,
    oneTimeCodes,
    endSession,
    protocols,
    signOutProtocols: () => ({ 'openid-connect': oauth.signOut }),
    frontChannel: () => [oauth.frontChannel],
  });
  const shared = { store, keys, clientKeys, calls, clientAuthentication, authenticationRequests };
  return [...oauth.routes, ...pages.routes, ...listFurtherRoutes(shared)];
}

type Parts = Pick<
  OAuthTestServer,
  'baseUrl' | 'store' | 'clock' | 'activity' | 'log' | 'ended' | 'authenticationRequests'
>;
type Calls = Omit<OAuthTestServer, keyof Parts | 'stop'>;

function createCalls({ baseUrl, store, clock, activity }: Parts): Calls {
  const issuer = `${baseUrl}/realms/demo`;
  const addressOf = (endpoint: string): string =>
    endpoint.startsWith('/') ? `${baseUrl}${endpoint}` : `${issuer}/protocol/openid-connect/${endpoint}`;
  const send: Calls['send'] = async (endpoint, init) => {
    const response = await fetch(addressOf(endpoint), { redirect: 'manual', ...init });
    const text = await response.text();
    const [summary] = activity.list().records;
    const { status, headers } = response;
    return { status, headers, text, body: readObject(text), summary, refusal: summary?.refusal };
  };
  const post: Calls['post'] = (endpoint, form, headers = {}) =>
    send(endpoint, { method: 'POST', headers, body: new URLSearchParams(form) });
  const changeRealm: Calls['changeRealm'] = async (change) => {
    await store.realms.update('demo', (realm) => ({ ...change(realm), id: realm.id }));
  };
  return {
    issuer,
    send,
    post,
    changeRealm,
    browser: () => new TestBrowser(baseUrl),
    ...createSignIns(addressOf, post),
    changeClient: (clientId, changes) =>
      changeRealm((realm) => ({
        ...realm,
        clients: (realm.clients ?? []).map((client) =>
          client.clientId === clientId ? { ...client, ...changes } : client,
        ),
      })),
    pass: (seconds) => clock.setOffsetMs(clock.offsetMs + seconds * 1000),
  };
}

function createSignIns(
  addressOf: (endpoint: string) => string,
  post: Calls['post'],
): Pick<Calls, 'authorize' | 'signIn' | 'tokens'> {
  const usual = {
    client_id: 'web',
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid',
    state: 's1',
  };
  const authorize: Calls['authorize'] = (browser, changes = {}) => {
    const sent = Object.entries({ ...usual, ...changes }).filter(([, value]) => value !== '');
    return browser.get(`${addressOf('auth')}?${new URLSearchParams(sent)}`);
  };
  const signIn: Calls['signIn'] = async (browser, changes = {}, username = 'alice') => {
    const page = await authorize(browser, changes);
    if (page.status !== 200) return page.leadsTo;
    return (await browser.signIn(page, username, `${username}-password`)).leadsTo;
  };
  return {
    authorize,
    signIn,
    async tokens(changes = {}, browser = new TestBrowser(addressOf('/'))) {
      const { code = '' } = await signIn(browser, changes);
      const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
      return readTokens(await post('token', form));
    },
  };
}

/** Runs `use` with a server. */
export async function withOAuthServer(
  use: (server: OAuthTestServer) => Promise<void>,
  changes: Partial<RealmRepresentation> = {},
): Promise<void> {
  const server = await startOAuthServer(changes);
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}
