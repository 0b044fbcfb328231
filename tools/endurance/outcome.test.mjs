// Tests of verdicts, written tables and the end of a run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarize, verdictOf, whyNotWritten } from './outcome.mjs';

const outcome = (name, verdict, reason) => ({ name, verdict, reason });

test('a run with a scenario that was not run fails, and says how to leave it out', () => {
  const { lines, exitCode } = summarize([
    outcome('kills', 'PASSED'),
    outcome('disk', 'NOT RUN', 'needs root'),
    outcome('damage', 'PASSED'),
  ]);
  assert.equal(exitCode, 1);
  assert.deepEqual(lines, [
    'kills: PASSED',
    'disk: NOT RUN: needs root',
    'damage: PASSED',
    'Without what cannot run here: --only=kills,damage',
  ]);
});

test('a run passes if every scenario passed', () => {
  assert.equal(summarize([outcome('kills', 'PASSED'), outcome('disk', 'PASSED')]).exitCode, 0);
  assert.equal(summarize([outcome('kills', 'PASSED'), outcome('disk', 'FAILED')]).exitCode, 1);
  assert.equal(summarize([outcome('disk', 'NOT RUN', 'needs root')]).exitCode, 1);
});

test('a result passes without faults', () => {
  assert.deepEqual([{ faults: [] }, { faults: ['x'] }, { notRun: 'needs root' }].map(verdictOf), [
    'PASSED',
    'FAILED',
    'NOT RUN',
  ]);
});

test('only passed scenarios of full length update their tables', () => {
  assert.equal(whyNotWritten('PASSED', { quick: false }), undefined);
  for (const [verdict, quick] of [
    ['FAILED', false],
    ['NOT RUN', false],
    ['PASSED', true],
  ])
    assert.match(whyNotWritten(verdict, { quick }), /it is|--quick/);
});
