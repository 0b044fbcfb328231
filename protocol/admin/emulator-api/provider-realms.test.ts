import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';
import type { IdentityProviderStateWire, ProviderRealmWire } from '#protocol/contract/identity-providers.ts';
import { formAction, type TestPage } from '#protocol/login/testing/browser.ts';
import { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());

const CALLBACK = 'http://shop.test/callback';
const BYE = 'http://shop.test/bye';
const ADMIN = '/admin/realms';
const V1 = '/emulator/v1/realms';

for (const body of [
  {
    realm: 'r',
    id: 'r-id',
    enabled: true,
    clients: [
      {
        clientId: 'shop',
        publicClient: true,
        redirectUris: [CALLBACK],
        attributes: { 'post.logout.redirect.uris': BYE },
      },
    ],
  },
  {
    realm: 'staff',
    id: 'staff-id',
    displayName: 'Staff only',
    enabled: true,
    clients: [{ clientId: 'shop-broker' }],
    users: [
      {
        username: 'sue',
        enabled: true,
        email: 'sue@staff.test',
        firstName: 'Sue',
        lastName: 'Staff',
        credentials: [{ type: 'password', value: 'sue-password' }],
      },
    ],
  },
])
  assert.equal((await server.call('POST', ADMIN, { body })).status, 201);

const connect = <Body = ProviderRealmWire>(body: unknown, realm = 'r') =>
  server.call<Body>('POST', `${V1}/${realm}/provider-realms`, { body });
const statesOf = async (realm: string) =>
  (await server.call<readonly IdentityProviderStateWire[]>('GET', `${V1}/${realm}/identity-providers`)).body;
const sessionsOf = (realm: string) => server.store.sessions.count(realm);

function buttonOf({ text }: TestPage, alias: string): string {
  const href = new RegExp(`<a id="social-${alias}"[^>]* href="([^"]*)"`).exec(text)?.[1];
  return href?.replaceAll('&amp;', '&') ?? assert.fail(text);
}

async function signIn(browser: LoginBrowser): Promise<TestPage> {
  const page = await browser.follow(await browser.get(buttonOf(await browser.open(), 'staff')));
  return browser.follow(await browser.post(formAction(page), { username: 'sue', password: 'sue-password' }));
}

const made = await connect({ realm: 'staff' });

test('console "Providers": one call makes a realm the provider of another one, whose users sign in with it', async () => {
  assert.equal(made.status, 201);
  assert.deepEqual(made.body, {
    alias: 'staff',
    realm: 'staff',
    clientId: 'r-broker',
    issuer: `${server.baseUrl}/realms/staff`,
    redirectUri: `${server.baseUrl}/realms/r/broker/staff/endpoint`,
  });
  const browser = new LoginBrowser(server.baseUrl);
  const page = await browser.open();
  assert.match(page.text, /Staff only/);
  assert.equal(await browser.usernameOf(await signIn(browser)), 'sue');
  assert.deepEqual([await sessionsOf('r-id'), await sessionsOf('staff-id')], [1, 1]);
});

test('OIDC Back-Channel Logout §2.5: a sign-out at the realm that is the provider ends the session of the other one', async () => {
  const user = (await server.store.users.findByUsername('staff-id', 'sue')) ?? assert.fail();
  const ended = await server.call('POST', `${ADMIN}/staff/users/${user.id}/logout`);
  assert.equal(ended.status, 204);
  assert.deepEqual([await sessionsOf('r-id'), await sessionsOf('staff-id')], [0, 0]);
});

test('security: the client is confidential, and accepts the broker’s redirect URI with PKCE only', async () => {
  const { body } = await server.call<readonly Record<string, unknown>[]>(
    'GET',
    `${ADMIN}/staff/clients?clientId=r-broker`,
  );
  const [client = assert.fail()] = body;
  assert.equal(client['publicClient'], false);
  assert.match(String(client['secret']), /^\w{32}$/);
  assert.equal(client['rootUrl'], `\${authBaseUrl}`);
  assert.deepEqual(client['redirectUris'], ['/realms/r/broker/staff/endpoint']);
  assert.equal((client['attributes'] as Record<string, string>)['pkce.code.challenge.method'], 'S256');
  const provider = await server.call<Record<string, Record<string, string>>>(
    'GET',
    `${ADMIN}/r/identity-provider/instances/staff`,
  );
  assert.equal(provider.body['config']?.['clientSecret'], '**********');
});

test('a client ID that is taken gets a number; names of the request are used', async () => {
  const { status, body } = await connect({ realm: 'staff', alias: 'crew', displayName: 'Crew' }, 'shop');
  assert.deepEqual([status, body.alias, body.clientId], [201, 'crew', 'shop-broker-2']);
  const [state] = await statesOf('shop');
  assert.deepEqual(state, {
    alias: 'crew',
    providerId: 'keycloak-oidc',
    name: 'Crew',
    enabled: true,
    standIn: false,
    reason: 'never',
    redirectUri: `${server.baseUrl}/realms/shop/broker/crew/endpoint`,
  });
});

test('bad input: what cannot be connected is refused with the member, and no client is left', async () => {
  const before = server.store.realms.find('staff')?.clients?.length;
  for (const [body, status, member] of [
    [{ realm: 'nowhere' }, 400, /^realm:/],
    [{ realm: 'r' }, 400, /^realm:/],
    [{ realm: 'staff' }, 409, /^alias:/],
    [{ realm: 'staff', alias: 'other', clientId: 'account' }, 409, /^clientId:/],
  ] as const) {
    const answer = await connect<AdminErrorWire & { readonly remedy: string }>(body);
    assert.equal(answer.status, status, JSON.stringify(body));
    assert.match(String(answer.body.error), member);
    assert.ok(answer.body.remedy);
  }
  for (const body of [{}, { realm: 7 }, { realm: 'staff', odd: 1 }, { realm: 'staff', alias: '' }])
    assert.equal((await connect(body)).status, 400, JSON.stringify(body));
  assert.equal((await connect({ realm: 'staff' }, 'nowhere')).status, 404);
  assert.equal(server.store.realms.find('staff')?.clients?.length, before);
});

test('who answers for a provider is listed in the order of the sign-in page', async () => {
  await server.call('POST', `${ADMIN}/r/identity-provider/instances`, {
    body: { alias: 'google', providerId: 'google', enabled: false, config: { guiOrder: '1' } },
  });
  const states = await statesOf('r');
  assert.deepEqual(
    states.map(({ alias, enabled, standIn, reason }) => [alias, enabled, standIn, reason]),
    [
      ['google', false, true, 'network'],
      ['staff', true, false, 'never'],
    ],
  );
});
