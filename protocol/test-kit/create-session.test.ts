import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { startNotifiedApplication } from '#protocol/admin/testing/notified-application.ts';
import type { RealmSessionsWire } from '#protocol/contract/admin-api.ts';
import { TestBrowser } from '#protocol/login/testing/browser.ts';
import { CALLBACK, claimsOf, startKitServer } from './testing/server.ts';

const server = await startKitServer();
after(() => server.stop());
const SESSIONS = '/emulator/v1/realms/kit/sessions';
const START = Date.UTC(2030, 0, 1);
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

const listSessions = async () => (await server.call<RealmSessionsWire>('GET', SESSIONS)).body.sessions;

async function redeem(code: string | undefined) {
  const { status, body } = await server.post('token', {
    grant_type: 'authorization_code',
    redirect_uri: CALLBACK,
    code: code ?? '',
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body as Readonly<Record<'access_token' | 'id_token' | 'refresh_token', string>>;
}

for (const [what, body, status, problem, remedy] of [
  ['without a user', {}, 400, /user is missing/, /^$/],
  ['for an unknown user', { user: 'nobody' }, 400, /no user "nobody"/, /Create the user/],
  ['for a blank name', { user: ' ' }, 400, /no user " "/, /Create the user/],
  [
    'for a service account',
    { user: 'service-account-web' },
    400,
    /service account of client web/,
    /leave out user/,
  ],
  ['for a disabled user', { user: 'dora' }, 409, /dora is disabled/, /Set enabled of user dora/],
  [
    'for a user with pending required actions',
    { user: 'todo' },
    409,
    /must complete TERMS_AND_CONDITIONS, UPDATE_PASSWORD/,
    /requiredActions of user todo/,
  ],
  ['with an unknown client', { user: 'ann', clients: ['web', 'no'] }, 400, /no client "no"/, /Create/],
  ['with a disabled client', { user: 'ann', clients: ['off'] }, 409, /off is disabled/, /Set enabled of/],
  ['with a bearer-only client', { user: 'ann', clients: ['api'] }, 409, /bearer-only/, /bearerOnly/],
  ['with a SAML client', { user: 'ann', clients: ['provider'] }, 400, /uses saml/, /OpenID Connect client/],
  ['with clients as a text', { user: 'ann', clients: 'web' }, 400, /clients/, /^$/],
  [
    'with an unknown acr',
    { user: 'ann', acr: 'bronze' },
    400,
    /"bronze"/,
    /Send one of silver, gold, 1, 2.*acr\.loa\.map/,
  ],
  ['with an acr that no sign-in reaches', { user: 'ann', acr: 'platinum' }, 400, /platinum/, /silver, gold/],
  ['with an acr of another client', { user: 'ann', acr: 'pin', clients: ['web'] }, 400, /pin/, /gold/],
  ['with acr 0', { user: 'ann', acr: '0' }, 400, /"0"/, /Send one of/],
  [
    'with an authTime in the future',
    { user: 'ann', authTime: '2030-01-01T00:00:01Z' },
    400,
    /future: the realm's time is 2030-01-01T00:00:00.000Z/,
    /move the realm’s clock/,
  ],
  ['with an authTime without a zone', { user: 'ann', authTime: '2029-01-01' }, 400, /ISO 8601/, /Z\.$/],
  ['with a number as authTime', { user: 'ann', authTime: 5 }, 400, /authTime is not an instant/, /Z\.$/],
  ['that the realm does not remember', { user: 'ann', rememberMe: true }, 409, /remember/, /rememberMe of/],
  ['from an address that is none', { user: 'ann', ipAddress: 'here' }, 400, /IP address: "here"/, /192/],
  ['for an unknown browser', { user: 'ann', browser: 'lynx' }, 400, /browser must be one of/, /^$/],
  ['with a misspelt member', { user: 'ann', client: 'web' }, 400, /"client" is not a member/, /^$/],
] as const) {
  test(`test kit "sessions": none is created ${what}`, async () => {
    const [refused, error, help] = await server.refusal('POST', '/sessions', body);
    assert.equal(refused, status, error);
    assert.match(error, problem);
    assert.match(help, remedy);
    assert.deepEqual(await listSessions(), []);
  });
}

test('test kit "sessions": none is created in a disabled or unknown realm', async () => {
  await server.call('PUT', '/admin/realms/kit', { body: { enabled: false } });
  const [status, error, remedy] = await server.refusal('POST', '/sessions', { user: 'ann' });
  await server.call('PUT', '/admin/realms/kit', { body: { enabled: true } });
  assert.deepEqual(
    [status, error, remedy],
    [409, 'Realm kit is disabled.', 'Set enabled of realm kit to true.'],
  );
  const body = { user: 'ann' };
  assert.equal((await server.call('POST', '/emulator/v1/realms/no/sessions', { body })).status, 404);
});

test('test kit "sessions": only administrators of the server create them', async () => {
  const body = { user: 'ann' };
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('POST', SESSIONS, { body, token })).status, 403);
  assert.equal((await server.call('POST', SESSIONS, { body, token: null })).status, 401);
  assert.deepEqual(await listSessions(), []);
});

