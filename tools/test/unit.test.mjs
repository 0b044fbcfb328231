// Tests of counting: a run that did not come to its end must never look passed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTapCounts, readTapFailures } from './unit.mjs';

test('counts are read from the end of a report, cancelled ones as failed', () => {
  const report = '# tests 7\n# pass 3\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 0\n';
  assert.deepEqual(readTapCounts(report), { passed: 3, failed: 2, skipped: 2 });
});

test('a report without an end counts as a failure', () => {
  assert.deepEqual(readTapCounts('TAP version 13\n'), { passed: 0, failed: 1, skipped: 0 });
});

test('failed tests are listed with their messages, passed ones are not', () => {
  const report =
    'TAP version 13\n# Subtest: a\nok 1 - a\n# Subtest: b\nnot ok 2 - b\n  error: it broke\nok 3 - c\n';
  assert.deepEqual(readTapFailures(report), ['not ok 2 - b\n  error: it broke']);
});
