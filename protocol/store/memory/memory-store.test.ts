import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from './memory-store.ts';

test('two memory stores are independent of each other', async () => {
  const [one, other] = [createMemoryStore(), createMemoryStore()];
  await one.realms.create({ id: 'r', realm: 'demo' }, []);
  assert.equal(other.realms.find('demo'), undefined);
});

test('flushing and closing resolve at once', async () => {
  const store = createMemoryStore();
  await store.flush();
  await store.close();
});