test('test kit "sessions": the browser gets a code without a page, and the tokens work until the logout', async () => {
  const session = await server.createSession({ user: 'ann' });
  assert.deepEqual(
    [session.userId, session.username, session.issuer, session.authTime, session.endsAt],
    ['ann-id', 'ann', server.issuer, '2030-01-01T00:00:00.000Z', '2030-01-01T00:30:00.000Z'],
  );
  const { status, leadsTo } = await server.authorize(server.browserOf(session), { prompt: 'none' });
  assert.deepEqual([status, leadsTo['session_state']], [302, session.id]);
  const tokens = await redeem(leadsTo['code']);
  const { sub, sid, acr, auth_time: authTime, amr } = claimsOf(tokens.id_token);
  assert.deepEqual([sub, sid, acr, authTime, amr], ['ann-id', session.id, 'silver', START / 1000, undefined]);
  const { body } = await server.userInfo(tokens.access_token);
  assert.equal(body['preferred_username'], 'ann');
  const refreshed = await server.post('token', {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  });
  assert.equal(refreshed.status, 200);
  const [shown] = await listSessions();
  assert.deepEqual([shown?.id, shown?.offline, shown?.rememberMe], [session.id, false, false]);
  assert.deepEqual(
    shown?.clientSessions.map(({ clientId }) => clientId),
    ['web'],
  );
  await server.post('logout', { refresh_token: tokens.refresh_token });
  assert.equal((await server.userInfo(tokens.access_token)).status, 401);
  assert.equal(
    (await server.authorize(server.browserOf(session), { prompt: 'none' })).leadsTo['error'],
    'login_required',
  );
  assert.deepEqual(await listSessions(), []);
});

test('test kit "sessions": the cookies are those of the sign-in form', async () => {
  const session = await server.createSession({ user: 'ANN@example.test' });
  const browser = new TestBrowser(server.baseUrl);
  const page = await server.authorize(browser);
  const answer = await browser.signIn(page, 'ann', 'ann-password');
  const lines = answer.headers.getSetCookie();
  const { hostname } = new URL(server.baseUrl);
  assert.deepEqual(
    session.cookies.map(({ name }) => name),
    lines.map((line) => line.slice(0, line.indexOf('='))),
  );
  for (const { name, value, domain, path, secure, httpOnly, sameSite, expires } of session.cookies) {
    const line = lines.find((each) => each.startsWith(`${name}=`)) ?? '';
    assert.deepEqual([domain, path, secure], [hostname, '/realms/kit/', line.includes('; Secure')]);
    assert.equal(httpOnly, line.includes('; HttpOnly'));
    assert.ok(line.endsWith(`; SameSite=${sameSite}`));
    const maxAge = /Max-Age=(\d+)/.exec(line)?.[1];
    assert.equal(expires, maxAge === undefined ? -1 : START / 1000 + Number(maxAge));
    if (name === 'KEYCLOAK_SESSION')
      assert.equal(value, createHash('sha256').update(session.id).digest('base64url'));
  }
  await server.call('DELETE', SESSIONS);
});

for (const [browser, userAgent, secure, sameSite] of [
  ['chromium', '', true, 'None'],
  ['firefox', '', true, 'None'],
  ['webkit', CHROME, false, 'Lax'],
  [undefined, CHROME, true, 'None'],
  [undefined, '', false, 'Lax'],
] as const) {
  test(`test kit "sessions": cookies for ${browser ?? `a caller with user agent "${userAgent.slice(0, 11)}"`} are ${sameSite}`, async () => {
    const headers = userAgent === '' ? {} : { 'user-agent': userAgent };
    const body = { user: 'ann', ...(browser === undefined ? {} : { browser }) };
    const { body: session } = await server.call<Awaited<ReturnType<typeof server.createSession>>>(
      'POST',
      SESSIONS,
      {
        body,
        headers,
      },
    );
    for (const cookie of session.cookies)
      assert.deepEqual([cookie.secure, cookie.sameSite], [secure, sameSite]);
    await server.call('DELETE', SESSIONS);
  });
}

