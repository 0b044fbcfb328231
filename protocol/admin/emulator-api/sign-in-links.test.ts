import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ClientStartWire, SignInLinkWire } from '#protocol/contract/sign-in-links.ts';
import { startMartServer } from '../testing/mart.ts';
import { startAdminServer } from '../testing/server.ts';

const REALM = {
  realm: 'links',
  clients: [
    {
      clientId: 'home',
      redirectUris: ['http://app.test/*', 'http://127.0.0.1/*'],
      baseUrl: 'http://app.test/home',
    },
    { clientId: 'unknown', redirectUris: ['http://127.0.0.1/*'] },
    { clientId: 'native', redirectUris: ['com.example.app:/cb', 'http://localhost/cb'] },
    { clientId: 'off', enabled: false, baseUrl: 'http://off.test' },
    { clientId: 'api', bearerOnly: true, baseUrl: 'http://api.test' },
    { clientId: 'service', standardFlowEnabled: false, serviceAccountsEnabled: true, publicClient: false },
    { clientId: 'registry', protocol: 'docker-v2' },
    {
      clientId: 'provider',
      protocol: 'saml',
      attributes: { saml_idp_initiated_sso_url_name: 'provider' },
    },
  ],
  users: [
    { username: 'ann', email: 'ann@example.test' },
    { username: 'dora', enabled: false },
    { username: 'todo', requiredActions: ['UPDATE_PASSWORD'] },
  ],
};

const server = await startAdminServer();
after(() => server.stop());
assert.equal((await server.call('POST', '/admin/realms', { body: REALM })).status, 201);
const LINKS = '/emulator/v1/realms/links/sign-in-links';

interface Refusal {
  readonly error?: string;
  readonly error_description?: string;
  readonly errorMessage?: string;
  readonly remedy?: string;
}

for (const [what, body, status, problem, remedy] of [
  ['without a user', {}, 400, /user is missing/, /^$/],
  ['for an unknown user', { user: 'nobody' }, 400, /no user "nobody"/, /Create the user/],
  ['for a disabled user', { user: 'dora' }, 409, /dora is disabled/, /Set enabled of user dora/],
  [
    'for a service account',
    { user: 'service-account-service' },
    400,
    /service account of client service/,
    /client credentials/,
  ],
  ['for an unknown client', { user: 'ann', client: 'no' }, 400, /no client "no"/, /Create the client/],
  ['for a disabled client', { user: 'ann', client: 'off' }, 409, /off is disabled/, /Set enabled/],
  [
    'for a bearer-only client',
    { user: 'ann', client: 'api' },
    409,
    /does not sign users in/,
    /Standard flow/,
  ],
  [
    'for a client without the standard flow',
    { user: 'ann', client: 'service' },
    409,
    /does not sign users in with a browser/,
    /standardFlowEnabled/,
  ],
  ['for a registry', { user: 'ann', client: 'registry' }, 409, /docker-v2/, /OpenID Connect or SAML/],
  [
    'for a client whose application starts at an unknown address',
    { user: 'ann', client: 'unknown' },
    409,
    /do not say where the application starts/,
    /Home URL \(baseUrl\) of client unknown.*startUrl.*realm only/,
  ],
  [
    'to a foreign address',
    { user: 'ann', client: 'home', startUrl: 'http://evil.test/' },
    400,
    /no redirect URI of client home matches "http:\/\/evil\.test\/"/,
    /add the URL to the redirect URIs/,
  ],
  [
    'to an address that only begins like a redirect URI',
    { user: 'ann', client: 'home', startUrl: 'http://app.test.evil.test/' },
    400,
    /no redirect URI/,
    /redirectUris/,
  ],
  [
    'to a scheme that browsers do not open',
    { user: 'ann', client: 'native', startUrl: 'com.example.app:/cb' },
    400,
    /no redirect URI/,
    /http or https/,
  ],
  ['with a misspelt member', { user: 'ann', clientId: 'home' }, 400, /"clientId" is not a member/, /^$/],
] as const) {
  test(`console "Sign in as": no link is created ${what}`, async () => {
    const { status: answered, body: refusal } = await server.call<Refusal>('POST', LINKS, { body });
    assert.equal(answered, status, JSON.stringify(refusal));
    assert.match(refusal.error_description ?? refusal.errorMessage ?? refusal.error ?? '', problem);
    assert.match(refusal.remedy ?? '', remedy);
  });
}

