import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ExportFindingWire } from '#protocol/contract/admin-api.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { judgeAsKeycloak } from '#protocol/realm/export/testing/keycloak-import.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const V1 = '/emulator/v1/realms';
const now = server.clock.now();

for (const [path, status, expected] of [
  ['/shop/export?for=other', 400, /for must be one of understudy, keycloak/],
  ['/none/export?for=keycloak', 404, /Realm not found/],
  ['/none/export-report', 404, /Realm not found/],
] as const)
  test(`emulator-api: GET ${path} is rejected with ${status}`, async () => {
    const refused = await server.call('GET', V1 + path);
    assert.equal(refused.status, status);
    assert.match(JSON.stringify(refused.body), expected);
  });

test('contract "Realm files": an export keeps unknown members; the one for Keycloak leaves them out and says so', async () => {
  const own = await server.call<RealmRepresentation>('GET', `${V1}/shop/export`);
  assert.deepEqual(own.body['futureMember'], { kept: true });
  const named = await server.call<RealmRepresentation>('GET', `${V1}/shop/export?for=understudy`);
  assert.deepEqual(named.body, own.body);
  assert.notDeepEqual(judgeAsKeycloak(own.body), []);
  const { body, headers } = await server.call<RealmRepresentation>('GET', `${V1}/shop/export?for=keycloak`);
  assert.deepEqual(judgeAsKeycloak(body, { now }), []);
  assert.equal(body.users?.length, own.body.users?.length);
  assert.equal(headers.get('content-disposition'), 'attachment; filename="shop-realm.json"');
  const report = await server.call<ExportFindingWire[]>('GET', `${V1}/shop/export-report`);
  assert.deepEqual(
    report.body.map(({ path }) => path),
    ['futureMember', 'attributes.understudy.oneClickSignIn'],
  );
});

test('Keycloak import: the export of a realm with keys in use keeps the keys', async () => {
  await server.call('GET', '/admin/realms/shop/keys');
  const { body } = await server.call<RealmRepresentation>('GET', `${V1}/shop/export?for=keycloak`);
  assert.deepEqual(judgeAsKeycloak(body, { now }), []);
  const keys = body.components?.['org.keycloak.keys.KeyProvider'] ?? [];
  assert.ok(keys.length >= 3 && keys.every(({ config }) => config?.['privateKey'] ?? config?.['secret']));
});

test('Keycloak import: a master realm can be exported after realms came and went', async () => {
  await server.call('POST', '/admin/realms', { body: { realm: 'guest' } });
  await server.call('PUT', '/admin/realms/guest', { body: { realm: 'visitor' } });
  for (const realm of ['master', 'visitor']) {
    const { body } = await server.call('GET', `${V1}/${realm}/export?for=keycloak`);
    assert.deepEqual(judgeAsKeycloak(body, { now }), [], realm);
  }
});

for (const query of [
  '',
  '?exportClients=true',
  '?exportGroupsAndRoles=true',
  '?exportClients=true&exportGroupsAndRoles=true',
])
  test(`Keycloak import: a partial export of a realm with keys is accepted (${query})`, async () => {
    await server.call('GET', '/admin/realms/shop/keys');
    const { status, body } = await server.call('POST', `/admin/realms/shop/partial-export${query}`);
    assert.equal(status, 200);
    assert.deepEqual(judgeAsKeycloak(body, { isPartial: true, now }), []);
  });
