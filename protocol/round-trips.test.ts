// What requests ask of a database: one statement more is one round trip more of every sign-in.
import assert from 'node:assert/strict';
import { recordStatements } from './store/postgres/testing/record-statements.ts';
import { type TestDatabase, withDatabase } from './store/postgres/testing/test-database.ts';
import { setUp } from './testing/start.ts';

const check = withDatabase();

const REDIRECT = 'http://127.0.0.1:9/callback';
const CLIENT = { client_id: 'demo-web', client_secret: 'demo-web-secret' };

/** What the server does by itself, whatever the requests, and about once a second for the console. */
const BACKGROUND =
  /^(SELECT 1|report-server|probe|read-realm-changes|take-sweep|sweep-.*|forget-expired-tokens|.*last-flow-run)$/;

/** A browser with the cookies of one server. */
function createBrowser() {
  const cookies = new Map<string, string>();
  return async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

type Browser = ReturnType<typeof createBrowser>;

const form = (members: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(members),
});

/** A server with a realm of one user, and the statements of each request to it. */
async function withServer(
  given: TestDatabase,
  run: (server: MeasuredServer) => Promise<void>,
): Promise<void> {
  const { host, port, user } = given.cluster;
  const database = await given.cluster.createDatabase();
  const { start } = setUp({
    db: 'postgres',
    'db-url': `postgresql://${host}:${port}/${database}`,
    'db-username': user,
    'log-level': 'info',
    'demo-realm': 'false',
  });
  // After the first start, the administrator's password is hashed once more in the background.
  await (await start()).stop();
  const server = await start();
  const record = recordStatements((name) => !BACKGROUND.test(name));
  try {
    const admin = { authorization: `Bearer ${await server.administratorToken()}` };
    const create = async (path: string, body: object) => {
      const headers = { ...admin, 'content-type': 'application/json' };
      const answer = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 201, await answer.text());
    };
    await create('/admin/realms', {
      realm: 'plain',
      enabled: true,
      clients: [
        {
          clientId: 'demo-web',
          secret: 'demo-web-secret',
          redirectUris: [REDIRECT],
          directAccessGrantsEnabled: true,
        },
      ],
    });
    await create('/admin/realms/plain/users', {
      username: 'alice',
      enabled: true,
      email: 'a@example.org',
      firstName: 'A',
      lastName: 'B',
      credentials: [{ type: 'password', value: 'alice-password' }],
    });
    const measured = createMeasured(`${server.url}/realms/plain/protocol/openid-connect`, record.take);
    // Keys are made and passwords are checked once before anything is measured.
    await measured.signIn(createBrowser());
    await run({ ...measured, admin, url: server.url });
  } finally {
    record.stop();
    await server.stop();
  }
}

function createMeasured(oidc: string, take: () => readonly string[]) {
  /** The answer to a request, and its statements. */
  const measure = async <Answer>(send: () => Promise<Answer>) => {
    take();
    const answer = await send();
    return { answer, statements: take() };
  };
  const token = (members: Readonly<Record<string, string>>) => () =>
    fetch(`${oidc}/token`, form({ ...CLIENT, ...members }));
  const authorize = (browser: Browser) => () => {
    const request = { redirect_uri: REDIRECT, response_type: 'code', scope: 'openid' };
    return browser(`${oidc}/auth?${new URLSearchParams({ client_id: 'demo-web', ...request })}`);
  };
  const redeem = async (location: string | null) => {
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    const redeemed = await measure(token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT }));
    const tokens = (await redeemed.answer.json()) as { access_token: string; refresh_token: string };
    return { tokens, statements: redeemed.statements };
  };
  return {
    oidc,
    measure,
    token,
    /** Shows the page, sends the password and redeems the code. */
    async signIn(browser: Browser) {
      const page = await measure(authorize(browser));
      const action = /<form[^>]*action="([^"]+)"/.exec(await page.answer.text())?.[1] ?? assert.fail();
      const url = action.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=').replaceAll('&#x2F;', '/');
      const credentials = form({ username: 'alice', password: 'alice-password' });
      const password = await measure(() => browser(new URL(url, oidc).href, credentials));
      const redeemed = await redeem(password.answer.headers.get('location'));
      return {
        tokens: redeemed.tokens,
        steps: [page.statements, password.statements, redeemed.statements],
      };
    },
    /** As {@link signIn}, of a browser that has a session. */
    async signOn(browser: Browser) {
      const answered = await measure(authorize(browser));
      const redeemed = await redeem(answered.answer.headers.get('location'));
      return [answered.statements, redeemed.statements];
    },
  };
}

type MeasuredServer = ReturnType<typeof createMeasured> & {
  readonly admin: Readonly<Record<string, string>>;
  readonly url: string;
};

check('a sign-in takes five round trips, and single sign-on takes four', (given) =>
  withServer(given, async ({ signIn, signOn }) => {
    const browser = createBrowser();
    const { steps } = await signIn(browser);
    const redeemed = ['consume-value authorization-code + find-session-with-user'];
    assert.deepEqual(steps, [
      ['skip-disk + put-value authentication-session'],
      [
        'find-user-by-username + find-value authentication-session',
        'skip-disk + set-value authentication-session',
        'add-session-revoking-none + put-value authorization-code',
      ],
      redeemed,
    ]);
    assert.deepEqual(await signOn(browser), [
      ['find-session-with-user', 'set-session-revoking-none', 'put-value authorization-code'],
      redeemed,
    ]);
  }),
);

check('a check of an access token takes one round trip, a refresh two', (given) =>
  withServer(given, async ({ signIn, measure, token, oidc, admin, url }) => {
    const { tokens } = await signIn(createBrowser());
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const once = ['find-session-with-user'];
    const userinfo = await measure(() => fetch(`${oidc}/userinfo`, { headers }));
    assert.equal(userinfo.answer.status, 200);
    assert.deepEqual(userinfo.statements, once);
    const asked = form({ ...CLIENT, token: tokens.access_token });
    assert.deepEqual((await measure(() => fetch(`${oidc}/token/introspect`, asked))).statements, once);
    const read = await measure(() => fetch(`${url}/admin/realms/plain/clients`, { headers: admin }));
    assert.equal(read.answer.status, 200);
    assert.deepEqual(read.statements, once);
    const refresh = token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    const refreshed = await measure(refresh);
    assert.equal(refreshed.answer.status, 200);
    assert.deepEqual(refreshed.statements, ['find-session-with-user', 'set-session-revoking-none']);
  }),
);

check('the password grant takes two round trips', (given) =>
  withServer(given, async ({ measure, token }) => {
    const credentials = { username: 'alice', password: 'alice-password', scope: 'openid' };
    const { answer, statements } = await measure(token({ grant_type: 'password', ...credentials }));
    assert.equal(answer.status, 200);
    assert.deepEqual(statements, ['find-user-by-username', 'add-session-revoking-none']);
  }),
);
