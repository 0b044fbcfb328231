import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemScheduler } from './scheduler.ts';

test('a callback comes once, and one that was taken back never comes', async () => {
  const called: string[] = [];
  // An open immediate keeps the process alive while the timers, which do not, are due.
  let open = true;
  const stayAlive = (): void => {
    if (open) setImmediate(stayAlive);
  };
  stayAlive();
  const takeBack = systemScheduler.after(0, () => called.push('taken back'));
  takeBack();
  await new Promise<void>((done) => {
    systemScheduler.after(1, () => {
      called.push('due');
      done();
    });
  });
  open = false;
  assert.deepEqual(called, ['due']);
});
