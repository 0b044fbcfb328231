// In a process of its own, because it measures memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RealmValue } from '../store.ts';
import { createExpiringStore, createExpiringStores } from './expiring-store.ts';

interface Text extends RealmValue {
  readonly text: string;
}

const text = (value: string, realmId = 'r'): Text => ({ realmId, text: value });

test('beyond the capacity the oldest value is dropped; a replaced value counts as the newest', async () => {
  const things = createExpiringStore<Text>(2);
  await things.put('a', text('1'), 100, 0);
  await things.put('b', text('2'), 100, 0);
  await things.put('a', text('3'), 100, 0);
  await things.put('c', text('4'), 100, 0);
  assert.equal(await things.find('r', 'b', 0), undefined);
  assert.deepEqual(await things.find('r', 'a', 0), text('3'));
  assert.deepEqual(await things.find('r', 'c', 0), text('4'));
});

test('a replaced value is unused again', async () => {
  const things = createExpiringStore<Text>();
  await things.put('a', text('1'), 100, 0);
  await things.consume('r', 'a', 0);
  await things.put('a', text('2'), 100, 0);
  assert.deepEqual(await things.consume('r', 'a', 0), { state: 'found', value: text('2') });
});

test('a used value can still be read, so that reuse can revoke what the first use issued', async () => {
  const things = createExpiringStore<Text>();
  await things.put('a', text('1'), 100, 0);
  await things.consume('r', 'a', 0);
  assert.deepEqual(await things.find('r', 'a', 99), text('1'));
  assert.deepEqual(await things.consume('r', 'a', 99), { state: 'used', value: text('1') });
});

/** Adds enough values to trigger a sweep. */
async function addMany(put: (id: string) => Promise<void>): Promise<void> {
  for (let index = 0; index < 1024; index++) await put(`filler-${index}`);
}

test('a value that was read before its expiry is swept afterwards', async () => {
  let elapsed = 0;
  const things = createExpiringStore<Text>(100_000, { elapsedMs: () => elapsed });
  await things.put('a', text('1'), 1000, 0);
  await things.consume('r', 'a', 400);
  elapsed = 600;
  await addMany((id) => things.put(id, text('x'), 1e9, 0));
  // Before its expiry by the realm's clock, so only the sweep can have removed it.
  assert.equal(await things.find('r', 'a', 400), undefined);
});

test('a value that is never read is swept after its lifetime', async () => {
  let elapsed = 0;
  const things = createExpiringStore<Text>(100_000, { elapsedMs: () => elapsed });
  await things.put('a', text('1'), 1000, 900);
  elapsed = 99;
  await addMany((id) => things.put(id, text('x'), 1e9, 0));
  assert.deepEqual((await things.list('r', () => true, 900, 1))[0], text('1'));
  elapsed = 100;
  await addMany((id) => things.put(`more-${id}`, text('x'), 1e9, 0));
  assert.deepEqual((await things.list('r', () => true, 900, 1))[0], text('x'));
});

test("a realm's clock that runs ahead does not expire another realm's values", async () => {
  const things = createExpiringStore<Text>(100_000, { elapsedMs: () => 0 });
  await things.put('ahead', text('1'), 1_000_100, 1_000_000);
  await things.put('behind', text('2'), 100, 0);
  assert.deepEqual(await things.find('r', 'behind', 50), text('2'));
  assert.deepEqual(await things.find('r', 'ahead', 1_000_000), text('1'));
  await addMany((id) => things.put(id, text('x'), 1e9, 0));
  assert.deepEqual(await things.consume('r', 'behind', 50), { state: 'found', value: text('2') });
});

test('an identifier that is a substring of a message does not keep the message in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const things = createExpiringStore<RealmValue>();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 500; index++) {
    const message = `${String(index).padStart(40, '_')}${String(index).repeat(50_000)}`;
    await things.put(`realm client ${message.slice(0, 40)}`, text(''), 100, 0);
  }
  collect();
  assert.ok(process.memoryUsage().heapUsed - before < 5_000_000);
  assert.deepEqual(await things.find('r', `realm client ${'7'.padStart(40, '_')}`, 0), text(''));
});

test('the values of a realm can be cleared, used or not, and those of other realms stay', async () => {
  const things = createExpiringStore<Text>();
  await things.put('a', text('1', 'mine'), 100, 0);
  await things.put('b', text('2', 'mine'), 100, 0);
  await things.put('c', text('3', 'theirs'), 100, 0);
  await things.consume('mine', 'b', 0);
  await things.consume('theirs', 'c', 0);
  await things.clear('nowhere');
  await things.clear('mine');
  assert.equal(await things.find('mine', 'a', 0), undefined);
  assert.deepEqual(await things.consume('mine', 'b', 0), { state: 'unknown' });
  assert.deepEqual(await things.consume('theirs', 'c', 0), { state: 'used', value: text('3', 'theirs') });
  await things.put('a', text('4', 'mine'), 100, 0);
  await things.clear('mine');
  assert.equal(await things.find('mine', 'a', 0), undefined);
});

test('ids of realms and values that make one text together are kept apart', async () => {
  const things = createExpiringStore<Text>();
  for (const [realmId, id] of [
    ['1', '1a'],
    ['11', 'a'],
    ['1 1', 'a'],
    ['1', ' 1a'],
    ['', '11a'],
  ] as const)
    assert.equal(await things.add(id, text(id, realmId), 100, 0), true);
  assert.deepEqual(await things.find('11', 'a', 0), text('a', '11'));
});

test('a realm is dropped from every store of the same owner, and from no other', async () => {
  const [own, other] = [createExpiringStores(), createExpiringStores()];
  const stores = [own.createExpiringStore<Text>('one'), own.createExpiringStore<Text>('two')];
  const foreign = other.createExpiringStore<Text>('one');
  for (const store of [...stores, foreign]) await store.put('a', text('1'), 100, 0);
  await own.dropExpiring('r');
  for (const store of stores) assert.equal(await store.find('r', 'a', 0), undefined);
  assert.deepEqual(await foreign.find('r', 'a', 0), text('1'));
});

test('a value is copied when it is stored and when it is read, if the owner says so', async () => {
  const copies: unknown[] = [];
  const things = createExpiringStore<Text>(10, {
    copyValue: (value) => {
      copies.push(value);
      return { ...value };
    },
  });
  const given = text('1');
  await things.put('a', given, 100, 0);
  const [first, second] = [await things.find('r', 'a', 0), await things.find('r', 'a', 0)];
  assert.deepEqual([first, second], [given, given]);
  assert.notEqual(first, given);
  assert.notEqual(first, second);
  assert.equal(copies.length, 3);
});
