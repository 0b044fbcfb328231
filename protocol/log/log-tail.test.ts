import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogTail } from './log-tail.ts';
import { makeRecord } from './test-record.ts';

test('console "Logs": the newest records are kept, oldest first, and those that made room are counted', () => {
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

test('console "Logs": a subscriber gets records from its beginning to its end, and no other one ends with it', () => {
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
