import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const TILL = `/admin/realms/shop/clients/${server.clientUuid('till')}`;

const nodes = async (): Promise<unknown> =>
  (await server.call<{ registeredNodes?: unknown }>('GET', TILL)).body.registeredNodes;

test('Keycloak: nodes are registered with the time, and removed', async () => {
  assert.equal((await server.call('POST', `${TILL}/nodes`, { body: { node: 'a.test' } })).status, 204);
  assert.equal((await server.call('POST', `${TILL}/nodes`, { body: { node: 'b.test' } })).status, 204);
  const now = Math.floor(server.clock.now() / 1000);
  assert.deepEqual(await nodes(), { 'a.test': now, 'b.test': now });
  assert.equal((await server.call('DELETE', `${TILL}/nodes/a.test`)).status, 204);
  assert.deepEqual(await nodes(), { 'b.test': now });
  assert.deepEqual((await server.call('GET', `${TILL}/test-nodes-available`)).body, {});
});

test('bad input: unknown clients and nodes are 404, a body without a node 400', async () => {
  const none = '/admin/realms/shop/clients/none';
  assert.equal((await server.call('POST', `${none}/nodes`, { body: { node: 'a' } })).status, 404);
  assert.equal((await server.call('GET', `${none}/test-nodes-available`)).status, 404);
  for (const node of ['none', 'constructor'])
    assert.equal((await server.call('DELETE', `${TILL}/nodes/${node}`)).status, 404);
  for (const body of [{}, { node: '' }, { node: ['a'] }, []])
    assert.equal((await server.call('POST', `${TILL}/nodes`, { body })).status, 400);
});
