import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlowRunWire } from '#protocol/contract/flow-runs.ts';
import type { FlowExecution } from '../../api/flows.ts';
import { joinSteps } from './flow-steps.ts';

const step = (providerId: string, level = 0, requirement = 'REQUIRED'): FlowExecution => ({
  id: `${providerId}-${level}`,
  displayName: `The ${providerId}`,
  providerId,
  requirement,
  requirementChoices: [],
  level,
});
const inner = (displayName: string, level = 0): FlowExecution => ({
  ...step(displayName, level),
  displayName,
  authenticationFlow: true,
});
const run = (...keys: readonly string[]): FlowRunWire => ({
  flow: 'browser',
  at: '',
  clientId: 'shop',
  exchange: 'e',
  steps: keys.map((key) => ({ key, name: key, did: 'succeeded' })),
});

const EXECUTIONS = [
  step('a'),
  inner('forms'),
  step('a', 1),
  step('a', 1),
  inner('codes', 1),
  step('conditional-x', 2),
  step('b'),
];

test('steps and the last run are joined by flow and name; a second one of the same name is another step', () => {
  const rows = joinSteps(
    'browser',
    EXECUTIONS,
    run('browser/a', 'forms/a#2', 'codes/conditional-x', 'browser/b'),
  );
  assert.deepEqual(
    rows.map(({ ran }) => ran?.key),
    ['browser/a', undefined, undefined, 'forms/a#2', undefined, 'codes/conditional-x', 'browser/b'],
  );
  assert.deepEqual(
    rows.map(({ isCondition }) => isCondition),
    [false, false, false, false, false, true, false],
  );
});

test('a disabled step has not run, and does not count among those of the same name', () => {
  const rows = joinSteps('browser', [step('a', 0, 'DISABLED'), step('a')], run('browser/a'));
  assert.deepEqual(
    rows.map(({ ran }) => ran?.key),
    [undefined, 'browser/a'],
  );
});

test('the last step of each flow is known, and a flow that has not run has no outcomes', () => {
  const rows = joinSteps('browser', EXECUTIONS, undefined);
  assert.deepEqual(
    rows.map(({ isLast }) => isLast),
    [false, false, false, false, true, true, true],
  );
  assert.ok(rows.every(({ ran }) => ran === undefined));
});
