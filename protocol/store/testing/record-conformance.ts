// The conformance tests of record lists.
import assert from 'node:assert/strict';
import type { Store } from '../store.ts';
import type { Check } from './conformance.ts';

const record = (time: number, realmId = 'demo-id', text = '') => ({ time, realmId, text });

const eventsOf = (store: Store) => store.createRecordList<ReturnType<typeof record>>('event');

/** Registers the tests of record lists for one kind of store; `check` gives one with realm `demo-id`. */
export function testRecordLists(check: Check): void {
  check('records are listed newest first, and each realm and kind has its own', async (store) => {
    const events = eventsOf(store);
    await events.add([record(1), record(2, 'demo-id', '\u0000\ud800')]);
    await events.add([record(9, 'other')]);
    await events.add([]);
    await events.add([record(1)]);
    assert.deepEqual(await events.list('demo-id'), [
      record(1),
      record(2, 'demo-id', '\u0000\ud800'),
      record(1),
    ]);
    assert.deepEqual(await events.list('other'), [record(9, 'other')]);
    assert.deepEqual(await events.list('unknown'), []);
    assert.deepEqual(await store.createRecordList('other').list('demo-id'), []);
  });
  check('records that have expired are dropped for good', async (store) => {
    const events = eventsOf(store);
    await events.add([1, 2, 3].map((time) => record(time)));
    assert.deepEqual(await events.list('demo-id', 2), [record(3)]);
    assert.deepEqual(await events.list('demo-id'), [record(3)]);
  });
  check('the records of a realm are replaced as often as needed, and by none', async (store) => {
    const events = eventsOf(store);
    await events.add([record(9, 'other')]);
    for (const _ of [1, 2]) {
      await events.add([record(5)]);
      await events.replace('demo-id', [record(1), record(2)]);
      assert.deepEqual(await events.list('demo-id'), [record(2), record(1)]);
    }
    await events.replace('demo-id', []);
    assert.deepEqual(await events.list('demo-id'), []);
    assert.deepEqual(await events.list('other'), [record(9, 'other')]);
  });
}
