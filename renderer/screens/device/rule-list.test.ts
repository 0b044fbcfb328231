import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import { describeRule, withoutRule, withRule, withRuleMoved } from './rule-list.ts';

const all: AutoAnswerRuleWire = { answer: 'approve', afterSeconds: 0 };
const alice: AutoAnswerRuleWire = { username: 'alice', clientId: 'till', answer: 'deny', afterSeconds: 90 };
const never: AutoAnswerRuleWire = { clientId: 'till', answer: 'never', afterSeconds: 7 };

test('console "Device": a rule shows its user, client, answer and delay', () => {
  assert.equal(describeRule(all), 'Prompts for any user from any client are approved immediately.');
  assert.equal(describeRule(alice), 'Prompts for alice from till are denied after 1 minute 30 seconds.');
  assert.equal(describeRule(never), 'Prompts for any user from till must be answered manually.');
});

test('console "Device": a rule is added at the end, changed in place, removed', () => {
  assert.deepEqual(withRule([all], 1, alice), [all, alice]);
  assert.deepEqual(withRule([all, never], 0, alice), [alice, never]);
  assert.deepEqual(withoutRule([all, alice, never], 1), [all, never]);
});

test('console "Device": rules can change places, because the first matching rule is used', () => {
  assert.deepEqual(withRuleMoved([all, alice, never], 1, -1), [alice, all, never]);
  assert.deepEqual(withRuleMoved([all, alice, never], 1, 1), [all, never, alice]);
});

test('console "Device": nothing moves beyond the ends', () => {
  const rules = [all, alice];
  assert.equal(withRuleMoved(rules, 0, -1), rules);
  assert.equal(withRuleMoved(rules, 1, 1), rules);
});
