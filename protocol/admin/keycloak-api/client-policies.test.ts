import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const POLICIES = '/admin/realms/shop/client-policies/policies';
const PROFILES = '/admin/realms/shop/client-policies/profiles';

for (const [path, body, expected] of [
  [POLICIES, undefined, /must be a JSON object/],
  [POLICIES, { policies: {} }, /policies must be a JSON array/],
  [POLICIES, { policies: [{ enabled: true }] }, /policies\[0\]\.name is missing/],
  [POLICIES, { policies: [{ name: 'a' }, { name: 'a' }] }, /policies contains \\"a\\" twice/],
  [POLICIES, { policies: [{ name: 'a', profiles: 'b' }] }, /profiles must be a JSON array/],
  [PROFILES, { profiles: [{ name: 'a', executors: [{ executor: '' }] }] }, /executors\[0\]\.executor/],
  [PROFILES, { profiles: [{ name: 'a' }, { name: 'a' }] }, /profiles contains \\"a\\" twice/],
] as const) {
  test(`bad input: ${path.split('/').at(-1)} ${JSON.stringify(body)} are rejected`, async () => {
    const { status, body: refusal } = await server.call('PUT', path, body === undefined ? {} : { body });
    assert.equal(status, 400);
    assert.match(JSON.stringify(refusal), expected);
  });
}

test('Keycloak: client policies and profiles are those of the realm file; a realm without has none', async () => {
  assert.deepEqual((await server.call('GET', POLICIES)).body, { policies: [] });
  assert.deepEqual((await server.call('GET', PROFILES)).body, { profiles: [] });
  const profiles = [{ name: 'strict', executors: [{ executor: 'pkce-enforcer', configuration: { a: 1 } }] }];
  const policies = [
    {
      name: 'all',
      enabled: true,
      conditions: [{ condition: 'any-client', configuration: {} }],
      profiles: ['strict'],
      futureMember: 1,
    },
  ];
  assert.equal((await server.call('PUT', PROFILES, { body: { profiles } })).status, 204);
  assert.equal((await server.call('PUT', POLICIES, { body: { policies } })).status, 204);
  assert.deepEqual((await server.call('GET', PROFILES)).body, { profiles });
  assert.deepEqual((await server.call('GET', POLICIES)).body, { policies });
  const realm = server.store.realms.find('shop');
  assert.deepEqual([realm?.['clientPolicies'], realm?.['clientProfiles']], [{ policies }, { profiles }]);
});

test('Keycloak: what was read with the global list can be sent back, and an object without the list empties it', async () => {
  const body = { policies: [{ name: 'mine' }], globalPolicies: [] };
  assert.equal((await server.call('PUT', POLICIES, { body })).status, 204);
  assert.deepEqual((await server.call('GET', POLICIES)).body, { policies: [{ name: 'mine' }] });
  assert.equal((await server.call('PUT', POLICIES, { body: {} })).status, 204);
  assert.deepEqual((await server.call('GET', POLICIES)).body, { policies: [] });
});

test('Keycloak: include-global-… adds the server’s own policies and profiles, of which there are none', async () => {
  const { body } = await server.call('GET', `${PROFILES}?include-global-profiles=true`);
  assert.deepEqual((body as { globalProfiles: unknown }).globalProfiles, []);
  const { body: policies } = await server.call('GET', `${POLICIES}?include-global-policies=true`);
  assert.deepEqual((policies as { globalPolicies: unknown }).globalPolicies, []);
});

test('bad input: client policies of a realm file that are no objects are shown as none', async () => {
  await server.store.realms.update('shop', (realm) => ({
    ...realm,
    clientPolicies: 'x',
    clientProfiles: null,
  }));
  assert.deepEqual((await server.call('GET', POLICIES)).body, { policies: [] });
  assert.deepEqual((await server.call('GET', PROFILES)).body, { profiles: [] });
});
