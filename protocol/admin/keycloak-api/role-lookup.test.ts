import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { RealmRequest } from '../admin-route.ts';
import { allRoles, readRoles, roleRepresentation, rolesOfOwner } from './role-lookup.ts';

const FILE = {
  realm: 'r',
  roles: { realm: [{ name: 'clerk', attributes: { a: ['1'] } }], client: { till: [{ name: 'open' }] } },
  clients: [{ clientId: 'till' }],
};
const realm = viewRealm(normalizeRealm(FILE, { now: () => 0 }).realm);
const [open] = rolesOfOwner(realm, 'till');
const read = (json: unknown) =>
  readRoles({ realm, exchange: { json } } as RealmRequest, rolesOfOwner(realm, 'till'));

for (const [json, expected] of [
  [[{ id: 'none', name: 'open' }], /Role not found/],
  [[{ id: open?.id, name: 'close' }], /Role not found/],
  [[{ name: 'clerk' }], /Role not found/],
  [[{}], /Role not found/],
  [{ name: 'open' }, /must be a JSON array/],
  [[1], /body\[0\] must be a JSON object/],
] as const) {
  test(`realm-admin C5: ${JSON.stringify(json)} names no role`, () => {
    assert.throws(() => read(json), expected);
  });
}

test('realm-admin C5: a role is named by id and name, or by its name', () => {
  assert.deepEqual(read([{ id: open?.id, name: 'open' }]), [open]);
  assert.deepEqual(read([{ name: 'open' }]), [open]);
});

test("realm-admin C6: a client role's container is the client, a realm role's the realm", () => {
  const clerk = allRoles(realm).find(({ name }) => name === 'clerk');
  assert.ok(open && clerk);
  assert.equal(roleRepresentation(realm, open, true).containerId, realm.clients.get('till')?.id);
  assert.equal(roleRepresentation(realm, clerk, true).containerId, realm.id);
  assert.equal(roleRepresentation(realm, clerk, true).attributes, undefined);
  assert.deepEqual(roleRepresentation(realm, clerk, false).attributes, { a: ['1'] });
  assert.deepEqual(rolesOfOwner(realm, 'constructor'), []);
});
