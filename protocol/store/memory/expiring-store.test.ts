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

test('beyond the capacity the oldest value is dropped; a replaced value counts as the newest', () => {
  const things = createExpiringStore<Text>(2);
  things.put('a', text('1'), 100, 0);
  things.put('b', text('2'), 100, 0);
  things.put('a', text('3'), 100, 0);
  things.put('c', text('4'), 100, 0);
  assert.equal(things.find('b', 0), undefined);
  assert.deepEqual(things.find('a', 0), text('3'));
  assert.deepEqual(things.find('c', 0), text('4'));
});

test('a replaced value is unused again', () => {
  const things = createExpiringStore<Text>();
  things.put('a', text('1'), 100, 0);
  things.consume('a', 0);
  things.put('a', text('2'), 100, 0);
  assert.deepEqual(things.consume('a', 0), { state: 'found', value: text('2') });
});

test('a used value can still be read, so that reuse can revoke what the first use issued', () => {
  const things = createExpiringStore<Text>();
  things.put('a', text('1'), 100, 0);
  things.consume('a', 0);
  assert.deepEqual(things.find('a', 99), text('1'));
  assert.deepEqual(things.consume('a', 99), { state: 'used', value: text('1') });
});

/** Adds enough values to trigger a sweep. */
function addMany(put: (id: string) => void): void {
  for (let index = 0; index < 1024; index++) put(`filler-${index}`);
}

test('a value that was read before its expiry is swept afterwards', () => {
  let elapsed = 0;
  const things = createExpiringStore<Text>(100_000, () => elapsed);
  things.put('a', text('1'), 1000, 0);
  things.consume('a', 400);
  elapsed = 600;
  addMany((id) => things.put(id, text('x'), 1e9, 0));
  // Before its expiry by the realm's clock, so only the sweep can have removed it.
  assert.equal(things.find('a', 400), undefined);
});

test('a value that is never read is swept after its lifetime', () => {
  let elapsed = 0;
  const things = createExpiringStore<Text>(100_000, () => elapsed);
  things.put('a', text('1'), 1000, 900);
  elapsed = 99;
  addMany((id) => things.put(id, text('x'), 1e9, 0));
  assert.deepEqual(things.list(() => true, 900, 1)[0], text('1'));
  elapsed = 100;
  addMany((id) => things.put(`more-${id}`, text('x'), 1e9, 0));
  assert.deepEqual(things.list(() => true, 900, 1)[0], text('x'));
});

test("a realm's clock that runs ahead does not expire another realm's values", () => {
  const things = createExpiringStore<Text>(100_000, () => 0);
  things.put('ahead', text('1'), 1_000_100, 1_000_000);
  things.put('behind', text('2'), 100, 0);
  assert.deepEqual(things.find('behind', 50), text('2'));
  assert.deepEqual(things.find('ahead', 1_000_000), text('1'));
  addMany((id) => things.put(id, text('x'), 1e9, 0));
  assert.deepEqual(things.consume('behind', 50), { state: 'found', value: text('2') });
});

test('an identifier that is a substring of a message does not keep the message in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const things = createExpiringStore<RealmValue>();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 500; index++) {
    const message = `${String(index).padStart(40, '_')}${String(index).repeat(50_000)}`;
    things.put(`realm client ${message.slice(0, 40)}`, text(''), 100, 0);
  }
  collect();
  assert.ok(process.memoryUsage().heapUsed - before < 5_000_000);
  assert.deepEqual(things.find(`realm client ${'7'.padStart(40, '_')}`, 0), text(''));
});

test('the values of a realm can be dropped, used or not, and those of other realms stay', () => {
  const things = createExpiringStore<Text>();
  things.put('a', text('1', 'mine'), 100, 0);
  things.put('b', text('2', 'mine'), 100, 0);
  things.put('c', text('3', 'theirs'), 100, 0);
  things.consume('b', 0);
  things.consume('c', 0);
  things.removeRealm('nowhere');
  things.removeRealm('mine');
  assert.equal(things.find('a', 0), undefined);
  assert.deepEqual(things.consume('b', 0), { state: 'unknown' });
  assert.deepEqual(things.consume('c', 0), { state: 'used', value: text('3', 'theirs') });
  things.put('a', text('4', 'mine'), 100, 0);
  things.removeRealm('mine');
  assert.equal(things.find('a', 0), undefined);
});

test('a realm is dropped from every store of the same owner, and from no other', () => {
  const [own, other] = [createExpiringStores(), createExpiringStores()];
  const stores = [own.createExpiringStore<Text>(), own.createExpiringStore<Text>()];
  const foreign = other.createExpiringStore<Text>();
  for (const store of [...stores, foreign]) store.put('a', text('1'), 100, 0);
  own.dropExpiring('r');
  for (const store of stores) assert.equal(store.find('a', 0), undefined);
  assert.deepEqual(foreign.find('a', 0), text('1'));
});
