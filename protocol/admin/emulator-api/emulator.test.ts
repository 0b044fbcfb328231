import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ActivityPage, ActivityRecord } from '#protocol/contract/activity.ts';
import type { ServerInfoWire } from '#protocol/contract/admin-api.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const V1 = '/emulator/v1';

for (const [method, path, status, expected] of [
  ['GET', '/activity?limit=0', 400, /limit must be a whole number from 1 to 3000/],
  ['GET', '/activity?limit=many', 400, /limit must be/],
  ['GET', '/activity?outcome=good', 400, /outcome must be one of accepted/],
  ['GET', '/activity?background=all', 400, /background must be one of exclude, include, only/],
  ['GET', '/activity/stream?background=true', 400, /background must be one of exclude, include, only/],
  ['GET', '/activity/none', 404, /Exchange not found/],
  ['GET', '/activity/stream?since=%20', 400, /since must be the id/],
  ['POST', '/realms/shop/applications/none', 404, /use one of: web/],
  ['POST', '/realms/shop/applications/web', 400, /no confidential client demo-web/],
  ['GET', '/realms/none/export', 404, /Realm not found/],
] as const) {
  test(`emulator-api: ${method} ${path} is rejected with ${status}`, async () => {
    const refused = await server.call(method, V1 + path);
    assert.equal(refused.status, status);
    assert.match(JSON.stringify(refused.body), expected);
  });
}

test('emulator-api: the server returns what Overview shows, with named users only where the realm offers them', async () => {
  const { body } = await server.call<ServerInfoWire>('GET', `${V1}/server`);
  const shop = body.realms.find(({ realm }) => realm === 'shop');
  assert.equal(shop?.issuer, `${server.baseUrl}/realms/shop`);
  assert.deepEqual(shop?.namedUsers[0], {
    username: 'ann',
    name: 'Ann',
    password: 'ann-password',
    roles: ['clerk'],
  });
  assert.deepEqual(body.realms.find(({ realm }) => realm === 'master')?.namedUsers, []);
});

test('Keycloak server info: the version that libraries rely on, and the mappers for which tools build forms', async () => {
  const { body } = await server.call<{
    readonly systemInfo: { readonly version: string };
    readonly protocolMapperTypes: Readonly<Record<string, readonly { readonly id: string }[]>>;
  }>('GET', '/admin/serverinfo');
  assert.match(body.systemInfo.version, /^26\./);
  assert.deepEqual(Object.keys(body.protocolMapperTypes), ['openid-connect', 'saml', 'docker-v2']);
  assert.ok(body.protocolMapperTypes['saml']?.some(({ id }) => id === 'saml-role-list-mapper'));
});

test('emulator-api: refusals are counted until they are seen, and an exchange is found by its id', async () => {
  await server.call('DELETE', `${V1}/activity`);
  await server.call('POST', '/admin/realms/shop/users', { body: {} });
  const { body: page } = await server.call<ActivityPage>('GET', `${V1}/activity?outcome=refused`);
  assert.deepEqual([page.refusals, page.records.length, page.records[0]?.title], [1, 1, 'Create user']);
  const { body: record } = await server.call<ActivityRecord>('GET', `${V1}/activity/${page.records[0]?.id}`);
  assert.match(record.refusal?.description ?? '', /User name is missing/);
  assert.doesNotMatch(JSON.stringify(record), new RegExp(server.token.slice(-40)));
  assert.equal((await server.call('POST', `${V1}/activity/seen`)).status, 204);
  assert.equal((await server.call<ActivityPage>('GET', `${V1}/activity`)).body.refusals, 0);
});

test('contract "Realm files": an export can be imported again under another name', async () => {
  const { body: file } = await server.call<RealmRepresentation>('GET', `${V1}/realms/shop/export`);
  assert.deepEqual(file['futureMember'], { kept: true });
  assert.ok(file.users?.some(({ username }) => username === 'ann'));
  const { id, ...rest } = JSON.parse(
    JSON.stringify(file).replaceAll(
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
      (uuid) => `0${uuid.slice(1)}`,
    ),
  ) as RealmRepresentation;
  assert.equal(
    (await server.call('POST', '/admin/realms', { body: { ...rest, realm: 'copy' } })).status,
    201,
  );
  assert.equal((await server.call('GET', '/admin/realms/copy/users/count')).body, 3);
});
