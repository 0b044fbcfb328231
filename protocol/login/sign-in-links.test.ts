import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '#protocol/admin/testing/server.ts';
import type { RealmSessionsWire } from '#protocol/contract/admin-api.ts';
import type { UserEventWire } from '#protocol/contract/events.ts';
import type { NewSignInLinkWire, SignInLinkWire } from '#protocol/contract/sign-in-links.ts';

const REALM = {
  realm: 'links',
  clients: [
    {
      clientId: 'app',
      publicClient: true,
      redirectUris: ['http://app.test/cb'],
      baseUrl: 'http://app.test/start',
    },
  ],
  users: [{ username: 'ann' }, { username: 'bob' }, { username: 'eve' }],
};

const server = await startAdminServer();
after(() => server.stop());
for (const realm of [REALM, { realm: 'elsewhere' }])
  assert.equal((await server.call('POST', '/admin/realms', { body: realm })).status, 201);

const SESSIONS = '/emulator/v1/realms/links/sessions';
const FROM_ADDRESS_BAR = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' };

async function createLink(body: NewSignInLinkWire): Promise<SignInLinkWire> {
  const created = await server.call<SignInLinkWire>('POST', '/emulator/v1/realms/links/sign-in-links', {
    body,
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created.body;
}

async function signedIn(): Promise<readonly string[]> {
  const { sessions } = (await server.call<RealmSessionsWire>('GET', SESSIONS)).body;
  return sessions.map(({ username }) => username).sort();
}

/** A browser: keeps cookies, sends fetch metadata. */
function openBrowser() {
  const cookies = new Map<string, string>();
  return {
    async open(url: string, init: RequestInit & { readonly headers?: Record<string, string> } = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...FROM_ADDRESS_BAR, ...init.headers, ...(cookie === '' ? {} : { cookie }) };
      const response = await fetch(url, { ...init, headers, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return {
        status: response.status,
        location: response.headers.get('location'),
        headers: response.headers,
        text: await response.text(),
      };
    },
    confirm(url: string, page: string) {
      const code = /name="session_code" value="([^"]+)"/.exec(page)?.[1] ?? '';
      const address = new URL(url);
      address.search = '';
      return this.open(address.href, { method: 'POST', body: new URLSearchParams({ session_code: code }) });
    },
    hasCookie: (name: string) => cookies.has(name),
  };
}

test('console "Sign in as": the browser that opens the link is signed in and sent to the application', async () => {
  const { signInUrl, startUrl, username } = await createLink({ user: 'ann', client: 'app' });
  assert.deepEqual([startUrl, username], ['http://app.test/start', 'ann']);
  const browser = openBrowser();
  const { status, location, headers } = await browser.open(signInUrl);
  assert.deepEqual([status, location], [303, 'http://app.test/start']);
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.match(headers.get('cache-control') ?? '', /no-store/);
  const query = new URLSearchParams({
    client_id: 'app',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'http://app.test/cb',
    prompt: 'none',
  });
  const auth = await browser.open(`${server.baseUrl}/realms/links/protocol/openid-connect/auth?${query}`);
  assert.match(auth.location ?? '', /^http:\/\/app\.test\/cb\?.*code=/);
  assert.deepEqual(await signedIn(), ['ann']);
  await server.call('DELETE', SESSIONS);
});

test('console "Sign in as": without a client, a page says that the browser is signed in', async () => {
  const browser = openBrowser();
  const { status, text } = await browser.open((await createLink({ user: 'ann' })).signInUrl);
  assert.equal(status, 200);
  assert.match(text, /Signed in as ann/);
  assert.deepEqual(await signedIn(), ['ann']);
  await server.call('DELETE', SESSIONS);
});

test('Keycloak: a sign-in by link is the event IMPERSONATE with the administrator’s name; a reload is none', async () => {
  const config = { eventsEnabled: true };
  await server.call('PUT', '/admin/realms/links/events/config', { body: config });
  const { signInUrl } = await createLink({ user: 'ann', client: 'app' });
  const browser = openBrowser();
  await browser.open(signInUrl);
  await browser.open(signInUrl);
  await openBrowser().open(signInUrl);
  const { body } = await server.call<readonly UserEventWire[]>('GET', '/admin/realms/links/events');
  assert.deepEqual(
    body.map(({ type, error }) => [type, error]),
    [
      ['IMPERSONATE_ERROR', 'access_denied'],
      ['IMPERSONATE', undefined],
    ],
  );
  const { clientId, details } = body.at(-1) ?? {};
  assert.deepEqual(
    [clientId, details?.['impersonator'], details?.['impersonator_realm']],
    ['app', 'admin', 'master'],
  );
  await server.call('PUT', '/admin/realms/links/events/config', { body: { eventsEnabled: false } });
  await server.call('DELETE', SESSIONS);
});

test('console "Sign in as": a link works once; a reload in the same browser leads on, others are refused', async () => {
  const { signInUrl } = await createLink({ user: 'ann', client: 'app' });
  const [browser, other] = [openBrowser(), openBrowser()];
  await browser.open(signInUrl);
  assert.equal((await browser.open(signInUrl)).location, 'http://app.test/start');
  const refused = await other.open(signInUrl);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /The link was used before\./);
  assert.equal(other.hasCookie('KEYCLOAK_IDENTITY'), false);
  assert.deepEqual(await signedIn(), ['ann']);
  await server.call('DELETE', SESSIONS);
});

