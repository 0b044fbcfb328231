import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RealmConsentsWire } from '#protocol/contract/admin-api.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const PATH = '/emulator/v1/realms/shop/consents';
const realmId = server.store.realms.find('shop')?.id ?? '';
for (const [username, clientId] of [
  ['manager', 'till'],
  ['ann', 'page'],
] as const) {
  await server.store.users.update(realmId, await server.userId(username), (user) => ({
    ...user,
    clientConsents: [{ clientId, grantedClientScopes: ['email'], createdDate: 5, lastUpdatedDate: 6 }],
  }));
}
const list = async (query = '') => (await server.call<RealmConsentsWire>('GET', `${PATH}${query}`)).body;

test('console "Realm": the consents of all users are in one list, sorted by username', async () => {
  const { total, consents } = await list();
  assert.equal(total, 2);
  assert.deepEqual(consents[0], {
    userId: await server.userId('ann'),
    username: 'ann',
    clientId: 'page',
    grantedClientScopes: ['email'],
    createdDate: 5,
    lastUpdatedDate: 6,
  });
});

test('console "Realm": consents are searched by user and by client, and paged', async () => {
  assert.equal((await list('?text=TILL')).consents[0]?.username, 'manager');
  assert.equal((await list('?text=nobody')).total, 0);
  const page = await list('?first=1&max=1');
  assert.deepEqual([page.total, page.consents.length], [2, 1]);
});

test('console "Realm": invalid page bounds are rejected, and so are callers who are not administrators of the server', async () => {
  for (const query of ['?max=0', '?max=1001', '?first=x'])
    assert.equal((await server.call('GET', `${PATH}${query}`)).status, 400, query);
  const token = await server.tokenOf('shop', 'manager', 'page');
  assert.equal((await server.call('GET', PATH, { token })).status, 403);
  assert.equal((await server.call('GET', PATH, { token: null })).status, 401);
  assert.equal((await server.call('GET', '/emulator/v1/realms/none/consents')).status, 404);
});
