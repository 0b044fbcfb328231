import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ProtocolMapperRepresentation } from '#protocol/contract/realm-representation.ts';
import { type Named, namesOf, startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const base = `/admin/realms/shop/clients/${server.clientUuid('till')}/protocol-mappers`;
const MAPPER = {
  name: 'team',
  protocolMapper: 'oidc-usermodel-attribute-mapper',
  config: { 'claim.name': 'team' },
};

for (const [body, expected] of [
  [{}, /name is missing/],
  [{ name: 'x' }, /protocolMapper is missing/],
  [{ ...MAPPER, config: { a: [] } }, /config\.a must be a string/],
] as const) {
  test(`realm-admin C4: the mapper ${JSON.stringify(body)} is rejected`, async () => {
    const { status, body: refusal } = await server.call('POST', `${base}/models`, { body });
    assert.equal(status, 400);
    assert.match(JSON.stringify(refusal), expected);
  });
}

test('realm-admin C4: a mapper is created once, changed and removed', async () => {
  const made = await server.call('POST', `${base}/models`, { body: MAPPER });
  assert.equal(made.status, 201);
  const again = await server.call('POST', `${base}/models`, { body: MAPPER });
  assert.deepEqual(
    [again.status, again.body],
    [409, { errorMessage: 'Protocol mapper exists with same name' }],
  );
  const path = `${base}/models/${made.createdId}`;
  assert.equal(
    (await server.call('PUT', path, { body: { ...MAPPER, config: { 'claim.name': 'crew' } } })).status,
    204,
  );
  assert.deepEqual((await server.call<ProtocolMapperRepresentation>('GET', path)).body.config, {
    'claim.name': 'crew',
  });
  assert.ok(
    namesOf((await server.call<Named[]>('GET', `${base}/protocol/openid-connect`)).body).includes('team'),
  );
  assert.equal((await server.call('DELETE', path)).status, 204);
  assert.deepEqual((await server.call('GET', path)).body, { error: 'Model not found' });
});

test('Keycloak: numbers and flags among the settings of a mapper become texts', async () => {
  const config = { 'claim.name': 'shift', 'access.token.claim': true, 'lightweight.claim': 7 };
  const made = await server.call('POST', `${base}/models`, { body: { ...MAPPER, name: 'shift', config } });
  assert.equal(made.status, 201);
  const path = `${base}/models/${made.createdId}`;
  assert.deepEqual((await server.call<ProtocolMapperRepresentation>('GET', path)).body.config, {
    'claim.name': 'shift',
    'access.token.claim': 'true',
    'lightweight.claim': '7',
  });
});

test('realm-admin C4: several mappers are created together, or not at all', async () => {
  const twice = [
    { ...MAPPER, name: 'a' },
    { ...MAPPER, name: 'a' },
  ];
  assert.equal((await server.call('POST', `${base}/add-models`, { body: twice })).status, 409);
  assert.ok(!namesOf((await server.call<Named[]>('GET', `${base}/models`)).body).includes('a'));
  assert.equal((await server.call('POST', `${base}/add-models`, { body: twice.slice(1) })).status, 204);
});
