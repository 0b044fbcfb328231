import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { findFlowTree, listAuthenticators } from '#protocol/realm/flows/flow-tree.ts';
import type { StoredUser, UserSession } from '#protocol/store/store.ts';
import { type FlowStepText, flowMembers } from '../testing/flows.ts';
import { BROWSER_STEPS } from './browser-steps.ts';
import { CONDITIONS } from './conditions.ts';
import type { FlowFacts } from './flow-step.ts';
import { type FlowResult, runFlow } from './run-flow.ts';

const NAMES = [
  ...Object.keys(BROWSER_STEPS),
  ...Object.keys(CONDITIONS),
  'acme-sms',
  '__proto__',
  'constructor',
];
const requirement = fc.constantFrom('REQUIRED', 'ALTERNATIVE', 'CONDITIONAL', 'DISABLED');
const settings = fc.constantFrom(
  '',
  ' loa-condition-level=2',
  ' loa-condition-level=x,loa-max-age=1',
  ' condUserRole=a.b,negate=true',
  ' attribute_name=x,attribute_expected_value=(,regex=true',
  ' flow_to_check=flow 1',
  ' credentials=password,included=true',
  ' otpControlAttribute=x,defaultOtpOutcome=skip',
);
const { tree } = fc.letrec<{ tree: readonly FlowStepText[]; step: FlowStepText }>((tie) => ({
  step: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc
      .tuple(fc.constantFrom(...NAMES), requirement, settings)
      .map(([name, need, config]) => `${name} ${need}${config}`),
    fc
      .tuple(requirement, fc.nat(999_999), fc.array(tie('step'), { maxLength: 4 }))
      .map(([need, id, steps]): FlowStepText => [`flow ${id} ${need}`, steps]),
  ),
  tree: fc.array(tie('step'), { maxLength: 4 }),
}));

const OTP = { type: 'otp', secretData: '{"value":"x"}', credentialData: '{"subType":"totp"}' };
const PASSWORD = { type: 'password', secretData: '{}', credentialData: '{}' };
const USERS: readonly StoredUser[] = [
  { id: 'a', username: 'alice' },
  { id: 'b', username: 'bob', credentials: [PASSWORD, OTP] },
  { id: 'c', username: 'carol', credentials: [PASSWORD, { type: 'recovery-authn-codes', secretData: '{' }] },
];

interface Case {
  readonly steps: readonly FlowStepText[];
  readonly user: StoredUser;
  readonly requestedLevel: number;
  readonly hasSession: boolean;
}

function factsOf({ steps, user, requestedLevel, hasSession }: Case): FlowFacts {
  const { realm } = createTestExchange({ realm: flowMembers(steps) });
  const session = { userId: user.id, username: user.username, authenticatedAt: 0 } as UserSession;
  return {
    tree: findFlowTree(realm, undefined, 'browser'),
    realm,
    client: undefined,
    session: hasSession ? { session, user } : { missing: 'none' },
    known: undefined,
    identified: undefined,
    done: {},
    levels: {},
    completedActions: [],
    chosen: '',
    requestedLevel,
    scopes: () => [],
    headers: () => [],
    now: 0,
  };
}

function checkEnd(result: FlowResult): void {
  if (result.end === 'refused') assert.ok(result.error.reason && result.error.remedy);
}

function checkAsked(
  { step, user, others }: Extract<FlowResult, { end: 'asked' }>,
  { done }: FlowFacts,
): void {
  assert.equal(done[step.key], undefined, 'no step asks twice');
  assert.ok(!others.some(({ key }) => key === step.key));
  if (step.ask === 'password' || step.ask === 'otp') assert.ok(user);
}

/** Completes page after page, until the flow ends. */
function complete(given: Case): void {
  let facts = factsOf(given);
  const limit = listAuthenticators(facts.tree.steps).length + 1;
  for (let pages = 0; pages <= limit; pages += 1) {
    const result = runFlow(facts, BROWSER_STEPS);
    if (result.end !== 'asked') {
      checkEnd(result);
      return;
    }
    checkAsked(result, facts);
    facts = { ...facts, identified: given.user, done: { ...facts.done, [result.step.key]: 0 } };
  }
  assert.fail('the flow does not end');
}

test('any tree of steps ends in a page, a success or a refusal, after no more pages than it has steps', () => {
  const cases = fc.record({
    steps: tree,
    user: fc.constantFrom(...USERS),
    requestedLevel: fc.nat(3),
    hasSession: fc.boolean(),
  });
  fc.assert(fc.property(cases, complete), { numRuns: 1500 });
});
