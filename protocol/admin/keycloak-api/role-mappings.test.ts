import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Named, namesOf, startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';
const ann = `${REALM}/users/${await server.userId('ann')}/role-mappings`;
const list = async (path: string) => (await server.call<Named[]>('GET', path)).body;
const boss = (await server.call<Named>('GET', `${REALM}/roles/boss`)).body;

for (const [body, status] of [
  [{}, 400],
  [[{ id: 'none', name: 'boss' }], 404],
  [[{ ...boss, name: 'clerk' }], 404],
  [['boss'], 400],
] as const) {
  test(`realm-admin C5: roles ${JSON.stringify(body)} are rejected with ${status}`, async () => {
    assert.equal((await server.call('POST', `${ann}/realm`, { body })).status, status);
    assert.ok(!namesOf(await list(`${ann}/realm`)).includes('boss'));
  });
}

test('realm-admin C5: an unknown client of roles is 404', async () => {
  const { status, body } = await server.call('GET', `${ann}/clients/none`);
  assert.deepEqual([status, body], [404, { error: 'Client not found' }]);
});

test('realm-admin C5: a client role cannot be granted as a realm role', async () => {
  const open = await server.call('GET', `${REALM}/clients/${server.clientUuid('till')}/roles/open`);
  assert.equal((await server.call('POST', `${ann}/realm`, { body: [open.body] })).status, 404);
});

test('realm-admin C5: roles are granted and revoked; composite includes the roles they contain', async () => {
  assert.ok(namesOf(await list(`${ann}/realm/available`)).includes('boss'));
  assert.equal((await server.call('POST', `${ann}/realm`, { body: [boss] })).status, 204);
  assert.ok(!namesOf(await list(`${ann}/realm/available`)).includes('boss'));
  assert.ok(namesOf(await list(`${ann}/realm/composite`)).includes('clerk'));
  assert.equal((await server.call('DELETE', `${ann}/realm`, { body: [boss] })).status, 204);
  assert.ok(!namesOf(await list(`${ann}/realm`)).includes('boss'));
});

test("realm-admin C7: a group's roles apply to its members and subgroups", async () => {
  const [staff] = await list(`${REALM}/groups?search=staff&exact=true`);
  const [night] = await list(`${REALM}/groups/${staff?.id}/children`);
  assert.equal(
    (await server.call('POST', `${REALM}/groups/${staff?.id}/role-mappings/realm`, { body: [boss] })).status,
    204,
  );
  assert.ok(namesOf(await list(`${ann}/realm/composite`)).includes('boss'));
  assert.ok(
    namesOf(await list(`${REALM}/groups/${night?.id}/role-mappings/realm/composite`)).includes('clerk'),
  );
  assert.deepEqual((await server.call('GET', `${REALM}/groups/${night?.id}/role-mappings`)).body, {});
});

test('realm-admin C4: scope mappings of a client are added, and an empty body removes all', async () => {
  const path = `${REALM}/clients/${server.clientUuid('till')}/scope-mappings`;
  assert.equal((await server.call('POST', `${path}/realm`, { body: [boss] })).status, 204);
  assert.deepEqual(namesOf(await list(`${path}/realm`)), ['boss']);
  assert.equal((await server.call('DELETE', `${path}/realm`)).status, 204);
  assert.deepEqual((await server.call('GET', path)).body, {});
});
