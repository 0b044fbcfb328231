import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const path = `/admin/realms/shop/users/${await server.userId('ann')}/consents`;

test('realm-admin C5: without consent there is nothing to revoke', async () => {
  assert.deepEqual((await server.call('GET', path)).body, []);
  const { status, body } = await server.call('DELETE', `${path}/till`);
  assert.deepEqual([status, body], [404, { error: 'Consent nor offline token not found' }]);
});

test("realm-admin C5: revoking a consent removes the client from the user's sessions", async () => {
  const realmId = server.store.realms.find('shop')?.id ?? '';
  const userId = await server.userId('ann');
  await server.store.users.update(realmId, userId, (user) => ({
    ...user,
    clientConsents: [{ clientId: 'till', grantedClientScopes: ['profile'] }],
  }));
  await server.tokenOf('shop', 'ann', 'till');
  assert.equal((await server.call('DELETE', `${path}/till`)).status, 204);
  assert.deepEqual((await server.call('GET', path)).body, []);
  assert.deepEqual(await collect(server.store.sessions.list(realmId, { userId: userId })), []);
});
