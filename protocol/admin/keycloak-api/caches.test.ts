import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRequest } from '../admin-route.ts';
import { createCacheRows } from './caches.ts';

test('Keycloak: clear-keys-cache makes the server fetch the keys of clients again; the other caches do not exist', async () => {
  let cleared = 0;
  const rows = createCacheRows(() => (cleared += 1));
  const counts = [];
  for (const row of rows) {
    assert.deepEqual([row.method, row.needs], ['POST', ['manage-realm']]);
    assert.equal((await row.handle({} as RealmRequest)).status, 204);
    counts.push([row.path, cleared]);
  }
  assert.deepEqual(counts, [
    ['/clear-realm-cache', 0],
    ['/clear-user-cache', 0],
    ['/clear-keys-cache', 1],
    ['/clear-crl-cache', 1],
  ]);
});
