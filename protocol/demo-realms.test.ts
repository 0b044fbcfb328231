// The demo realms as a new data directory has them: users of realm demo sign in to realm demo-partner.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buttonOf } from './broker/testing/brokering.ts';
import { signOut } from './broker/testing/realm-of-realm.ts';
import type { RealmRepresentation } from './contract/realm-representation.ts';
import { decodeJws } from './crypto/jws.ts';
import { formAction, TestBrowser, type TestPage } from './login/testing/browser.ts';
import { listDemoRealmFiles } from './start/demo-realm-files.ts';
import { type ComposedTestServer, startComposedServer } from './testing/composed-server.ts';

const REALMS = listDemoRealmFiles(join(import.meta.dirname, '..')).map(
  (file) => JSON.parse(readFileSync(file, 'utf8')) as RealmRepresentation,
);

const CALLBACK = 'http://127.0.0.1:7/callback';
const ENDPOINTS = '/realms/demo-partner/protocol/openid-connect';
const SCOPE = { client_id: 'demo-web', scope: 'openid', response_type: 'code', redirect_uri: CALLBACK };

interface Visit {
  readonly server: ComposedTestServer;
  /** Where the browser reaches the server. */
  readonly baseUrl: string;
  readonly browser: TestBrowser;
  /** The same browser as realm demo sees it after the sign-in. */
  readonly atDemo: TestBrowser;
}

async function visit(
  { path = '', host = '127.0.0.1' }: { readonly path?: string; readonly host?: string },
  run: (visit: Visit) => Promise<void>,
): Promise<void> {
  const server = await startComposedServer({ realms: REALMS, options: { 'http-relative-path': path } });
  const baseUrl = server.baseUrl.replace('127.0.0.1', host);
  try {
    await run({ server, baseUrl, browser: new TestBrowser(baseUrl), atDemo: new TestBrowser(baseUrl) });
  } finally {
    await server.stop();
  }
}

/** Signs in to demo-partner, until the browser leaves the server. */
async function signIn({ baseUrl, browser, atDemo }: Visit, username: string): Promise<TestPage> {
  const page = await browser.get(`${baseUrl}${ENDPOINTS}/auth?${new URLSearchParams(SCOPE)}`);
  const demo = await browser.follow(await browser.get(buttonOf(page, 'demo')));
  const fields = { username, password: `${username}-password` };
  const answer = await browser.post(formAction(demo), fields);
  // Test browsers do not know that cookies belong to paths.
  for (const [name, value] of browser.cookies) atDemo.cookies.set(name, value);
  return browser.follow(answer);
}

async function idTokenOf({ baseUrl, browser }: Visit, { leadsTo, text }: TestPage) {
  const tokens = await browser.post(`${baseUrl}${ENDPOINTS}/token`, {
    grant_type: 'authorization_code',
    client_id: 'demo-web',
    client_secret: 'demo-web-secret',
    redirect_uri: CALLBACK,
    code: leadsTo['code'] ?? assert.fail(text),
  });
  return decodeJws(String(JSON.parse(tokens.text).id_token))?.claims ?? assert.fail(tokens.text);
}

const sessionsOf = ({ server }: Visit): Promise<number[]> =>
  Promise.all(
    ['demo', 'demo-partner'].map((realm) =>
      server.store.sessions.count(server.store.realms.find(realm)?.id ?? ''),
    ),
  );

const PLACES = [{}, { path: '/auth' }, { host: 'localhost' }, { path: '/a/b', host: 'localhost' }] as const;

for (const place of PLACES)
  test(`Keycloak identity brokering: alice of realm demo signs in to realm demo-partner, at ${JSON.stringify(place)}`, () =>
    visit(place, async (at) => {
      const claims = await idTokenOf(at, await signIn(at, 'alice'));
      assert.equal(claims['iss'], `${at.baseUrl}/realms/demo-partner`);
      assert.deepEqual(
        [claims['preferred_username'], claims['email'], claims['name']],
        ['alice', 'alice@example.test', 'Alice Archer'],
      );
      const { records } = at.server.activity.list({});
      const signIns = records.filter(({ path }) => !path.includes('/certs'));
      const realms = new Set(signIns.map(({ realm }) => realm));
      assert.deepEqual([...realms].sort(), ['demo', 'demo-partner']);
      assert.equal(new Set(signIns.map(({ flow }) => flow)).size, 1);
      assert.deepEqual(
        records.filter(({ outcome }) => outcome === 'refused'),
        [],
      );
    }));

test('OIDC RP-Initiated Logout §2: sign-out of realm demo-partner ends the session in realm demo', () =>
  visit({}, async (at) => {
    await signIn(at, 'bob');
    assert.deepEqual(await sessionsOf(at), [1, 1]);
    await at.browser.follow(await signOut(at.browser, 'demo-partner'));
    assert.deepEqual(await sessionsOf(at), [0, 0]);
  }));

test('OIDC Back-Channel Logout §2.5: sign-out of realm demo ends the session in realm demo-partner', () =>
  visit({}, async (at) => {
    await signIn(at, 'carol');
    await at.atDemo.follow(await signOut(at.atDemo, 'demo'));
    assert.deepEqual(await sessionsOf(at), [0, 0]);
  }));

test('Keycloak identity brokering: the sign-in page of realm demo offers no identity provider', () =>
  visit({}, async ({ baseUrl, browser }) => {
    const page = await browser.get(
      `${baseUrl}/realms/demo/protocol/openid-connect/auth?${new URLSearchParams(SCOPE)}`,
    );
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /social-/);
  }));

test('security: users of realm demo-partner have no password, and no one signs in without realm demo', () =>
  visit({}, async (at) => {
    await signIn(at, 'alice');
    const realmId = at.server.store.realms.find('demo-partner')?.id ?? '';
    const alice = (await at.server.store.users.findByUsername(realmId, 'alice')) ?? assert.fail();
    assert.deepEqual(alice.credentials ?? [], []);
    const other = new TestBrowser(at.baseUrl);
    const page = await other.get(`${at.baseUrl}${ENDPOINTS}/auth?${new URLSearchParams(SCOPE)}`);
    const refused = await other.post(formAction(page), { username: 'alice', password: 'alice-password' });
    assert.match(refused.text, /Invalid username or password/);
  }));
