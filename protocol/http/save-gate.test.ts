import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import type { SaveGate } from '#protocol/store/save-gate.ts';
import type { Route } from './exchange.ts';
import { jsonReply } from './replies.ts';
import { startTestHttpServer } from './testing/server.ts';

/** A disk that the test controls. */
function createDisk() {
  let changes = 0;
  let finish: (error?: StorageError) => void = () => undefined;
  const saving = new Promise<void>((resolve, reject) => {
    finish = (error) => (error === undefined ? resolve() : reject(error));
  });
  saving.catch(() => undefined);
  const saveGate: SaveGate = {
    mark: () => changes,
    settle: (mark) => (changes === mark ? undefined : saving),
  };
  const change = (): void => {
    changes++;
  };
  return { saveGate, change, finish: (error?: StorageError) => finish(error) };
}

async function startServer() {
  const disk = createDisk();
  const routes: readonly Route[] = [
    { method: 'GET', path: '/read', handle: () => jsonReply(200, {}) },
    {
      method: 'POST',
      path: '/change',
      handle() {
        disk.change();
        return jsonReply(200, {});
      },
    },
    {
      method: 'POST',
      path: '/refused-change',
      handle() {
        disk.change();
        throw new OAuthError('invalid_grant', { description: 'Stale token', reason: 'r', remedy: 'm' });
      },
    },
  ];
  return { disk, server: await startTestHttpServer(routes, { server: { saveGate: disk.saveGate } }) };
}

for (const [path, status] of [
  ['/change', 200],
  ['/refused-change', 400],
] as const) {
  test(`${path}: answered only once the change is saved, whether it succeeds or is refused`, async () => {
    const { disk, server } = await startServer();
    const order: string[] = [];
    const changed = server.send(path, { method: 'POST' }).then((response) => {
      order.push('changed');
      return response;
    });
    // A request that changes nothing is answered while the other one waits.
    while (disk.saveGate.mark() === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await server.send('/read')).status, 200);
    order.push('read');
    disk.finish();
    assert.equal((await changed).status, status);
    assert.deepEqual(order, ['read', 'changed']);
    await server.stop();
  });

  test(`${path}: 503 when the change cannot be saved`, async () => {
    const { disk, server } = await startServer();
    disk.finish(new StorageError('/x', Object.assign(new Error('full'), { code: 'ENOSPC' })));
    const response = await server.send(path, { method: 'POST' });
    assert.equal(response.status, 503);
    assert.match(await response.text(), /the disk of the data directory is full/);
    await server.stop();
  });
}
