import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemScheduler } from './scheduler.ts';

test('a callback runs once, and a cancelled one never', async () => {
  const called: string[] = [];
  // A pending immediate keeps the process alive until the timers, which do not, have fired.
  let open = true;
  const stayAlive = (): void => {
    if (open) setImmediate(stayAlive);
  };
  stayAlive();
  const cancel = systemScheduler.after(0, () => called.push('cancelled'));
  cancel();
  await new Promise<void>((done) => {
    systemScheduler.after(1, () => {
      called.push('due');
      done();
    });
  });
  open = false;
  assert.deepEqual(called, ['due']);
});
