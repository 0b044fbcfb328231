import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOAuthServer } from '#protocol/oauth/testing/server.ts';

test('test kit: the server has the parts of the kit, with nothing armed', async () => {
  const server = await startOAuthServer();
  try {
    const { id = '' } = server.store.realms.find('demo') ?? {};
    assert.deepEqual(server.testKit.faults.list(id), []);
    assert.equal(server.testKit.interceptor.isArmed(id), false);
  } finally {
    await server.stop();
  }
});
