import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAdminServer } from './server.ts';

test('the test server has its two realms, and issues tokens only for existing users', async () => {
  const server = await startAdminServer();
  assert.deepEqual(
    server.store.realms.list().map(({ realm }) => realm),
    ['master', 'shop'],
  );
  await assert.rejects(server.tokenOf('none', 'ann'), /no realm none/);
  await assert.rejects(server.tokenOf('shop', 'none'), /no such user/);
  await assert.rejects(server.userId('none'), /no user none/);
  assert.throws(() => server.clientUuid('none'), /no client none/);
  await server.stop();
});
