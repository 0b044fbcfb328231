import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';

test('realm-admin C3: without an Admin URL nobody is told, and the answer is empty', async () => {
  const { status, body } = await server.call('POST', `${REALM}/push-revocation`);
  assert.deepEqual([status, body], [200, {}]);
  assert.ok(server.pushed.includes('till') && server.pushed.includes('page'));
});

test('realm-admin C4: one client is told alone, and the answer names who took it', async () => {
  const till = server.clientUuid('till');
  await server.call('PUT', `${REALM}/clients/${till}`, { body: { adminUrl: 'http://127.0.0.1:1/admin' } });
  const before = server.pushed.length;
  const { body } = await server.call('POST', `${REALM}/clients/${till}/push-revocation`);
  assert.deepEqual(body, { successRequests: ['till'] });
  assert.deepEqual(server.pushed.slice(before), ['till']);
});

test('realm-admin C4: an unknown client is not found', async () => {
  assert.equal((await server.call('POST', `${REALM}/clients/none/push-revocation`)).status, 404);
});

test('realm-admin C3: who may only look tells nobody', async () => {
  const token = await server.tokenOf('shop', 'viewer');
  const before = server.pushed.length;
  for (const path of ['/push-revocation', `/clients/${server.clientUuid('till')}/push-revocation`])
    assert.equal((await server.call('POST', REALM + path, { token })).status, 403);
  assert.equal(server.pushed.length, before);
});
