import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from './silent-logger.ts';

test('the silent logger has no level enabled, in any subcategory', () => {
  for (const level of ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'] as const) {
    assert.equal(silentLogger.isEnabled(level), false);
    assert.equal(silentLogger.child('oauth').isEnabled(level), false);
  }
});
