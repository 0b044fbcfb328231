import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistryServer } from './testing/server.ts';

test('service description §1: with the feature disabled the endpoint does not exist, and Activity says how to enable it', async () => {
  const server = await startRegistryServer({}, false);
  const { status, body, refusal } = await server.request('service=registry', 'alice:alice:password');
  assert.equal(status, 404);
  assert.deepEqual(body, { error: 'Protocol not found' });
  assert.match(refusal?.remedy ?? '', /--features=docker/);
  await server.stop();
});

test('distribution OAuth 2.0 specification: a POST answers 404, so that clients use GET; its password is not recorded', async () => {
  const server = await startRegistryServer();
  const form = new URLSearchParams({ grant_type: 'password', username: 'alice', password: 'alice:password' });
  const { status, body, record, refusal } = await server.send('', { method: 'POST', body: form });
  assert.equal(status, 404);
  const [error] = body['errors'] as readonly { code: string; message: string }[];
  assert.match(error?.message ?? '', /by GET with HTTP Basic/);
  assert.deepEqual([refusal, record?.outcome], [undefined, 'asked']);
  assert.match(record?.decisions[0]?.detail ?? '', /as in Keycloak/);
  assert.equal(record?.realm, 'demo');
  assert.doesNotMatch(JSON.stringify(record), /alice:password|alice%3Apassword/);
  await server.stop();
});

test('service description §1: with the feature disabled a POST gets the same response', async () => {
  const server = await startRegistryServer({}, false);
  const { status, body } = await server.send('service=registry', { method: 'POST', body: 'a=b' });
  assert.equal(status, 404);
  assert.deepEqual(body, { error: 'Protocol not found' });
  await server.stop();
});

test('RFC 9110 §15.5.6: other methods are rejected, HEAD is a GET without a body', async () => {
  const server = await startRegistryServer();
  for (const method of ['PUT', 'DELETE', 'PATCH'])
    assert.equal((await server.send('service=registry', { method })).status, 405, method);
  const authorization = `Basic ${Buffer.from('alice:alice:password').toString('base64')}`;
  const head = await server.send('service=registry', { method: 'HEAD', headers: { authorization } });
  assert.deepEqual([head.status, head.text], [200, '']);
  await server.stop();
});
