// In a process of its own, because it measures memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createExpiringStore } from './expiring-store.ts';

test('beyond the capacity the oldest value is dropped; a replaced value counts as the newest', () => {
  const things = createExpiringStore<string>(2);
  things.put('a', '1', 100, 0);
  things.put('b', '2', 100, 0);
  things.put('a', '3', 100, 0);
  things.put('c', '4', 100, 0);
  assert.equal(things.find('b', 0), undefined);
  assert.equal(things.find('a', 0), '3');
  assert.equal(things.find('c', 0), '4');
});

test('a replaced value is unused again', () => {
  const things = createExpiringStore<string>();
  things.put('a', '1', 100, 0);
  things.consume('a', 0);
  things.put('a', '2', 100, 0);
  assert.deepEqual(things.consume('a', 0), { state: 'found', value: '2' });
});

test('a used value can still be read, so that reuse can revoke what the first use issued', () => {
  const things = createExpiringStore<string>();
  things.put('a', '1', 100, 0);
  things.consume('a', 0);
  assert.equal(things.find('a', 99), '1');
  assert.deepEqual(things.consume('a', 99), { state: 'used', value: '1' });
});

/** Adds enough values to trigger a sweep. */
function addMany(put: (id: string) => void): void {
  for (let index = 0; index < 1024; index++) put(`filler-${index}`);
}

test('a value that was read before its expiry is swept afterwards', () => {
  let elapsed = 0;
  const things = createExpiringStore<string>(100_000, () => elapsed);
  things.put('a', '1', 1000, 0);
  things.consume('a', 400);
  elapsed = 600;
  addMany((id) => things.put(id, 'x', 1e9, 0));
  // Before its expiry by the realm's clock, so only the sweep can have removed it.
  assert.equal(things.find('a', 400), undefined);
});

test('a value that is never read is swept after its lifetime', () => {
  let elapsed = 0;
  const things = createExpiringStore<string>(100_000, () => elapsed);
  things.put('a', '1', 1000, 900);
  elapsed = 99;
  addMany((id) => things.put(id, 'x', 1e9, 0));
  assert.equal(things.list(() => true, 900, 1)[0], '1');
  elapsed = 100;
  addMany((id) => things.put(`more-${id}`, 'x', 1e9, 0));
  assert.equal(things.list(() => true, 900, 1)[0], 'x');
});

test("a realm's clock that runs ahead does not expire another realm's values", () => {
  const things = createExpiringStore<string>(100_000, () => 0);
  things.put('ahead', '1', 1_000_100, 1_000_000);
  things.put('behind', '2', 100, 0);
  assert.equal(things.find('behind', 50), '2');
  assert.equal(things.find('ahead', 1_000_000), '1');
  addMany((id) => things.put(id, 'x', 1e9, 0));
  assert.deepEqual(things.consume('behind', 50), { state: 'found', value: '2' });
});

test('an identifier that is a substring of a message does not keep the message in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const things = createExpiringStore<true>();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 500; index++) {
    const message = `${String(index).padStart(40, '_')}${String(index).repeat(50_000)}`;
    things.put(`realm client ${message.slice(0, 40)}`, true, 100, 0);
  }
  collect();
  assert.ok(process.memoryUsage().heapUsed - before < 5_000_000);
  assert.equal(things.find(`realm client ${'7'.padStart(40, '_')}`, 0), true);
});
