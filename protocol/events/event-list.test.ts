import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventList } from './event-list.ts';

const event = (time: number, realmId = 'a', text = '') => ({ time, realmId, text });

test('a list is newest first, and each realm has its own', () => {
  const list = createEventList<ReturnType<typeof event>>();
  for (const each of [event(1), event(2), event(9, 'b')]) list.add(each);
  assert.deepEqual(list.list('a'), [event(2), event(1)]);
  assert.deepEqual(list.list('b'), [event(9, 'b')]);
  assert.deepEqual(list.list('unknown'), []);
});

test('the oldest events are dropped when there are too many, or too large ones', () => {
  const few = createEventList<ReturnType<typeof event>>(2);
  for (const time of [1, 2, 3]) few.add(event(time));
  assert.deepEqual(few.list('a'), [event(3), event(2)]);
  const small = createEventList<ReturnType<typeof event>>(100, 2500);
  for (const time of [1, 2]) small.add(event(time, 'a', 'x'.repeat(1000)));
  assert.equal(small.list('a').length, 1);
});

test('events that have expired are dropped for good', () => {
  const list = createEventList<ReturnType<typeof event>>();
  for (const time of [1, 2, 3]) list.add(event(time));
  assert.deepEqual(list.list('a', 2), [event(3)]);
  assert.deepEqual(list.list('a'), [event(3)]);
});

test('what was captured is restored in place of what came later, as often as needed', () => {
  const list = createEventList<ReturnType<typeof event>>();
  list.add(event(1));
  const captured = list.capture('a');
  for (const _ of [1, 2]) {
    list.clear('a');
    list.add(event(5));
    list.restore('a', captured);
    assert.deepEqual(list.list('a'), [event(1)]);
  }
  list.restore('a', []);
  assert.deepEqual(list.list('a'), []);
});
