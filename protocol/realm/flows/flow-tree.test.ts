import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRealm } from '#protocol/store/store.ts';
import { viewRealm } from '../view/view-realm.ts';
import { type FlowTree, findFlowTree, levelOf, type Step } from './flow-tree.ts';

const flow = (alias: string, ...authenticationExecutions: readonly object[]) => ({
  id: `${alias}-id`,
  alias,
  authenticationExecutions,
});
const step = (authenticator: string, members: object = {}) => ({
  authenticator,
  requirement: 'REQUIRED',
  ...members,
});
const inner = (flowAlias: string, requirement = 'REQUIRED') => ({ flowAlias, requirement });

function treeOf(members: object, clientId?: string): FlowTree {
  const realm = viewRealm({ id: 'r', realm: 'r', ...members } as StoredRealm);
  return findFlowTree(realm, clientId === undefined ? undefined : realm.clients.get(clientId), 'browser');
}

const describe = (steps: readonly Step[]): readonly unknown[] =>
  steps.map((each) =>
    each.kind === 'flow' ? [each.alias, describe(each.steps)] : `${each.authenticator} ${each.requirement}`,
  );

test("a realm without flows uses Keycloak's browser flow; what is disabled is not in it", () => {
  assert.deepEqual(describe(treeOf({}).steps), [
    'auth-cookie ALTERNATIVE',
    'identity-provider-redirector ALTERNATIVE',
    [
      'Organization',
      [
        [
          'Browser - Conditional Organization',
          ['conditional-user-configured REQUIRED', 'organization ALTERNATIVE'],
        ],
      ],
    ],
    [
      'forms',
      [
        'auth-username-password-form REQUIRED',
        [
          'Browser - Conditional 2FA',
          [
            'conditional-user-configured REQUIRED',
            'conditional-credential REQUIRED',
            'auth-otp-form ALTERNATIVE',
          ],
        ],
      ],
    ],
  ]);
});

test('the same realm has the same tree, and realms without flows share it', () => {
  const realm = viewRealm({ id: 'r', realm: 'r' } as StoredRealm);
  assert.equal(findFlowTree(realm, undefined, 'browser'), findFlowTree(realm, undefined, 'browser'));
  assert.equal(treeOf({}), treeOf({ id: 'other' }));
});

test('browserFlow: the flow that the realm is bound to, with the settings that its steps name', () => {
  const tree = treeOf({
    browserFlow: 'mine',
    authenticationFlows: [
      flow('browser', step('auth-cookie')),
      flow('mine', step('late', { priority: 20 }), step('early', { priority: 10, authenticatorConfig: 'c' })),
    ],
    authenticatorConfig: [{ alias: 'c', config: { max: 3 } }],
  });
  assert.deepEqual(describe(tree.steps), ['early REQUIRED', 'late REQUIRED']);
  const [first] = tree.steps;
  assert.deepEqual(first?.kind === 'authenticator' && first.config, { max: '3' });
});

test('authenticationFlowBindingOverrides: a client names its flow by ID, and an unknown ID means the realm’s', () => {
  const clients = ['mine-id', 'gone', '', 7].map((browser, index) => ({
    clientId: `c${index}`,
    authenticationFlowBindingOverrides: { browser },
  }));
  const members = {
    authenticationFlows: [flow('browser', step('auth-cookie')), flow('mine', step('x'))],
    clients,
  };
  assert.deepEqual(
    ['c0', 'c1', 'c2', 'c3'].map((clientId) => treeOf(members, clientId).alias),
    ['mine', 'browser', 'browser', 'browser'],
  );
});

test('bad input: a flow that does not exist, is in itself, or is no object', () => {
  assert.equal(treeOf({ browserFlow: 'gone' }).alias, 'browser');
  assert.equal(treeOf({ browserFlow: 'gone', authenticationFlows: [] }).steps.length, 4);
  const round = treeOf({
    authenticationFlows: [
      flow(
        'browser',
        inner('a'),
        inner('gone'),
        7 as unknown as object,
        { requirement: 'REQUIRED' },
        step('x', { requirement: 'NEVER' }),
      ),
      flow('a', inner('browser'), inner('b')),
      flow('b', inner('a'), step('auth-cookie')),
    ],
  });
  assert.deepEqual(describe(round.steps), [['a', [['b', ['auth-cookie REQUIRED']]]]]);
});

test('a step has the same key after another is added before it, and no two steps have the same', () => {
  const before = treeOf({ authenticationFlows: [flow('browser', step('a'), step('b'), step('b'))] });
  const after = treeOf({
    authenticationFlows: [flow('browser', step('c'), step('a'), step('b'), step('b'))],
  });
  const keys = (tree: FlowTree) => tree.steps.map(({ key }) => key);
  assert.deepEqual(keys(before), ['browser/a', 'browser/b', 'browser/b#2']);
  assert.deepEqual(keys(after).slice(1), keys(before));
});

test('Keycloak before 8: OPTIONAL is a condition', () => {
  const tree = treeOf({
    authenticationFlows: [flow('browser', step('auth-otp-form', { requirement: 'OPTIONAL' }))],
  });
  assert.deepEqual(describe(tree.steps), ['auth-otp-form CONDITIONAL']);
});

test('Keycloak before 8: alternatives beside required steps are a flow; in later versions they do not count', () => {
  const steps = (requirement: string) => [
    flow('browser', step('a'), step('b', { requirement: 'ALTERNATIVE' }), inner('last', 'ALTERNATIVE')),
    flow('last', step('auth-otp-form', { requirement })),
  ];
  const earlier = treeOf({ authenticationFlows: steps('OPTIONAL') });
  const last = (requirement: string) => ['last', [`auth-otp-form ${requirement}`]];
  assert.deepEqual(describe(earlier.steps), [
    'a REQUIRED',
    ['browser - Alternatives - 0', ['b ALTERNATIVE', last('CONDITIONAL')]],
  ]);
  const later = treeOf({ authenticationFlows: steps('CONDITIONAL') });
  assert.deepEqual(describe(later.steps), ['a REQUIRED', 'b ALTERNATIVE', last('CONDITIONAL')]);
});

test('levels of authentication: those that the flow distinguishes, lowest first', () => {
  const condition = (alias: string) =>
    step('conditional-level-of-authentication', { authenticatorConfig: alias });
  const tree = treeOf({
    authenticationFlows: [
      flow('browser', inner('two', 'CONDITIONAL'), inner('one', 'CONDITIONAL')),
      flow('one', condition('l1')),
      flow('two', condition('l2')),
    ],
    authenticatorConfig: [
      { alias: 'l1', config: { 'loa-condition-level': '1', 'loa-max-age': '36000' } },
      { alias: 'l2', config: { 'loa-condition-level': '2' } },
    ],
  });
  assert.deepEqual(tree.levels, [
    { level: 1, maxAgeSeconds: 36_000 },
    { level: 2, maxAgeSeconds: 300 },
  ]);
  assert.equal(levelOf({ 'loa-condition-level': 'high' }).level, 1);
});
