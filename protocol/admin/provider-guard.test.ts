import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startMartServer } from './testing/mart.ts';

const server = await startMartServer();
after(() => server.stop());

const OTHER = '/identity-provider/instances/other';
const MAPPER = {
  name: 'as-boss',
  identityProviderMapper: 'oidc-username-idp-mapper',
  config: { template: 'boss-at-other', target: 'BROKER_ID' },
};
const CALLER = 'only-manage-identity-providers';

const link = (username: string, alias: string) => async () => {
  const { id: realmId = '' } = server.store.realms.find('mart') ?? {};
  const user = (await server.store.users.findByUsername(realmId, username)) ?? assert.fail();
  const identity = { identityProvider: alias, userId: `${username}-at-${alias}`, userName: username };
  await server.store.users.update(realmId, user.id, (each) => ({ ...each, federatedIdentities: [identity] }));
};

/** `chief` has its rights by a group. */
before(link('boss', 'other'));
before(link('chief', 'later'));
before(link('clerk', 'free'));

async function send(caller: string, method: string, path: string, body?: unknown) {
  const token = await server.tokenOf('mart', caller);
  return server.call(method, await server.place(path), { token, ...(body === undefined ? {} : { body }) });
}

for (const [what, method, path, body] of [
  ['other addresses', 'PUT', OTHER, { config: { tokenUrl: 'https://evil.test/token' } }],
  ['a stand-in', 'PUT', OTHER, { config: { 'understudy.stand-in': 'always' } }],
  ['another flow of first sign-ins', 'PUT', OTHER, { firstBrokerLoginFlowAlias: 'browser' }],
  ['a mapper that decides which account it is', 'POST', `${OTHER}/mappers`, MAPPER],
  [
    'a new provider with the alias of links',
    'POST',
    '/identity-provider/instances',
    { alias: 'later', providerId: 'google' },
  ],
] as const)
  test(`0169: manage-identity-providers alone gives no provider ${what} when a user with more rights is linked with it`, async () => {
    const earlier = await server.state();
    const { status, body: refusal } = await send(CALLER, method, path, body);
    assert.equal(status, 403);
    assert.match(JSON.stringify(refusal), /forbidden/i);
    assert.deepEqual(await server.state(), earlier);
  });

test('0169: what pages call the provider, and providers of users without more rights, may be changed', async () => {
  const other = await send(CALLER, 'PUT', OTHER, {
    displayName: 'Other',
    config: { guiOrder: '3', clientSecret: '**********', clientId: 'x' },
  });
  assert.equal(other.status, 204);
  const free = { alias: 'free', providerId: 'google' };
  assert.equal((await send(CALLER, 'POST', '/identity-provider/instances', free)).status, 201);
  const moved = { config: { 'understudy.stand-in': 'always' } };
  assert.equal((await send(CALLER, 'PUT', '/identity-provider/instances/free', moved)).status, 204);
});

test('0169: administrators with the rights of the linked user change the provider', async () => {
  const { status } = await send('only-realm-admin', 'POST', `${OTHER}/mappers`, MAPPER);
  assert.equal(status, 201);
});

test('0169: administrators who may change providers may remove them, because that signs no one in', async () => {
  assert.equal((await send(CALLER, 'DELETE', OTHER)).status, 204);
});
