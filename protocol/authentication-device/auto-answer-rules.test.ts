import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createAutoAnswerRules, parseRules, planAnswer } from './auto-answer-rules.ts';
import type { PromptFacts } from './inbox.ts';
import type { RealmAttributes } from './realm-attributes.ts';

const FACTS: PromptFacts = {
  id: 'p',
  realm: 'demo',
  clientId: 'till',
  clientName: 'till',
  username: 'alice',
  name: 'Alice',
  consentRequired: false,
  scopes: [],
  parameters: {},
  receivedAt: 1000,
  expiresAt: 121_000,
};

/** In-memory attributes of one realm. */
function memory(attributes: Map<string, string> = new Map()): RealmAttributes {
  return {
    find: (realmName, attribute) => attributes.get(`${realmName} ${attribute}`),
    async update(realmName, attribute, change) {
      const key = `${realmName} ${attribute}`;
      const value = change(attributes.get(key));
      if (value === undefined) attributes.delete(key);
      else attributes.set(key, value);
    },
  };
}

const plan = (...rules: AutoAnswerRuleWire[]) => planAnswer(rules, FACTS);

test('contract "Device": without a matching rule the user must answer', () => {
  assert.equal(plan(), undefined);
  assert.equal(plan({ username: 'bob', answer: 'approve', afterSeconds: 0 }), undefined);
  assert.equal(plan({ clientId: 'shop', answer: 'approve', afterSeconds: 0 }), undefined);
  assert.equal(plan({ username: 'alice', clientId: 'shop', answer: 'deny', afterSeconds: 0 }), undefined);
});

test('contract "Device": the first matching rule is used, and its delay starts at the prompt’s arrival', () => {
  const everybody = { answer: 'approve', afterSeconds: 3 } as const;
  assert.deepEqual(plan(everybody), { answer: 'approve', at: 4000 });
  assert.deepEqual(plan({ username: 'ALICE', answer: 'deny', afterSeconds: 0 }, everybody), {
    answer: 'deny',
    at: 1000,
  });
  assert.equal(plan({ clientId: 'till', answer: 'never', afterSeconds: 0 }, everybody), undefined);
});

for (const [name, rules, problem] of [
  ['an object', {}, 'the rules must be a JSON array'],
  ['nothing', undefined, 'the rules must be a JSON array'],
  ['a list of strings', ['approve'], '[0]: a rule must be a JSON object'],
  ['no answer', [{ afterSeconds: 0 }], '[0]: answer must be one of approve, deny, cancel, never'],
  [
    'an unknown answer',
    [{ answer: 'allow', afterSeconds: 0 }],
    '[0]: answer must be one of approve, deny, cancel, never',
  ],
  ['no delay', [{ answer: 'deny' }], '[0]: afterSeconds must be a whole number from 0 to 86400'],
  [
    'a negative delay',
    [{ answer: 'deny', afterSeconds: -1 }],
    '[0]: afterSeconds must be a whole number from 0 to 86400',
  ],
  [
    'a delay of more than a day',
    [{ answer: 'deny', afterSeconds: 86_401 }],
    '[0]: afterSeconds must be a whole number from 0 to 86400',
  ],
  [
    'a fractional delay',
    [{ answer: 'deny', afterSeconds: 1.5 }],
    '[0]: afterSeconds must be a whole number from 0 to 86400',
  ],
  [
    'a null user in the second rule',
    [
      { answer: 'deny', afterSeconds: 0 },
      { username: null, answer: 'deny', afterSeconds: 0 },
    ],
    '[1]: username must be a string of 1 to 255 characters, or absent',
  ],
  [
    'an empty client',
    [{ clientId: '', answer: 'deny', afterSeconds: 0 }],
    '[0]: clientId must be a string of 1 to 255 characters, or absent',
  ],
  [
    'an unknown member',
    [{ user: 'alice', answer: 'deny', afterSeconds: 0 }],
    '[0]: user is not a member of a rule',
  ],
  [
    'too many rules',
    Array.from({ length: 101 }, () => ({ answer: 'deny', afterSeconds: 0 })),
    'there may be at most 100 rules',
  ],
] as const) {
  test(`contract "Device": rules with ${name} are refused by name`, () => {
    assert.deepEqual(parseRules(rules), { problem });
  });
}

test('arbitrary JSON is either accepted or refused as rules', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => 'rules' in parseRules(json) || 'problem' in parseRules(json)),
  );
});

test('contract "Device": rules are stored in a realm attribute, which is removed if there are none', async () => {
  const attributes = new Map<string, string>();
  const rules = createAutoAnswerRules(memory(attributes), createCollectingLogger());
  assert.deepEqual(rules.listRules('demo'), []);
  const given: AutoAnswerRuleWire[] = [{ username: 'alice', answer: 'approve', afterSeconds: 2 }];
  assert.deepEqual(await rules.keep('demo', given), { rules: given });
  assert.equal(attributes.get('demo understudy.device.rules'), JSON.stringify(given));
  assert.deepEqual(rules.listRules('demo'), given);
  assert.deepEqual(rules.planFor(FACTS), { answer: 'approve', at: 3000 });
  assert.equal(rules.planFor({ ...FACTS, realm: 'other' }), undefined);
  await rules.keep('demo', []);
  assert.equal(attributes.size, 0);
});

test('contract "Device": invalid rules change nothing', async () => {
  const rules = createAutoAnswerRules(memory(), createCollectingLogger());
  const given: AutoAnswerRuleWire[] = [{ answer: 'deny', afterSeconds: 0 }];
  await rules.keep('demo', given);
  assert.ok('problem' in (await rules.keep('demo', [{ answer: 'maybe' }])));
  assert.deepEqual(rules.listRules('demo'), given);
});

test('contract "Device": an invalid attribute means no rules and one warning, until it changes', () => {
  const attributes = new Map([['demo understudy.device.rules', '{']]);
  const log = createCollectingLogger();
  const rules = createAutoAnswerRules(memory(attributes), log);
  for (let round = 0; round < 3; round++) assert.deepEqual(rules.listRules('demo'), []);
  assert.equal(log.records.length, 1);
  assert.equal(log.records[0]?.parameters['attribute'], 'understudy.device.rules');
  attributes.set('demo understudy.device.rules', '[{"answer":"deny","afterSeconds":1}]');
  assert.equal(rules.listRules('demo').length, 1);
  assert.equal(log.records.length, 1);
});

test('invalid rules of a realm that was removed are named again for the next realm of its name', () => {
  const log = createCollectingLogger();
  const rules = createAutoAnswerRules(memory(new Map([['demo understudy.device.rules', '{']])), log);
  rules.listRules('demo');
  rules.listRules('demo');
  assert.equal(log.records.length, 1);
  rules.forget('demo');
  rules.listRules('demo');
  assert.equal(log.records.length, 2);
});
