import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields, readFields } from '../../ui/field.ts';
import { readRule, ruleFields } from './rule-fields.ts';

test('console "Device": a new rule approves everything immediately', () => {
  const values = readFields(ruleFields(), {});
  assert.deepEqual(readRule(values, undefined, undefined), { answer: 'approve', afterSeconds: 0 });
});

test('console "Device": a rule has its user and client', () => {
  const values = { answer: 'deny', afterSeconds: '30' };
  assert.deepEqual(readRule(values, 'alice', 'till'), {
    username: 'alice',
    clientId: 'till',
    answer: 'deny',
    afterSeconds: 30,
  });
});

test('console "Device": a rule that never answers has no delay, even if one was entered', () => {
  const values = { answer: 'never', afterSeconds: 'x' };
  assert.deepEqual(checkFields(ruleFields(), values), {});
  assert.deepEqual(readRule(values, undefined, 'till'), {
    clientId: 'till',
    answer: 'never',
    afterSeconds: 0,
  });
});

for (const afterSeconds of ['', '-1', '1.5', '86401', 'soon'])
  test(`console "Device": a rule does not wait ${JSON.stringify(afterSeconds)} seconds`, () => {
    assert.match(
      checkFields(ruleFields(), { answer: 'approve', afterSeconds })['afterSeconds'] ?? '',
      /0 to 86,400/,
    );
  });
