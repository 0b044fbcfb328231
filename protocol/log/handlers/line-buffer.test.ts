import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createLineBuffer } from './line-buffer.ts';

test('lines of one turn are a single write, in order', async () => {
  const writes: string[] = [];
  const buffer = createLineBuffer((text) => writes.push(text));
  buffer.add('a\n');
  buffer.add('b\n');
  assert.deepEqual(writes, []);
  await setImmediate();
  buffer.add('c\n');
  await setImmediate();
  assert.deepEqual(writes, ['a\nb\n', 'c\n']);
});

test('a flush writes immediately, and nothing is written twice', async () => {
  const writes: string[] = [];
  const buffer = createLineBuffer((text) => writes.push(text));
  buffer.add('a\n');
  buffer.flush();
  buffer.flush();
  await setImmediate();
  assert.deepEqual(writes, ['a\n']);
});

test('the buffer is limited within one turn', () => {
  let written = 0;
  const buffer = createLineBuffer((text) => {
    written += text.length;
  });
  for (let index = 0; index < 100; index++) buffer.add('x'.repeat(1024));
  assert.ok(written >= 64 * 1024);
  buffer.flush();
  assert.equal(written, 100 * 1024);
});
