import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIRECT_STEP_NAMES } from '#protocol/contract/flow-step-names.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { findFlowTree } from '#protocol/realm/flows/flow-tree.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { DIRECT_STEPS } from './direct-steps.ts';
import { runFlow } from './run-flow.ts';

const { realm } = createTestExchange();
const OTP = { type: 'otp', secretData: '{"value":"x"}', credentialData: '{"subType":"totp"}' };

/** What the built-in flow checks, in order. */
function checks(identified: StoredUser): readonly string[] {
  const tree = findFlowTree(realm, undefined, 'direct grant');
  const asked: string[] = [];
  const done: Record<string, number> = {};
  for (;;) {
    const result = runFlow(
      {
        tree,
        realm,
        client: undefined,
        session: { missing: 'none' },
        known: undefined,
        identified,
        done,
        levels: {},
        completedActions: [],
        chosen: '',
        requestedLevel: 0,
        scopes: () => [],
        headers: () => [],
        now: 0,
      },
      DIRECT_STEPS,
    );
    if (result.end !== 'asked') return [...asked, result.end];
    asked.push(result.step.ask);
    done[result.step.key] = 0;
  }
}

test('Keycloak direct grant: name, password, and a one-time code of users who have a device', () => {
  const user = { id: 'u', username: 'u' };
  assert.deepEqual(checks(user), ['direct-username', 'direct-password', 'succeeded']);
  assert.deepEqual(checks({ ...user, credentials: [OTP] }), [
    'direct-username',
    'direct-password',
    'direct-otp',
    'succeeded',
  ]);
});

test('every step that the import report counts as run has a row', () => {
  assert.deepEqual(Object.keys(DIRECT_STEPS).toSorted(), [...DIRECT_STEP_NAMES].toSorted());
});
