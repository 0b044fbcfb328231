import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistryServer } from './test-server.ts';

test('service description §1: with the feature off the endpoint is not there, and Activity says how to turn it on', async () => {
  const server = await startRegistryServer({}, false);
  const { status, body, refusal } = await server.request('service=registry', 'alice:alice:password');
  assert.equal(status, 404);
  assert.deepEqual(body, { error: 'Protocol not found' });
  assert.match(refusal?.remedy ?? '', /--features=docker/);
  await server.stop();
});
