import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createStandInStore } from './stand-in-store.ts';

test('codes and tokens are apart, and two servers with one database have the same', async () => {
  const store = createMemoryStore();
  const [first, second] = [createStandInStore(store), createStandInStore(store)];
  await first.agreed.put('a', { realmId: 'r' }, 10, 0);
  assert.deepEqual(await second.agreed.find('r', 'a', 5), { realmId: 'r' });
  assert.equal(await second.codes.find('r', 'a', 5), undefined);
  assert.equal(await second.tokens.find('r', 'a', 5), undefined);
});
