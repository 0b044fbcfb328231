import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BROWSER_STEP_NAMES, CONDITION_NAMES, DIRECT_STEP_NAMES } from './flow-step-names.ts';

test('no step is listed twice, and no condition is a step', () => {
  for (const steps of [BROWSER_STEP_NAMES, DIRECT_STEP_NAMES]) {
    const names: readonly string[] = [...steps, ...CONDITION_NAMES];
    assert.equal(new Set(names).size, names.length);
  }
});
