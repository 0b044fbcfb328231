import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areOfEarlierVersion, withAlternativesApart } from './earlier-alternatives.ts';
import type { Step } from './flow-tree.ts';

const step = (text: string): Step => {
  const [authenticator = '', requirement = 'REQUIRED'] = text.split(' ');
  return { kind: 'authenticator', key: text, authenticator, requirement, config: {} } as Step;
};

const describe = (steps: readonly Step[]): readonly unknown[] =>
  steps.map((each) => (each.kind === 'flow' ? [each.key, each.requirement, describe(each.steps)] : each.key));

const apart = (...steps: readonly string[]): readonly unknown[] =>
  describe(withAlternativesApart('f', steps.map(step), (alias) => `key of ${alias}`));

test('Keycloak before 8: alternatives after a required step are a required flow of their own', () => {
  assert.deepEqual(apart('review', 'create ALTERNATIVE', 'existing ALTERNATIVE'), [
    'review',
    ['key of f - Alternatives - 0', 'REQUIRED', ['create ALTERNATIVE', 'existing ALTERNATIVE']],
  ]);
});

test('Keycloak before 8: alternatives between other steps are flows each', () => {
  assert.deepEqual(apart('a ALTERNATIVE', 'b', 'c ALTERNATIVE', 'd CONDITIONAL', 'e ALTERNATIVE'), [
    ['key of f - Alternatives - 0', 'REQUIRED', ['a ALTERNATIVE']],
    'b',
    ['key of f - Alternatives - 1', 'REQUIRED', ['c ALTERNATIVE']],
    'd CONDITIONAL',
    ['key of f - Alternatives - 2', 'REQUIRED', ['e ALTERNATIVE']],
  ]);
});

test('flows of alternatives alone, or without any, stay as they are', () => {
  for (const texts of [[], ['a', 'b CONDITIONAL'], ['a ALTERNATIVE', 'b ALTERNATIVE']]) {
    const steps = texts.map(step);
    assert.equal(
      withAlternativesApart('f', steps, () => assert.fail('no flow is needed')),
      steps,
    );
  }
});

test('Keycloak before 8: only its flows have the requirement OPTIONAL', () => {
  const flow = (requirement: unknown) => ({ alias: 'f', authenticationExecutions: [{ requirement }] });
  assert.equal(areOfEarlierVersion([flow('REQUIRED'), flow('OPTIONAL')]), true);
  for (const requirement of ['REQUIRED', 'CONDITIONAL', 'optional', undefined, 1])
    assert.equal(areOfEarlierVersion([flow(requirement), { alias: 'empty' }]), false);
});
