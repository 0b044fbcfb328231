import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { startNotifiedApplication } from '../testing/notified-application.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
const application = await startNotifiedApplication();
const pushed = application.notices;
const adminUrl = `${application.url}/admin`;
after(async () => {
  application.stop();
  await server.stop();
});
beforeEach(() => {
  pushed.length = 0;
});
const REALM = '/admin/realms/shop';
const till = server.clientUuid('till');

test('realm-admin C3: without an Admin URL no application is called, and the response is empty', async () => {
  const { status, body } = await server.call('POST', `${REALM}/push-revocation`);
  assert.deepEqual([status, body, pushed], [200, {}, []]);
});

test('realm-admin C3: every application with an Admin URL receives the not-before time', async () => {
  await server.call('PUT', REALM, { body: { notBefore: 1_900_000_000 } });
  await server.call('PUT', `${REALM}/clients/${till}`, { body: { adminUrl } });
  const { body } = await server.call('POST', `${REALM}/push-revocation`);
  assert.deepEqual(body, { successRequests: [adminUrl] });
  await server.call('PUT', REALM, { body: { notBefore: 0 } });
  assert.deepEqual(
    pushed.map(({ path, claims }) => [path, claims?.['notBefore'], claims?.['resource']]),
    [['/admin/k_push_not_before', 1_900_000_000, 'till']],
  );
});

test('realm-admin C4: a single client can be called, and an application that does not answer is reported', async () => {
  await server.call('PUT', `${REALM}/clients/${till}`, { body: { adminUrl } });
  const page = server.clientUuid('page');
  await server.call('PUT', `${REALM}/clients/${page}`, { body: { adminUrl: 'http://127.0.0.1:1/admin' } });
  const { body } = await server.call('POST', `${REALM}/clients/${till}/push-revocation`);
  assert.deepEqual(body, { successRequests: [adminUrl] });
  const failed = await server.call('POST', `${REALM}/clients/${page}/push-revocation`);
  assert.deepEqual(failed.body, { failedRequests: ['http://127.0.0.1:1/admin'] });
  assert.equal(pushed.length, 1);
});

test('realm-admin C4: an unknown client is not found', async () => {
  assert.equal((await server.call('POST', `${REALM}/clients/none/push-revocation`)).status, 404);
});

test('realm-admin C3: a user who may only view clients cannot call applications', async () => {
  const token = await server.tokenOf('shop', 'viewer');
  for (const path of ['/push-revocation', `/clients/${till}/push-revocation`])
    assert.equal((await server.call('POST', REALM + path, { token })).status, 403);
  assert.deepEqual(pushed, []);
});