test('test kit "sessions": acr, amr, authTime and address are those of the request', async () => {
  const session = await server.createSession({
    user: 'ann',
    acr: 'gold',
    amr: ['pwd', 'otp'],
    authTime: '2029-12-31T23:50:00Z',
    ipAddress: '2001:db8::7',
  });
  const browser = server.browserOf(session);
  const acr = { claims: '{"id_token":{"acr":{"essential":true,"values":["gold"]}}}', prompt: 'none' };
  const { leadsTo } = await server.authorize(browser, acr);
  const tokens = await redeem(leadsTo['code']);
  for (const token of [tokens.id_token, tokens.access_token]) {
    const claims = claimsOf(token);
    assert.deepEqual(
      [claims['acr'], claims['amr'], claims['auth_time']],
      ['gold', ['pwd', 'otp'], START / 1000 - 600],
    );
  }
  const old = await server.authorize(browser, { max_age: '599', prompt: 'none' });
  assert.equal(old.leadsTo['error'], 'login_required');
  const [shown] = await listSessions();
  assert.deepEqual([shown?.ipAddress, shown?.authenticatedAt], ['2001:db8::7', START - 600_000]);
  await server.call('DELETE', SESSIONS);
});

test('test kit "sessions": without a second factor, a request for it shows the page', async () => {
  const session = await server.createSession({ user: 'ann', acr: '1' });
  const { leadsTo } = await server.authorize(server.browserOf(session), {
    acr_values: 'gold',
    prompt: 'none',
  });
  assert.equal(leadsTo['error'], 'login_required');
  await server.call('DELETE', SESSIONS);
});

test('test kit "sessions": a remembered session has the longer lifespans, and cookies that outlive the browser', async (context) => {
  await server.call('PUT', '/admin/realms/kit', {
    body: {
      rememberMe: true,
      ssoSessionIdleTimeoutRememberMe: 7200,
      ssoSessionMaxLifespanRememberMe: 86_400,
    },
  });
  context.after(() => server.call('PUT', '/admin/realms/kit', { body: { rememberMe: false } }));
  const session = await server.createSession({ user: 'ann', rememberMe: true });
  assert.equal(session.endsAt, '2030-01-01T02:00:00.000Z');
  assert.deepEqual(
    session.cookies.map(({ name, expires }) => [name, expires - START / 1000]),
    [
      ['KEYCLOAK_IDENTITY', 86_400],
      ['KEYCLOAK_SESSION', 86_400],
      ['KEYCLOAK_REMEMBER_ME', 365 * 86_400],
    ],
  );
  await server.call('DELETE', SESSIONS);
});

test('test kit "sessions": clients take part from the start and are notified of the logout', async (context) => {
  const application = await startNotifiedApplication();
  context.after(() => application.stop());
  const clients = await server.call<readonly { readonly id: string }[]>(
    'GET',
    '/admin/realms/kit/clients?clientId=web',
  );
  const attributes = { 'backchannel.logout.url': `${application.url}/logout` };
  await server.call('PUT', `/admin/realms/kit/clients/${clients.body[0]?.id}`, { body: { attributes } });
  const session = await server.createSession({ user: 'ann', acr: 'pin', clients: ['web', 'own-levels'] });
  const [shown] = await listSessions();
  assert.deepEqual(
    shown?.clientSessions.map(({ clientId, scope }) => [clientId, scope.startsWith('openid ')]),
    [
      ['web', true],
      ['own-levels', true],
    ],
  );
  await server.call('DELETE', SESSIONS);
  assert.deepEqual(
    application.notices.map(({ path, claims }) => [path, claims?.['sid'], claims?.['sub']]),
    [['/logout', session.id, 'ann-id']],
  );
});

test("test kit \"sessions\": time is the realm's, the cookies' is the browser's", async (context) => {
  await server.clocks('kit').set({ frozenAt: Date.UTC(2040, 5, 1) });
  context.after(() => server.clocks('kit').set({ offsetMs: 0 }));
  const session = await server.createSession({ user: 'ann', authTime: '2035-01-01T00:00:00Z' });
  assert.equal(session.endsAt, '2040-06-01T00:30:00.000Z');
  const [identity, hash] = session.cookies;
  assert.deepEqual([identity?.expires, hash?.expires], [-1, START / 1000 + 36_000]);
  const { leadsTo } = await server.authorize(server.browserOf(session), { prompt: 'none' });
  assert.ok(leadsTo['code']);
  await server.call('DELETE', SESSIONS);
});

test('test kit "sessions": an action without a page stops nobody, and Activity keeps the cookies secret', async () => {
  const session = await server.createSession({ user: 'strange' });
  assert.ok((await server.authorize(server.browserOf(session), { prompt: 'none' })).leadsTo['code']);
  const { records } = server.activity.list({ text: 'Create session' });
  const shown = JSON.stringify(server.activity.find(records[0]?.id ?? '', { reveal: false }));
  assert.match(shown, /Create session/);
  assert.doesNotMatch(shown, new RegExp(session.cookies[0]?.value.slice(-30) ?? 'none'));
  await server.call('DELETE', SESSIONS);
});
