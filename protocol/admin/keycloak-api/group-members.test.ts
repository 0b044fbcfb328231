import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Named, namesOf, startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const [guests] = (await server.call<Named[]>('GET', '/admin/realms/shop/groups?search=guests')).body;
const ann = `/admin/realms/shop/users/${await server.userId('ann')}`;

test('realm-admin C5: a user joins a group only once, and leaves it', async () => {
  const path = `${ann}/groups/${guests?.id}`;
  for (let round = 0; round < 2; round += 1) assert.equal((await server.call('PUT', path)).status, 204);
  assert.deepEqual((await server.call('GET', `${ann}/groups/count`)).body, { count: 2 });
  assert.equal(
    (await server.call<Named[]>('GET', `/admin/realms/shop/groups/${guests?.id}/members`)).body.length,
    1,
  );
  assert.equal((await server.call('DELETE', path)).status, 204);
  assert.deepEqual(namesOf((await server.call<Named[]>('GET', `${ann}/groups`)).body), ['staff']);
});

test('realm-admin C5: an unknown group is 404', async () => {
  for (const method of ['PUT', 'DELETE']) {
    const { status, body } = await server.call(method, `${ann}/groups/none`);
    assert.deepEqual([status, body], [404, { error: 'Group not found' }]);
  }
});

test('realm-admin C3: a default group is listed until it is removed', async () => {
  const path = '/admin/realms/shop/default-groups';
  assert.equal((await server.call('PUT', `${path}/${guests?.id}`)).status, 204);
  assert.deepEqual(namesOf((await server.call<Named[]>('GET', path)).body), ['guests']);
  assert.equal((await server.call('DELETE', `${path}/${guests?.id}`)).status, 204);
  assert.deepEqual((await server.call('GET', path)).body, []);
  assert.equal((await server.call('PUT', `${path}/none`)).status, 404);
});
