// Two servers with one database, and people who sign in through a provider at both of them at the same moment.
import assert from 'node:assert/strict';
import type { RunningServer } from './server.ts';
import { type TestDatabase, withDatabase } from './store/postgres/testing/test-database.ts';
import { setUp } from './testing/start.ts';

const check = withDatabase();

const REDIRECT = 'http://127.0.0.1:9/callback';
const EMAIL = 'ada@example.com';

/** A browser with the cookies of one server, which follows redirects as far as the application. */
function createBrowser() {
  const cookies = new Map<string, string>();
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  /** The last answer, and the address that it came from or leads to. */
  const follow = async (url: string, init?: RequestInit): Promise<{ url: string; text: string }> => {
    const response = await send(url, init);
    const location = response.headers.get('location');
    if (location === null) return { url, text: await response.text() };
    const next = new URL(location, url).href;
    return next.startsWith(REDIRECT) ? { url: next, text: '' } : follow(next);
  };
  return { send, follow };
}

const decode = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=').replaceAll('&#x2F;', '/');

/** Goes to the stand-in and is `EMAIL` there; the function goes back to the server. */
async function identify(server: RunningServer): Promise<() => Promise<string>> {
  const { send, follow } = createBrowser();
  const request = { client_id: 'app', redirect_uri: REDIRECT, response_type: 'code', scope: 'openid' };
  const authorize = `${server.url}/realms/shared/protocol/openid-connect/auth?${new URLSearchParams(request)}`;
  const page = await follow(authorize);
  const button = /<a id="social-google"[^>]* href="([^"]*)"/.exec(page.text)?.[1] ?? assert.fail(page.text);
  const standIn = await follow(new URL(decode(button), page.url).href);
  const action = /<form method="post" action="([^"]*)"/.exec(standIn.text)?.[1] ?? assert.fail(standIn.text);
  const body = new URLSearchParams({ person: 'other', email: EMAIL });
  const chosen = await send(new URL(decode(action), standIn.url).href, { method: 'POST', body });
  const location = chosen.headers.get('location') ?? assert.fail(await chosen.text());
  return async () => {
    const end = await follow(new URL(location, standIn.url).href);
    return end.url.startsWith(REDIRECT) ? end.url : assert.fail(end.text);
  };
}

async function withTwoServers(
  given: TestDatabase,
  run: (servers: readonly RunningServer[]) => Promise<void>,
): Promise<void> {
  const { host, port, user } = given.cluster;
  const database = await given.cluster.createDatabase();
  const options = {
    db: 'postgres',
    'db-url': `postgresql://${host}:${port}/${database}`,
    'db-username': user,
    'demo-realm': 'false',
  };
  const first = await setUp(options).start();
  try {
    const second = await setUp(options).start();
    try {
      await run([first, second]);
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
  }
}

check(
  'first broker login: a new person in several browsers of two servers at once is one user, and signed in everywhere',
  (given) =>
    withTwoServers(given, async (servers) => {
      const [first] = servers;
      if (first === undefined) return assert.fail();
      const admin = { authorization: `Bearer ${await first.administratorToken()}` };
      const body = JSON.stringify({
        realm: 'shared',
        enabled: true,
        clients: [{ clientId: 'app', publicClient: true, redirectUris: [REDIRECT] }],
        identityProviders: [
          {
            alias: 'google',
            providerId: 'google',
            enabled: true,
            config: { clientId: 'a', clientSecret: 'b' },
          },
        ],
      });
      const headers = { ...admin, 'content-type': 'application/json' };
      const made = await fetch(`${first.url}/admin/realms`, { method: 'POST', headers, body });
      assert.equal(made.status, 201, await made.text());
      const backs = await Promise.all([...servers, ...servers, ...servers].map(identify));
      const answers = await Promise.all(backs.map((goBack) => goBack()));
      for (const url of answers) assert.match(url, /[?&]code=/);
      const users = await fetch(`${first.url}/admin/realms/shared/users`, { headers: admin });
      const list = (await users.json()) as readonly { readonly email?: string }[];
      assert.deepEqual(
        list.map(({ email }) => email),
        [EMAIL],
      );
    }),
);