test('console "Sign in as": the link leads to the start of the application, or to the address that was sent', async () => {
  for (const [body, startUrl] of [
    [{ user: 'ann@example.test', client: 'home' }, 'http://app.test/home'],
    [
      { user: 'ann', client: 'unknown', startUrl: 'http://127.0.0.1:3000/login?code=1' },
      'http://127.0.0.1:3000/login?code=1',
    ],
    [{ user: 'todo', client: 'provider' }, `${server.baseUrl}/realms/links/protocol/saml/clients/provider`],
    [{ user: 'ann' }, undefined],
  ] as const) {
    const { status, body: link } = await server.call<SignInLinkWire>('POST', LINKS, { body });
    assert.equal(status, 201, JSON.stringify(link));
    assert.equal(link.startUrl, startUrl);
    const { origin, pathname, searchParams } = new URL(link.signInUrl);
    assert.deepEqual([origin, pathname], [server.baseUrl, '/realms/links/login-actions/sign-in-link']);
    assert.equal(searchParams.get('key')?.length, 43);
    assert.equal(Date.parse(link.expiresAt), server.clock.now() + 60_000);
  }
});

test('console "Sign in as": where an application starts can be asked before', async () => {
  const ask = (client: string) =>
    server.call<ClientStartWire & Refusal>('GET', `${LINKS}/start?client=${client}`);
  assert.deepEqual((await ask('home')).body, { startUrl: 'http://app.test/home', from: 'home URL' });
  assert.deepEqual((await ask('unknown')).body, {});
  assert.deepEqual(
    [(await ask('no')).status, (await ask('off')).status, (await ask('')).status],
    [400, 409, 400],
  );
});

test('console "Sign in as": a sample application that does not run has to be started first, unless the client has a home URL', async () => {
  const client = {
    clientId: 'demo-web',
    publicClient: false,
    secret: 's',
    redirectUris: ['http://127.0.0.1/*'],
  };
  const { createdId } = await server.call('POST', '/admin/realms/links/clients', { body: client });
  const start = await server.call<ClientStartWire>('GET', `${LINKS}/start?client=demo-web`);
  assert.deepEqual(start.body, { from: 'sample application', application: 'web' });
  const body = { user: 'ann', client: 'demo-web' };
  const { status, body: refusal } = await server.call<Refusal>('POST', LINKS, { body });
  assert.deepEqual(
    [status, refusal.error],
    [409, 'client: the sample application of client demo-web is not running.'],
  );
  assert.match(refusal.remedy ?? '', /POST \/emulator\/v1\/realms\/links\/applications\/web/);
  await server.call('PUT', `/admin/realms/links/clients/${createdId}`, {
    body: { ...client, baseUrl: 'http://own.test/' },
  });
  const link = await server.call<SignInLinkWire>('POST', LINKS, { body });
  assert.deepEqual([link.status, link.body.startUrl], [201, 'http://own.test/']);
});

test('console "Sign in as": none is created in a disabled or unknown realm', async () => {
  await server.call('PUT', '/admin/realms/links', { body: { enabled: false } });
  const disabled = await server.call<Refusal>('POST', LINKS, { body: { user: 'ann' } });
  await server.call('PUT', '/admin/realms/links', { body: { enabled: true } });
  assert.deepEqual([disabled.status, disabled.body.error], [409, 'Realm links is disabled.']);
  const body = { user: 'ann' };
  assert.equal((await server.call('POST', LINKS.replace('links', 'none'), { body })).status, 404);
});

test('the role impersonation is required and sufficient, but not for a user with more rights than the caller', async (context) => {
  const mart = await startMartServer();
  context.after(() => mart.stop());
  const path = '/emulator/v1/realms/mart/sign-in-links';
  for (const [role, user, status] of [
    ['only-impersonation', 'nobody', 201],
    ['only-impersonation', 'boss', 403],
    ['only-impersonation', 'chief', 403],
    ['only-impersonation', 'only-manage-users', 403],
    ['only-manage-users', 'nobody', 403],
    ['nobody', 'nobody', 403],
  ] as const) {
    const token = await mart.tokenOf('mart', role);
    const answer = await mart.call('POST', path, { token, body: { user } });
    assert.equal(answer.status, status, `${role} as ${user}`);
  }
});
