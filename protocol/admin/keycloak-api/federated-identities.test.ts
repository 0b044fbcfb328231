import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const ANN = `/admin/realms/shop/users/${await server.userId('ann')}`;
const LINKS = `${ANN}/federated-identity`;
const body = { userId: '17', userName: 'ann@github' };
await server.call('POST', '/admin/realms/shop/identity-provider/instances', {
  body: { alias: 'github', providerId: 'github' },
});

test('Keycloak: a user is linked with an identity provider once', async () => {
  assert.deepEqual((await server.call('GET', LINKS)).body, []);
  assert.equal((await server.call('POST', `${LINKS}/github`, { body })).status, 204);
  const link = { ...body, identityProvider: 'github' };
  assert.deepEqual((await server.call('GET', LINKS)).body, [link]);
  const again = await server.call('POST', `${LINKS}/github`, { body });
  assert.deepEqual(
    [again.status, again.body],
    [409, { errorMessage: 'User is already linked with provider' }],
  );
});

test('Keycloak: an update of the user leaves the links alone', async () => {
  await server.call('PUT', ANN, { body: { firstName: 'Anne', federatedIdentities: [] } });
  assert.equal((await server.call<unknown[]>('GET', LINKS)).body.length, 1);
});

test('bad input: unknown users and providers are 404, incomplete links 400', async () => {
  const other = '/admin/realms/shop/users/none/federated-identity';
  assert.equal((await server.call('GET', other)).status, 404);
  assert.equal((await server.call('POST', `${other}/github`, { body })).status, 404);
  assert.equal((await server.call('POST', `${LINKS}/gitlab`, { body })).status, 404);
  assert.equal((await server.call('DELETE', `${LINKS}/gitlab`)).status, 404);
  for (const wrong of [{}, { userId: '1' }, { userId: [], userName: 'x' }, []])
    assert.equal((await server.call('POST', `${LINKS}/github`, { body: wrong })).status, 400);
});

test('Keycloak: a link is removed', async () => {
  assert.equal((await server.call('DELETE', `${LINKS}/github`)).status, 204);
  const gone = await server.call('DELETE', `${LINKS}/github`);
  assert.deepEqual([gone.status, gone.body], [404, { error: 'Link not found' }]);
  assert.deepEqual((await server.call('GET', LINKS)).body, []);
});

test('Keycloak: no answer and no export has the token that the realm stores for a link', async () => {
  const link = { ...body, identityProvider: 'github' };
  const federatedIdentities = [{ ...link, token: 'provider-token' }];
  const users = '/admin/realms/shop/users';
  await server.call('POST', users, { body: { username: 'tom', federatedIdentities } });
  const tom = `${users}/${await server.userId('tom')}`;
  assert.deepEqual((await server.call('GET', `${tom}/federated-identity`)).body, [link]);
  for (const path of [tom, `${users}?username=tom`, '/emulator/v1/realms/shop/export']) {
    const { status, body: shown } = await server.call('GET', path);
    assert.equal(status, 200, path);
    assert.match(JSON.stringify(shown), /ann@github/, path);
    assert.doesNotMatch(JSON.stringify(shown), /provider-token/, path);
  }
});

test('bad input: a link is added without a token', async () => {
  await server.call('DELETE', `${LINKS}/github`);
  const sent = { ...body, userId: '19', token: 'provider-token' };
  assert.equal((await server.call('POST', `${LINKS}/github`, { body: sent })).status, 204);
  assert.deepEqual((await server.call('GET', LINKS)).body, [
    { ...body, userId: '19', identityProvider: 'github' },
  ]);
});

test('an account of another user is 409, also for a new user and a partial import, which stores nothing', async () => {
  const users = '/admin/realms/shop/users';
  const taken = { ...body, identityProvider: 'github' };
  const created = await server.call('POST', users, { body: { username: 'una', federatedIdentities: [] } });
  assert.equal(created.status, 201);
  const una = `${users}/${await server.userId('una')}`;
  const message = { errorMessage: 'Federated identity is already linked to another user' };
  for (const answer of [
    await server.call('POST', `${una}/federated-identity/github`, { body }),
    await server.call('POST', users, { body: { username: 'ulf', federatedIdentities: [taken] } }),
    await server.call('POST', '/admin/realms/shop/partialImport', {
      body: {
        ifResourceExists: 'OVERWRITE',
        roles: { realm: [{ name: 'of-the-import' }] },
        users: [{ username: 'una', federatedIdentities: [taken] }],
      },
    }),
    await server.call('POST', '/admin/realms/shop/partialImport', {
      body: {
        ifResourceExists: 'FAIL',
        users: ['ute', 'udo'].map((username) => ({
          username,
          federatedIdentities: [{ ...taken, userId: '18' }],
        })),
      },
    }),
  ])
    assert.deepEqual([answer.status, answer.body], [409, message]);
  assert.deepEqual((await server.call('GET', `${una}/federated-identity`)).body, []);
  assert.equal((await server.call('GET', '/admin/realms/shop/roles/of-the-import')).status, 404);
  for (const name of ['ulf', 'ute', 'udo'])
    assert.deepEqual((await server.call('GET', `${users}?username=${name}`)).body, []);
});

test('a partial import may store a user again with its accounts', async () => {
  const again = await server.call('POST', '/admin/realms/shop/partialImport', {
    body: {
      ifResourceExists: 'OVERWRITE',
      users: [
        { username: 'ann', federatedIdentities: [{ ...body, userId: '19', identityProvider: 'github' }] },
      ],
    },
  });
  assert.equal(again.status, 200);
});
