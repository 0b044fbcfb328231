import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RoleRepresentation } from '#protocol/contract/realm-representation.ts';
import { type Named, namesOf, startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const ROLES = '/admin/realms/shop/roles';
const CLIENT_ROLES = `/admin/realms/shop/clients/${server.clientUuid('till')}/roles`;

for (const [body, status, expected] of [
  [{}, 400, { error: 'role has no name' }],
  [{ name: 'clerk' }, 409, { errorMessage: 'Role with name clerk already exists' }],
  [
    { name: 'x', composites: { realm: ['none'] } },
    404,
    { error: 'Realm Role with name none does not exist' },
  ],
  [
    { name: 'x', composites: { client: { till: ['none'] } } },
    404,
    { error: 'Client Role with name none does not exist' },
  ],
] as const) {
  test(`realm-admin C6: ${JSON.stringify(body)} is rejected with ${status}`, async () => {
    const refused = await server.call('POST', ROLES, { body });
    assert.deepEqual([refused.status, refused.body], [status, expected]);
  });
}

for (const [path, error] of [
  [`${ROLES}/none`, 'Could not find role'],
  [`${ROLES}/constructor`, 'Could not find role'],
  [`${CLIENT_ROLES}/clerk`, 'Could not find role'],
  ['/admin/realms/shop/roles-by-id/none', 'Could not find role with id'],
] as const) {
  test(`realm-admin C6: ${path} is 404`, async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await server.call(method, path);
      assert.deepEqual([status, body], [404, { error }]);
    }
  });
}

test('realm-admin C6: the default role cannot be removed', async () => {
  const { status, body } = await server.call('DELETE', `${ROLES}/default-roles-shop`);
  assert.deepEqual(
    [status, body],
    [400, { error: 'default-roles-shop is default role of the realm and cannot be removed.' }],
  );
});

test('realm-admin C6: a role is created, addressed by name and id, and lists leave attributes out', async () => {
  const made = await server.call('POST', ROLES, { body: { name: 'cook é/ü', attributes: { a: ['1'] } } });
  assert.deepEqual([made.status, made.createdId], [201, 'cook é/ü']);
  const path = `${ROLES}/${encodeURIComponent('cook é/ü')}`;
  const { body: role } = await server.call<RoleRepresentation>('GET', path);
  assert.deepEqual([role.clientRole, role.composite, role.attributes], [false, false, { a: ['1'] }]);
  assert.deepEqual((await server.call('GET', `/admin/realms/shop/roles-by-id/${role.id}`)).body, role);
  const { body: found } = await server.call<RoleRepresentation[]>('GET', `${ROLES}?search=cook`);
  assert.equal(found[0]?.attributes, undefined);
});

test('0169: a renamed role stays with its holders, a removed one is revoked from all', async () => {
  const mappings = `/admin/realms/shop/users/${await server.userId('ann')}/role-mappings/realm`;
  assert.equal((await server.call('PUT', `${ROLES}/clerk`, { body: { name: 'seller' } })).status, 204);
  assert.ok(namesOf((await server.call<Named[]>('GET', mappings)).body).includes('seller'));
  assert.deepEqual(namesOf((await server.call<Named[]>('GET', `${ROLES}/boss/composites`)).body), ['seller']);
  assert.equal((await server.call('DELETE', `${ROLES}/seller`)).status, 204);
  assert.equal((await server.call('POST', ROLES, { body: { name: 'seller' } })).status, 201);
  assert.ok(!namesOf((await server.call<Named[]>('GET', mappings)).body).includes('seller'));
  assert.deepEqual((await server.call('GET', `${ROLES}/boss/composites`)).body, []);
});

test('realm-admin C6: composites are added and removed, and a missing role is 404', async () => {
  const { body: open } = await server.call<RoleRepresentation>('GET', `${CLIENT_ROLES}/open`);
  const path = `${ROLES}/boss/composites`;
  assert.equal((await server.call('POST', path, { body: [open] })).status, 204);
  assert.deepEqual(
    namesOf((await server.call<Named[]>('GET', `${path}/clients/${server.clientUuid('till')}`)).body),
    ['open'],
  );
  assert.equal((await server.call('POST', path, { body: [{ id: 'none', name: 'open' }] })).status, 404);
  assert.equal((await server.call('POST', path, { body: [{ ...open, name: 'close' }] })).status, 404);
  assert.equal((await server.call('DELETE', path, { body: [open] })).status, 204);
  assert.equal((await server.call<RoleRepresentation>('GET', `${ROLES}/boss`)).body.composite, false);
});

test('realm-admin C6: the users and groups with a role are listed', async () => {
  await server.call('POST', ROLES, { body: { name: 'guard' } });
  const { body: guard } = await server.call('GET', `${ROLES}/guard`);
  await server.call('POST', `/admin/realms/shop/users/${await server.userId('ann')}/role-mappings/realm`, {
    body: [guard],
  });
  assert.equal((await server.call<Named[]>('GET', `${ROLES}/guard/users`)).body.length, 1);
  assert.deepEqual((await server.call('GET', `${ROLES}/guard/groups`)).body, []);
});
