import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());

interface WhoAmI {
  readonly userId: string;
  readonly realm: string;
  readonly displayName: string;
  readonly createRealm: boolean;
  readonly realm_access: Readonly<Record<string, readonly string[]>>;
}

test('Keycloak: the administrator of the server has all roles in every realm, or in the one asked for', async () => {
  const { body } = await server.call<WhoAmI>('GET', '/admin/master/console/whoami');
  assert.deepEqual([body.realm, body.displayName, body.createRealm], ['master', 'admin', true]);
  assert.deepEqual(Object.keys(body.realm_access), ['master', 'shop']);
  assert.ok(body.realm_access['shop']?.includes('manage-users'));
  const one = await server.call<WhoAmI>('GET', '/admin/master/console/whoami?currentRealm=shop');
  assert.deepEqual(Object.keys(one.body.realm_access), ['shop']);
});

test('Keycloak: an administrator of a realm has their own roles there', async () => {
  const token = await server.tokenOf('shop', 'viewer');
  const { body } = await server.call<WhoAmI>('GET', '/admin/shop/console/whoami', { token });
  assert.deepEqual(
    [body.userId, body.createRealm, Object.keys(body.realm_access)],
    [await server.userId('viewer'), false, ['shop']],
  );
  assert.ok(body.realm_access['shop']?.includes('view-users'));
  assert.ok(!body.realm_access['shop']?.includes('manage-users'));
});

test('Keycloak: a token of another realm is 401, a user without roles 403', async () => {
  const token = await server.tokenOf('shop', 'ann');
  for (const [path, sent, status] of [
    ['/admin/shop/console/whoami', server.token, 401],
    ['/admin/none/console/whoami', server.token, 401],
    ['/admin/shop/console/whoami', null, 401],
    ['/admin/shop/console/whoami', token, 403],
  ] as const)
    assert.equal((await server.call('GET', path, { token: sent })).status, status, path);
});
