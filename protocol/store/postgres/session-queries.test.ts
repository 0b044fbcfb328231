import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitRows } from './session-queries.ts';

test('the limits of realms are columns with one row for each kind, without infinity', () => {
  const limits = {
    online: { usedAt: 1, startedAt: 2 },
    remembered: { usedAt: 3.4, startedAt: 4 },
    offline: { usedAt: 5, startedAt: Number.NEGATIVE_INFINITY },
  };
  assert.deepEqual(limitRows([{ key: 'k', value: limits }]), [
    ['k', 'k', 'k'],
    [false, false, true],
    [false, true, false],
    [1, 3, 5],
    [2, 4, -9e15],
  ]);
  assert.deepEqual(limitRows([]), [[], [], [], [], []]);
});
