// A server for tests of this folder: real sockets, in-memory store, sign-in pages, a clock that tests move,
// clients of every kind.
import { get } from 'node:http';
import type { ActivityRefusal, ActivitySummary } from '#protocol/contract/activity.ts';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { TestBrowser, type TestPage } from '#protocol/login/testing/browser.ts';
import {
  type ComposedServerSetup,
  type ComposedTestServer,
  startComposedServer,
} from '#protocol/testing/composed-server.ts';
import { CALLBACK, describeRealm, WEB } from './realm.ts';

/** A response of an endpoint, and what Activity shows for it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; empty unless it is a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly summary: ActivitySummary | undefined;
  readonly refusal: ActivityRefusal | undefined;
}

/** A running server. */
export interface OAuthTestServer extends ComposedTestServer {
  readonly issuer: string;
  /** Sends a request to an endpoint of realm `demo`, such as `token`. A path with a leading `/` is absolute. */
  send(endpoint: string, init?: RequestInit): Promise<Answer>;
  /** Posts a form to an endpoint. */
  post(
    endpoint: string,
    form: Readonly<Record<string, string>>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** A browser without cookies. */
  browser(): TestBrowser;
  /** Opens the authorization endpoint with the parameters of `web`, changed; empty values are omitted. */
  authorize(browser: TestBrowser, changes?: Readonly<Record<string, string>>): Promise<TestPage>;
  /** Signs in at the authorization endpoint and returns the parameters of the response. */
  signIn(
    browser: TestBrowser,
    changes?: Readonly<Record<string, string>>,
    username?: string,
  ): Promise<Readonly<Record<string, string>>>;
  /** Runs a complete sign-in of alice with client `web` and returns the tokens. */
  tokens(changes?: Readonly<Record<string, string>>, browser?: TestBrowser): Promise<Tokens>;
  /** Changes the realm as an administrator would. */
  changeRealm(change: (realm: RealmRepresentation) => RealmRepresentation): Promise<void>;
  /** Changes one client as an administrator would. */
  changeClient(clientId: string, changes: Partial<ClientRepresentation>): Promise<void>;
  /** Advances the clock, in seconds. */
  pass(seconds: number): void;
}

/** The strings of a token response. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly session_state: string;
  readonly scope: string;
}

/** How an authorization request was refused. */
export interface AuthorizationRefusal {
  /** Who was shown the error. */
  readonly destination: 'page' | 'client';
  readonly status: number;
  /** `error` sent to the client; empty on a page. */
  readonly code: string;
  /** The message for the client or the user. */
  readonly description: string;
  /** The step that refused. */
  readonly rule: string | undefined;
  readonly remedy: string | undefined;
}

/** Leaves out calls of the server to others, which a request may cause. */
function newestRequest(activity: ComposedTestServer['activity']): ActivitySummary | undefined {
  return activity.list().records.find(({ call }) => call === undefined);
}

/** Sends an authorization request that must be refused. @throws {TypeError} if it is not. */
export async function refusalOf(
  server: OAuthTestServer,
  changes: Readonly<Record<string, string>>,
): Promise<AuthorizationRefusal> {
  const { status, leadsTo, text } = await server.authorize(server.browser(), changes);
  const summary = newestRequest(server.activity);
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

/** Status and JSON of a GET request to an endpoint of realm `demo` under the host name `localhost`. */
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

/** The token response. @throws {TypeError} if there are no tokens. */
export function readTokens({ status, body, text }: Answer): Tokens {
  if (status !== 200) throw new TypeError(`no tokens but ${status} ${text}`);
  return body as unknown as Tokens;
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  if (!text.startsWith('{')) return {};
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

/** Starts a server with realm `demo`, with changes. */
export async function startOAuthServer(
  changes: Partial<RealmRepresentation> = {},
  options: ComposedServerSetup['options'] = {},
): Promise<OAuthTestServer> {
  const server = await startComposedServer({ realms: [describeRealm(changes)], options });
  return { ...server, ...createCalls(server) };
}

type Calls = Omit<OAuthTestServer, keyof ComposedTestServer>;

function createCalls({ baseUrl, store, clock, activity }: ComposedTestServer): Calls {
  const issuer = `${baseUrl}/realms/demo`;
  const addressOf = (endpoint: string): string =>
    endpoint.startsWith('/') ? `${baseUrl}${endpoint}` : `${issuer}/protocol/openid-connect/${endpoint}`;
  const send: Calls['send'] = async (endpoint, init) => {
    const response = await fetch(addressOf(endpoint), { redirect: 'manual', ...init });
    const text = await response.text();
    const summary = newestRequest(activity);
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
