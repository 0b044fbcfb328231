import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createRealmAttributes } from './realm-attributes.ts';

async function setUp() {
  const store = createMemoryStore();
  await store.realms.create({ id: 'r', realm: 'r', attributes: { kept: 'k' } }, []);
  return { store, attributes: createRealmAttributes(store.realms) };
}

test('an attribute is set, changed and removed; the others are kept', async () => {
  const { store, attributes } = await setUp();
  await attributes.update('r', 'a', (value) => `${value} 1`);
  assert.equal(attributes.find('r', 'a'), 'undefined 1');
  await attributes.update('r', 'a', (value) => `${value} 2`);
  assert.deepEqual(store.realms.find('r')?.attributes, { kept: 'k', a: 'undefined 1 2' });
  await attributes.update('r', 'a', () => undefined);
  assert.deepEqual(store.realms.find('r')?.attributes, { kept: 'k' });
});

test('concurrent changes run one after another', async () => {
  const { attributes } = await setUp();
  await Promise.all(
    Array.from({ length: 10 }, () => attributes.update('r', 'n', (value) => String(Number(value ?? 0) + 1))),
  );
  assert.equal(attributes.find('r', 'n'), '10');
});

test('missing and inherited names are undefined', async () => {
  const { attributes } = await setUp();
  for (const [realm, name] of [
    ['r', 'a'],
    ['r', 'constructor'],
    ['none', 'kept'],
  ] as const)
    assert.equal(attributes.find(realm, name), undefined);
  await assert.rejects(
    attributes.update('none', 'a', () => 'x'),
    TypeError,
  );
});
