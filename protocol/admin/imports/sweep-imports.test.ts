import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { startImportSweep } from './sweep-imports.ts';

test('imports are forgotten every thirty seconds until the sweep is stopped; a failure is logged and the next one runs', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const log = createCollectingLogger();
    let sweeps = 0;
    const removeExpired = async (): Promise<void> => {
      sweeps += 1;
      if (sweeps === 1) throw new RangeError('no');
    };
    const stop = startImportSweep({ removeExpired }, log);
    mock.timers.tick(29_999);
    assert.equal(sweeps, 0);
    mock.timers.tick(60_001);
    assert.equal(sweeps, 3);
    await Promise.resolve();
    assert.equal(log.records.length, 1);
    stop();
    mock.timers.tick(120_000);
    assert.equal(sweeps, 3);
  } finally {
    mock.timers.reset();
  }
});
