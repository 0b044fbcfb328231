import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestScheduler } from '../testing/scheduler.ts';
import { toError, withinASecond } from './gelf-sender.ts';

test('the end does not wait longer than a second, nor longer than needed', async () => {
  const scheduler = createTestScheduler();
  await withinASecond(Promise.resolve(), scheduler);
  assert.equal(scheduler.waiting, 0);
  const late = withinASecond(new Promise(() => undefined), scheduler);
  scheduler.advance(1000);
  await late;
});

test('whatever was thrown is an error', () => {
  assert.equal(toError('text').message, 'text');
  const error = new TypeError('x');
  assert.equal(toError(error), error);
});
