import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredUser } from '#protocol/store/store.ts';
import { TEST_NOW, testRealm } from '../testing/realm.ts';
import {
  defaultActions,
  isActionEnabled,
  pendingActions,
  recoveryCodesThresholdOf,
  withoutAction,
} from './required-actions.ts';

const DAY = 24 * 60 * 60 * 1000;
const ALICE: StoredUser = { id: 'a', username: 'alice', email: 'alice@example.test' };
const pending = (realm: Parameters<typeof testRealm>[0], user: Partial<StoredUser> = {}) =>
  pendingActions(testRealm(realm), { ...ALICE, ...user }, TEST_NOW);

test('realm-admin A4: a user without required actions has no pending actions', () => {
  assert.deepEqual(pending({}), []);
  assert.deepEqual(pending({}, { requiredActions: [] }), []);
});

test("realm-admin A4: actions come in Keycloak's order, or in that of the realm's priorities", () => {
  const requiredActions = ['VERIFY_EMAIL', 'UPDATE_PASSWORD', 'CONFIGURE_TOTP'];
  assert.deepEqual(pending({}, { requiredActions }), ['CONFIGURE_TOTP', 'UPDATE_PASSWORD', 'VERIFY_EMAIL']);
  const realm = { requiredActions: [{ alias: 'CONFIGURE_TOTP', priority: 99 }] };
  assert.deepEqual(pending(realm, { requiredActions }), [
    'UPDATE_PASSWORD',
    'VERIFY_EMAIL',
    'CONFIGURE_TOTP',
  ]);
});

test('realm-admin A2: an action that the realm has disabled is not pending', () => {
  const realm = { requiredActions: [{ alias: 'UPDATE_PASSWORD', enabled: false }] };
  assert.deepEqual(pending(realm, { requiredActions: ['UPDATE_PASSWORD'] }), []);
  assert.equal(isActionEnabled(testRealm(realm), 'UPDATE_PASSWORD'), false);
  assert.equal(isActionEnabled(testRealm(realm), 'VERIFY_EMAIL'), true);
});

test('verifyEmail applies only to users with an unverified e-mail address', () => {
  const realm = { verifyEmail: true };
  assert.deepEqual(pending(realm), ['VERIFY_EMAIL']);
  assert.deepEqual(pending(realm, { emailVerified: true }), []);
  assert.deepEqual(pending(realm, { email: '' }), []);
});

test('forceExpiredPasswordChange requires a new password once the old one has expired', () => {
  const realm = { passwordPolicy: 'forceExpiredPasswordChange(10)' };
  const aged = (days: number) => ({
    credentials: [{ type: 'password', value: 'x', createdDate: TEST_NOW - days * DAY }],
  });
  assert.deepEqual(pending(realm, aged(11)), ['UPDATE_PASSWORD']);
  assert.deepEqual(pending(realm, aged(10)), []);
  assert.deepEqual(pending(realm, { credentials: [{ type: 'password', value: 'x' }] }), []);
});

test('realm-admin A2: a new user gets the default actions', () => {
  const requiredActions = [
    { alias: 'terms_and_conditions', defaultAction: true },
    { alias: 'VERIFY_EMAIL', defaultAction: true, enabled: false },
    { alias: 'UPDATE_PROFILE', defaultAction: false },
    { defaultAction: true },
  ];
  assert.deepEqual(defaultActions(testRealm({ requiredActions })), ['TERMS_AND_CONDITIONS']);
  assert.deepEqual(defaultActions(testRealm()), []);
});

test('a completed action is removed, also under its old name; the others are kept', () => {
  const user = { ...ALICE, requiredActions: ['terms_and_conditions', 'VERIFY_EMAIL'] };
  assert.deepEqual(withoutAction(user, 'TERMS_AND_CONDITIONS').requiredActions, ['VERIFY_EMAIL']);
  assert.deepEqual(withoutAction(ALICE, 'VERIFY_EMAIL').requiredActions, []);
});

test('Keycloak warning_threshold: the action’s setting, then the password policy, and then 4', () => {
  const setting = (warning_threshold: string) => [
    { alias: 'CONFIGURE_RECOVERY_AUTHN_CODES', config: { warning_threshold } },
  ];
  const passwordPolicy = 'length(8) and recoveryCodesWarningThreshold(6)';
  assert.equal(recoveryCodesThresholdOf(testRealm({})), 4);
  assert.equal(recoveryCodesThresholdOf(testRealm({ passwordPolicy })), 6);
  assert.equal(recoveryCodesThresholdOf(testRealm({ passwordPolicy, requiredActions: setting('9') })), 9);
  assert.equal(recoveryCodesThresholdOf(testRealm({ requiredActions: setting('0') })), 0);
  for (const unreadable of ['-1', 'few', '', '9'.repeat(20)])
    assert.equal(recoveryCodesThresholdOf(testRealm({ requiredActions: setting(unreadable) })), 4);
});
