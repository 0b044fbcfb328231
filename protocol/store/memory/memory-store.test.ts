import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from './memory-store.ts';

test('two stores in memory know nothing of each other', async () => {
  const [one, other] = [createMemoryStore(), createMemoryStore()];
  await one.realms.create({ id: 'r', realm: 'demo' }, []);
  assert.equal(other.realms.find('demo'), undefined);
});

test('flushing and closing have nothing to wait for', async () => {
  const store = createMemoryStore();
  await store.flush();
  await store.close();
});
