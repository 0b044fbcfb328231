import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgress, formatAmount, formatCount } from './progress.ts';

function setUp(isTerminal: boolean) {
  const written: string[] = [];
  let now = 0;
  const progress = createProgress({ isTerminal, write: (text) => written.push(text) }, () => now);
  const at = (time: number, text: string): void => {
    now = time;
    progress.report(() => text);
  };
  return { written, progress, at };
}

test('issue "State in PostgreSQL" 5: on a terminal one line is rewritten, and removed at the end', () => {
  const { written, progress, at } = setUp(true);
  at(50, 'one');
  at(100, 'two');
  at(150, 'three');
  at(200, 'four');
  progress.clear();
  assert.deepEqual(written, ['\r\u001b[Ktwo', '\r\u001b[Kfour', '\r\u001b[K']);
});

test('issue "State in PostgreSQL" 5: elsewhere a line is written every three seconds', () => {
  const { written, progress, at } = setUp(false);
  at(2999, 'one');
  at(3000, 'two');
  at(5999, 'three');
  at(6000, 'four');
  progress.clear();
  assert.deepEqual(written, ['two\n', 'four\n']);
});

test('a command that ends soon shows nothing, and removes nothing', () => {
  const { written, progress, at } = setUp(true);
  at(10, 'one');
  progress.clear();
  assert.deepEqual(written, []);
});

test('without an output, no text is made', () => {
  createProgress(undefined).report(() => assert.fail('a text was made'));
});

test('counts have separators', () => {
  assert.equal(formatCount(1_234_567), '1,234,567');
  assert.deepEqual(
    [0, 1, 2000].map((count) => formatAmount(count, 'user')),
    ['0 users', '1 user', '2,000 users'],
  );
});
