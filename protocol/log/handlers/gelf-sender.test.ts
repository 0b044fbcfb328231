import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestScheduler } from '../testing/scheduler.ts';
import { toError, withinASecond } from './gelf-sender.ts';

test('shutdown waits at most a second, and no longer than needed', async () => {
  const scheduler = createTestScheduler();
  await withinASecond(Promise.resolve(), scheduler);
  assert.equal(scheduler.waiting, 0);
  const late = withinASecond(new Promise(() => undefined), scheduler);
  scheduler.advance(1000);
  await late;
});

test('any thrown value is converted to an Error', () => {
  assert.equal(toError('text').message, 'text');
  const error = new TypeError('x');
  assert.equal(toError(error), error);
});
