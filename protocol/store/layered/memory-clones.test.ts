import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#protocol/clock.ts';
import { createMemoryStore } from '../memory/memory-store.ts';
import { testClones } from '../testing/clone-conformance.ts';
import { alice, demo } from '../testing/sample-realm.ts';
import { layerTransientRealms } from './layered-store.ts';

testClones<void>(
  (title, run) => test(title, () => run()),
  (_given, clock, run) => run(layerTransientRealms(createMemoryStore(), clock)),
);

async function setUp() {
  const base = createMemoryStore();
  await base.realms.create(demo, [alice]);
  return { base, store: layerTransientRealms(base, systemClock) };
}

const cloned = { ...demo, id: 'clone-id', realm: 'clone' };
const note = { template: 'demo', origin: 'demo' };

test('a clone shares the users of its template, and is in memory only if it has a lease', async () => {
  const { base, store } = await setUp();
  await store.clones.create('demo', () => cloned, { ...note, leaseMs: 1000 });
  assert.equal(await store.users.find('clone-id', 'u1'), alice);
  assert.equal(base.realms.find('clone'), undefined);
  await store.realms.remove('clone');
  await store.clones.create('demo', () => cloned, note);
  assert.equal(base.realms.find('clone'), cloned);
});

test('a template that is removed while its users are read has no clone', async () => {
  const { store } = await setUp();
  const making = store.clones.create('demo', () => cloned, note);
  await store.realms.remove('demo');
  assert.equal(await making, undefined);
  assert.deepEqual(store.realms.list(), []);
});
