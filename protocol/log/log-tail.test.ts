import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogTail } from './log-tail.ts';
import { makeRecord } from './testing/record.ts';

test('console "Logs": the newest records are kept, oldest first, and dropped ones are counted', () => {
  const tail = createLogTail(3);
  for (let sequence = 1; sequence <= 5; sequence++) tail.write(makeRecord({ sequence }));
  assert.deepEqual(
    tail.records().map((record) => record.sequence),
    [3, 4, 5],
  );
  assert.equal(tail.dropped, 2);
});

test('console "Logs": a tail that is not full has dropped nothing', () => {
  const tail = createLogTail(3);
  tail.write(makeRecord({ sequence: 1 }));
  assert.equal(tail.records().length, 1);
  assert.equal(tail.dropped, 0);
});

test('console "Logs": a subscriber gets records until it unsubscribes, which does not affect others', () => {
  const tail = createLogTail(3);
  const seen: number[] = [];
  const listener = ({ sequence }: { sequence: number }): number => seen.push(sequence);
  tail.write(makeRecord({ sequence: 1 }));
  const stop = tail.subscribe(listener);
  const stopAgain = tail.subscribe(listener);
  tail.write(makeRecord({ sequence: 2 }));
  stop();
  tail.write(makeRecord({ sequence: 3 }));
  stopAgain();
  tail.write(makeRecord({ sequence: 4 }));
  assert.deepEqual(seen, [2, 2, 3]);
});

test('console "Logs": the records are limited in bytes, too; the oldest are dropped first, and the newest is always kept', () => {
  const tail = createLogTail(100, 20_000);
  const sequences = () => tail.records().map(({ sequence }) => sequence);
  for (let sequence = 1; sequence <= 20; sequence++)
    tail.write(makeRecord({ sequence, message: 'x'.repeat(1000) }));
  assert.deepEqual(sequences(), [14, 15, 16, 17, 18, 19, 20]);
  assert.equal(tail.dropped, 13);
  tail.write(makeRecord({ sequence: 21, parameters: { value: 'x'.repeat(50_000) } }));
  assert.deepEqual(sequences(), [21]);
  tail.write(makeRecord({ sequence: 22 }));
  assert.deepEqual(sequences(), [22]);
  for (let sequence = 23; sequence <= 200; sequence++) tail.write(makeRecord({ sequence }));
  assert.equal(tail.dropped + tail.records().length, 200);
  assert.deepEqual(sequences().at(-1), 200);
});

test('console "Logs": stacks of errors and their causes count towards the limit', () => {
  const tail = createLogTail(100, 20_000);
  const cause = new Error('x'.repeat(5000));
  for (const sequence of [1, 2, 3])
    tail.write(makeRecord({ sequence, error: new Error('outer', { cause }) }));
  assert.equal(tail.records().length, 1);
});