test('console "Sign in as": a link expires after a minute of the machine\'s time, whatever the realm\'s clock shows', async () => {
  await server.clocks('links').set({ frozenAt: Date.UTC(2030, 0, 1) });
  const [early, late] = [await createLink({ user: 'ann' }), await createLink({ user: 'ann' })];
  server.clock.setOffsetMs(59_999);
  assert.equal((await openBrowser().open(early.signInUrl)).status, 200);
  server.clock.setOffsetMs(60_001);
  const { status, text } = await openBrowser().open(late.signInUrl);
  assert.equal(status, 400);
  assert.match(text, /has expired: it works once, for 60 seconds/);
  assert.match(text, /choose Sign in as/);
  server.clock.setOffsetMs(0);
  await server.clocks('links').set({ offsetMs: 0 });
  await server.call('DELETE', SESSIONS);
});

test('console "Sign in as": a link of another realm, a made-up key and none sign nobody in', async () => {
  const { signInUrl } = await createLink({ user: 'ann' });
  const base = `${server.baseUrl}/realms/links/login-actions/sign-in-link`;
  for (const url of [signInUrl.replace('/realms/links/', '/realms/elsewhere/'), `${base}?key=made-up`, base])
    assert.equal((await openBrowser().open(url)).status, 400, url);
  assert.deepEqual(await signedIn(), []);
  assert.equal((await openBrowser().open(signInUrl)).status, 200, 'the link was not used up');
  await server.call('DELETE', SESSIONS);
});

test('console "Sign in as": another user of the browser is signed out, the same user keeps the session', async () => {
  const browser = openBrowser();
  for (const user of ['bob', 'ann', 'ann']) await browser.open((await createLink({ user })).signInUrl);
  assert.deepEqual(await signedIn(), ['ann']);
  await server.call('DELETE', SESSIONS);
});

for (const [what, headers] of [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a site next to the server', { 'sec-fetch-site': 'same-site' }],
  ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ['a preview', { 'sec-purpose': 'prefetch;prerender' }],
  ['a browser without fetch metadata', { 'sec-fetch-site': '' }],
] as const) {
  test(`console "Sign in as": opened by ${what}, the link asks first (login CSRF)`, async () => {
    const { signInUrl } = await createLink({ user: 'ann', client: 'app' });
    const browser = openBrowser();
    const page = await browser.open(signInUrl, { headers });
    assert.equal(page.status, 200);
    assert.match(page.text, /Continue as ann/);
    assert.doesNotMatch(page.text, new RegExp(new URL(signInUrl).searchParams.get('key') ?? 'none'));
    assert.deepEqual(await signedIn(), []);
    assert.equal((await browser.confirm(signInUrl, page.text)).location, 'http://app.test/start');
    assert.deepEqual(await signedIn(), ['ann']);
    await server.call('DELETE', SESSIONS);
  });
}

test('console "Sign in as": the page that asks names the user who will be signed out', async () => {
  const browser = openBrowser();
  await browser.open((await createLink({ user: 'bob' })).signInUrl);
  const { signInUrl } = await createLink({ user: 'ann' });
  const { text } = await browser.open(signInUrl, { headers: { 'sec-fetch-site': 'cross-site' } });
  assert.match(text, /You are signed in as <strong>bob<\/strong>, who will be signed out/);
  await server.call('DELETE', SESSIONS);
});

test('console "Sign in as": the answer counts in the browser that was asked, and not without its code', async () => {
  const { signInUrl } = await createLink({ user: 'ann' });
  const browser = openBrowser();
  const { text } = await browser.open(signInUrl, { headers: { 'sec-fetch-site': 'cross-site' } });
  assert.equal((await openBrowser().confirm(signInUrl, text)).status, 400);
  assert.equal((await browser.confirm(signInUrl, '')).status, 400);
  assert.deepEqual(await signedIn(), []);
});

test('console "Sign in as": a user who was disabled or deleted since is refused', async () => {
  const [first, second] = [await createLink({ user: 'eve' }), await createLink({ user: 'eve' })];
  const users = await server.call<{ id: string }[]>('GET', '/admin/realms/links/users?username=eve');
  const path = `/admin/realms/links/users/${users.body[0]?.id}`;
  await server.call('PUT', path, { body: { enabled: false } });
  const disabled = await openBrowser().open(first.signInUrl);
  await server.call('DELETE', path);
  const deleted = await openBrowser().open(second.signInUrl);
  assert.match(disabled.text, /User eve was disabled/);
  assert.match(deleted.text, /User eve was deleted/);
  assert.deepEqual(await signedIn(), []);
});

test('console "Sign in as": a realm that was disabled since signs nobody in', async () => {
  const { signInUrl } = await createLink({ user: 'ann' });
  await server.call('PUT', '/admin/realms/links', { body: { enabled: false } });
  const { status, text } = await openBrowser().open(signInUrl);
  await server.call('PUT', '/admin/realms/links', { body: { enabled: true } });
  assert.equal(status, 403);
  assert.match(text, /Realm not enabled/);
});

test('console "Activity": a sign-in by link is one flow with the request that created it, and its key is masked', async () => {
  const { signInUrl } = await createLink({ user: 'ann', client: 'app' });
  await openBrowser().open(signInUrl);
  const key = new URL(signInUrl).searchParams.get('key') ?? '';
  const { records } = server.activity.list({ text: 'sign-in' });
  const opened = records.find(({ title }) => title === 'Sign-in link');
  const created = records.find(({ flow, title }) => flow === opened?.flow && title === 'Create sign-in link');
  assert.deepEqual([opened?.username, opened?.clientId, created?.outcome], ['ann', 'app', 'accepted']);
  for (const record of [opened, created]) {
    const shown = JSON.stringify(server.activity.find(record?.id ?? '', { reveal: false }));
    assert.equal(shown.includes(key), false, record?.title);
  }
  await server.call('DELETE', SESSIONS);
});
