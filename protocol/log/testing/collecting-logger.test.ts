import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCollectingLogger } from './collecting-logger.ts';

test('records of subcategories are kept in order, with level, parameters and error', () => {
  const logger = createCollectingLogger('http');
  logger.info('first', { n: 1 });
  const cause = new Error('why');
  logger.child('refusal').error('second', {}, cause);
  assert.deepEqual(logger.records, [
    { level: 'INFO', category: 'http', message: 'first', parameters: { n: 1 } },
    { level: 'ERROR', category: 'http.refusal', message: 'second', parameters: {}, error: cause },
  ]);
});
