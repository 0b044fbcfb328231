import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createRealmClocks, type RealmClocks } from './realm-clocks.ts';

async function twoRealms() {
  const base = createMovableClock({ now: () => 1000 });
  const { realms } = createMemoryStore();
  for (const realm of ['demo', 'master']) await realms.create({ id: `${realm}-id`, realm }, []);
  const clocks: RealmClocks = createRealmClocks(realms, base);
  return { base, realms, clocks };
}

test("moving one realm's clock does not affect the others", async () => {
  const { clocks } = await twoRealms();
  await clocks('demo').set({ offsetMs: 500 });
  assert.deepEqual([clocks('demo').now(), clocks('demo').offsetMs], [1500, 500]);
  assert.deepEqual([clocks('master').now(), clocks('master').offsetMs], [1000, 0]);
  assert.equal(clocks('none').now(), 1000);
});

test('a frozen clock stands still while the machine goes on, and its offset shrinks', async () => {
  const { clocks, base } = await twoRealms();
  const clock = clocks('demo');
  await clock.set({ frozenAt: 1700 });
  base.setOffsetMs(100);
  assert.deepEqual([clock.now(), clock.offsetMs, clock.isFrozen], [1700, 600, true]);
  assert.deepEqual([clocks('master').now(), clocks('master').isFrozen], [1100, false]);
  await clock.set({ offsetMs: clock.offsetMs });
  base.setOffsetMs(150);
  assert.deepEqual([clock.now(), clock.isFrozen], [1750, false]);
});

test('a clock follows its realm to another name, and the next realm of the old name has real time', async () => {
  const { clocks, realms } = await twoRealms();
  await clocks('demo').set({ frozenAt: 7 });
  await realms.update('demo', (realm) => ({ ...realm, realm: 'renamed' }));
  assert.equal(clocks('renamed').now(), 7);
  await realms.create({ id: 'new', realm: 'demo' }, []);
  assert.equal(clocks('demo').now(), 1000);
});

test('a clock ends with its realm: one that is imported again under the same id has real time', async () => {
  const { clocks, realms } = await twoRealms();
  const late = clocks('demo');
  await late.set({ offsetMs: 500 });
  await realms.remove('demo');
  assert.equal(late.now(), 1000);
  await assert.rejects(late.set({ offsetMs: 1 }), TypeError);
  await realms.create({ id: 'demo-id', realm: 'demo' }, []);
  assert.equal(clocks('demo').now(), 1000);
});

test('the clock of a realm that does not exist cannot be set', async () => {
  const { clocks } = await twoRealms();
  await assert.rejects(clocks('none').set({ offsetMs: 1 }), TypeError);
});
