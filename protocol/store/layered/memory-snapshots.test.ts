import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#protocol/clock.ts';
import { createMemoryStore } from '../memory/memory-store.ts';
import { alice, demo } from '../testing/sample-realm.ts';
import { testSnapshots } from '../testing/snapshot-conformance.ts';
import { layerTransientRealms } from './layered-store.ts';

const open = () => layerTransientRealms(createMemoryStore(), systemClock);

testSnapshots<void>(
  (title, run) => test(title, () => run()),
  (_given, run) => run(open()),
);

test('a snapshot shares its users with the realm', async () => {
  const store = open();
  await store.realms.create(demo, [alice]);
  await store.snapshots.take(demo.id, { id: 'one', takenAt: 0 }, async () => ({}));
  await store.snapshots.restore(demo.id, 'one', (kept) => kept);
  assert.equal(await store.users.find(demo.id, 'u1'), alice);
  assert.equal(store.realms.find('demo'), demo);
});

test('nothing is kept of a realm that is removed while its snapshot is taken', async () => {
  const store = open();
  await store.realms.create(demo, [alice]);
  const taken = store.snapshots.take(demo.id, { id: 'one', takenAt: 0 }, async () => {
    await store.realms.remove('demo');
    return {};
  });
  assert.equal(await taken, undefined);
  assert.deepEqual(await store.snapshots.list(demo.id), []);
});
