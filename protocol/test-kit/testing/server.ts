// A server for tests of this folder: realm `kit` with clients and users of every kind, and calls as its administrator.
import { type AdminTestServer, startAdminServer } from '#protocol/admin/testing/server.ts';
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';
import type { CreatedSessionWire, NewSessionWire } from '#protocol/contract/created-sessions.ts';
import type { NewTokensWire } from '#protocol/contract/created-tokens.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { TokenResponseWire } from '#protocol/contract/token-response.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { TestBrowser, type TestPage } from '#protocol/login/testing/browser.ts';
import { withPreparedKeys } from '#protocol/testing/realm-keys.ts';

export const CALLBACK = 'http://app.test/callback';
export const SECRET = 'web-secret';

const REALM: RealmRepresentation = {
  realm: 'kit',
  rememberMe: false,
  loginWithEmailAllowed: true,
  attributes: { 'acr.loa.map': '{"silver":1,"gold":2,"platinum":3}' },
  clients: [
    {
      clientId: 'web',
      publicClient: false,
      secret: SECRET,
      redirectUris: [CALLBACK],
      serviceAccountsEnabled: true,
      directAccessGrantsEnabled: true,
      attributes: { 'oauth2.device.authorization.grant.enabled': 'true', 'oidc.ciba.grant.enabled': 'true' },
    },
    { clientId: 'spa', publicClient: true, redirectUris: [CALLBACK] },
    {
      clientId: 'own-levels',
      publicClient: true,
      fullScopeAllowed: false,
      redirectUris: [CALLBACK],
      attributes: { 'acr.loa.map': '{"pin":2}' },
    },
    { clientId: 'off', enabled: false, redirectUris: [CALLBACK] },
    { clientId: 'api', bearerOnly: true, publicClient: false, secret: SECRET },
    { clientId: 'provider', protocol: 'saml', redirectUris: [CALLBACK] },
  ],
  users: [
    {
      id: 'ann-id',
      username: 'ann',
      email: 'ann@example.test',
      realmRoles: ['default-roles-kit', 'offline_access'],
      credentials: [{ type: 'password', value: 'ann-password' }],
    },
    { username: 'bob' },
    { username: 'dora', enabled: false },
    { username: 'todo', requiredActions: ['UPDATE_PASSWORD', 'TERMS_AND_CONDITIONS'] },
    // Without a page: no sign-in stops at it.
    { username: 'strange', requiredActions: ['SOMETHING_ELSE'] },
  ],
};

export interface KitTestServer extends AdminTestServer {
  readonly issuer: string;
  /** @throws {TypeError} unless a session is created. */
  createSession(body: NewSessionWire): Promise<CreatedSessionWire>;
  /** @throws {TypeError} unless tokens are created. */
  createTokens(body: NewTokensWire): Promise<TokenResponseWire>;
  /** Status, error and remedy of a refused call below the realm: `/sessions`. */
  refusal(method: string, path: string, body?: unknown): Promise<readonly [number, string, string]>;
  /** A browser with the session's cookies. */
  browserOf(session: CreatedSessionWire): TestBrowser;
  /** Opens the authorization endpoint for `web`, changed; empty values are left out. */
  authorize(browser: TestBrowser, changes?: Readonly<Record<string, string>>): Promise<TestPage>;
  /** Posts a form to an endpoint of the realm, as `web`: `token`. */
  post(endpoint: string, form: Readonly<Record<string, string>>): Promise<Answer>;
  /** Status of userinfo for an access token. */
  userInfo(token: string): Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export function claimsOf(token: string | undefined): Readonly<Record<string, unknown>> {
  const decoded = decodeJws(token ?? '');
  if (decoded === undefined) throw new TypeError(`not a token: ${token}`);
  return decoded.claims;
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith('{') ? (JSON.parse(text) as Readonly<Record<string, unknown>>) : {},
  };
}

/** @throws {TypeError} for another status. */
async function create<Wire>(
  server: AdminTestServer,
  path: string,
  body: object,
  expected: number,
): Promise<Wire> {
  const { status, body: wire } = await server.call<Wire>('POST', `/emulator/v1/realms/kit${path}`, { body });
  if (status !== expected) throw new TypeError(`${status} ${JSON.stringify(wire)}`);
  return wire;
}

async function authorize(browser: TestBrowser, changes: Readonly<Record<string, string>>): Promise<TestPage> {
  const all = {
    client_id: 'web',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    ...changes,
  };
  const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
  return browser.get(`/realms/kit/protocol/openid-connect/auth?${query}`);
}

/** Starts the server with realms `master`, `shop` and `kit`. */
export async function startKitServer(changes: Partial<RealmRepresentation> = {}): Promise<KitTestServer> {
  const server = await startAdminServer();
  const { baseUrl } = server;
  const body = { ...withPreparedKeys(REALM), ...changes };
  const imported = await server.call('POST', '/admin/realms', { body });
  if (imported.status !== 201) throw new TypeError(JSON.stringify(imported.body));
  const endpoints = `${baseUrl}/realms/kit/protocol/openid-connect`;
  return {
    ...server,
    issuer: `${baseUrl}/realms/kit`,
    createSession: (wanted) => create(server, '/sessions', wanted, 201),
    createTokens: (wanted) => create(server, '/tokens', wanted, 200),
    async refusal(method, path, sent) {
      const { status, body: refused } = await server.call<AdminErrorWire>(
        method,
        `/emulator/v1/realms/kit${path}`,
        sent === undefined ? {} : { body: sent },
      );
      const problem = refused?.error_description ?? refused?.errorMessage ?? refused?.error ?? '';
      return [status, problem, refused?.remedy ?? ''];
    },
    browserOf(session) {
      const browser = new TestBrowser(baseUrl);
      for (const { name, value } of session.cookies) browser.cookies.set(name, value);
      return browser;
    },
    authorize: (browser, query = {}) => authorize(browser, query),
    async post(endpoint, form) {
      const fields = new URLSearchParams({ client_id: 'web', client_secret: SECRET, ...form });
      return readAnswer(await fetch(`${endpoints}/${endpoint}`, { method: 'POST', body: fields }));
    },
    async userInfo(token) {
      const headers = { authorization: `Bearer ${token}` };
      return readAnswer(await fetch(`${endpoints}/userinfo`, { headers }));
    },
  };
}
