import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GelfMessage } from './gelf-message.ts';
import { GelfQueue, type QueuedMessage } from './gelf-queue.ts';

const message = (text: string): GelfMessage => ({ full_message: text });
const textOf = (entry: QueuedMessage | undefined): unknown => entry?.message['full_message'];

test('messages are removed in the order they were added', () => {
  const queue = new GelfQueue({ mostMessages: 5000, mostChars: 1e9, mostMessageChars: 1e6 });
  for (let n = 0; n < 3000; n++) assert.ok(queue.push(message(`${n}`)));
  for (let n = 0; n < 3000; n++) assert.equal(textOf(queue.shift()), `${n}`);
  assert.equal(queue.shift(), undefined);
});

test('a message beyond the maximum number is rejected, and removing one makes room', () => {
  const queue = new GelfQueue({ mostMessages: 2, mostChars: 1e9, mostMessageChars: 1e6 });
  assert.deepEqual(
    [1, 2, 3].map((n) => queue.push(message(`${n}`))),
    [true, true, false],
  );
  queue.shift();
  assert.ok(queue.push(message('4')));
  assert.deepEqual([textOf(queue.shift()), textOf(queue.shift())], ['2', '4']);
});

test('a message beyond the total size is rejected, and removing one makes room', () => {
  const queue = new GelfQueue({ mostMessages: 100, mostChars: 1000, mostMessageChars: 1e6 });
  const large = message('x'.repeat(600));
  assert.deepEqual([queue.push(large), queue.push(large)], [true, false]);
  queue.shift();
  assert.ok(queue.push(large));
});

test('an oversized message is shortened with a note, not rejected', () => {
  const queue = new GelfQueue({ mostMessages: 100, mostChars: 10_000, mostMessageChars: 1000 });
  assert.ok(queue.push(message('x'.repeat(50_000))));
  const entry = queue.shift();
  assert.ok(entry !== undefined && entry.chars <= 1000);
  assert.match(String(textOf(entry)), /^x+ … \[shortened: \d+ characters left out\]$/);
});

test('messages put back are removed first, in order; clearing returns their number', () => {
  const queue = new GelfQueue({ mostMessages: 3, mostChars: 1e9, mostMessageChars: 1e6 });
  for (const text of ['1', '2', '3']) queue.push(message(text));
  const out = [queue.shift(), queue.shift()].filter((entry) => entry !== undefined);
  queue.putBack(out);
  assert.deepEqual([textOf(queue.shift()), textOf(queue.shift())], ['1', '2']);
  assert.equal(queue.clear(), 1);
  assert.equal(queue.length, 0);
});

test('the queue always behaves like a plain list', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ maxLength: 5 })), { maxLength: 200 }), (steps) => {
      const queue = new GelfQueue({ mostMessages: 20, mostChars: 1e9, mostMessageChars: 1e6 });
      const list: string[] = [];
      for (const step of steps) {
        if (step === null) assert.equal(textOf(queue.shift()), list.shift());
        else assert.equal(queue.push(message(step)), list.length < 20 && list.push(step) > 0);
        assert.equal(queue.length, list.length);
      }
    }),
  );
});
