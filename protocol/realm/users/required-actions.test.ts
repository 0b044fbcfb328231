import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredUser } from '#protocol/store/store.ts';
import { TEST_NOW, testRealm } from '../testing/realm.ts';
import { defaultActions, isActionEnabled, pendingActions, withoutAction } from './required-actions.ts';

const DAY = 24 * 60 * 60 * 1000;
const ALICE: StoredUser = { id: 'a', username: 'alice', email: 'alice@example.test' };
const pending = (realm: Parameters<typeof testRealm>[0], user: Partial<StoredUser> = {}) =>
  pendingActions(testRealm(realm), { ...ALICE, ...user }, TEST_NOW);

test('realm-admin A4: a user without required actions has nothing to do', () => {
  assert.deepEqual(pending({}), []);
  assert.deepEqual(pending({}, { requiredActions: [] }), []);
});

test("realm-admin A4: the user's actions come in Keycloak's order, or in that of the realm's priorities", () => {
  const requiredActions = ['VERIFY_EMAIL', 'UPDATE_PASSWORD', 'CONFIGURE_TOTP'];
  assert.deepEqual(pending({}, { requiredActions }), ['CONFIGURE_TOTP', 'UPDATE_PASSWORD', 'VERIFY_EMAIL']);
  const realm = { requiredActions: [{ alias: 'CONFIGURE_TOTP', priority: 99 }] };
  assert.deepEqual(pending(realm, { requiredActions }), [
    'UPDATE_PASSWORD',
    'VERIFY_EMAIL',
    'CONFIGURE_TOTP',
  ]);
});

test('realm-admin A2: an action that the realm has turned off is not asked for', () => {
  const realm = { requiredActions: [{ alias: 'UPDATE_PASSWORD', enabled: false }] };
  assert.deepEqual(pending(realm, { requiredActions: ['UPDATE_PASSWORD'] }), []);
  assert.equal(isActionEnabled(testRealm(realm), 'UPDATE_PASSWORD'), false);
  assert.equal(isActionEnabled(testRealm(realm), 'VERIFY_EMAIL'), true);
});

test('verifyEmail asks whoever has an address that is not verified, nobody else', () => {
  const realm = { verifyEmail: true };
  assert.deepEqual(pending(realm), ['VERIFY_EMAIL']);
  assert.deepEqual(pending(realm, { emailVerified: true }), []);
  assert.deepEqual(pending(realm, { email: '' }), []);
});

test('forceExpiredPasswordChange asks for a new password when the old one is too old, not before', () => {
  const realm = { passwordPolicy: 'forceExpiredPasswordChange(10)' };
  const aged = (days: number) => ({
    credentials: [{ type: 'password', value: 'x', createdDate: TEST_NOW - days * DAY }],
  });
  assert.deepEqual(pending(realm, aged(11)), ['UPDATE_PASSWORD']);
  assert.deepEqual(pending(realm, aged(10)), []);
  assert.deepEqual(pending(realm, { credentials: [{ type: 'password', value: 'x' }] }), []);
});

test('realm-admin A2: a new user gets the actions that are the default', () => {
  const requiredActions = [
    { alias: 'terms_and_conditions', defaultAction: true },
    { alias: 'VERIFY_EMAIL', defaultAction: true, enabled: false },
    { alias: 'UPDATE_PROFILE', defaultAction: false },
    { defaultAction: true },
  ];
  assert.deepEqual(defaultActions(testRealm({ requiredActions })), ['TERMS_AND_CONDITIONS']);
  assert.deepEqual(defaultActions(testRealm()), []);
});

test('an action that is done goes, under its old name too; the others stay', () => {
  const user = { ...ALICE, requiredActions: ['terms_and_conditions', 'VERIFY_EMAIL'] };
  assert.deepEqual(withoutAction(user, 'TERMS_AND_CONDITIONS').requiredActions, ['VERIFY_EMAIL']);
  assert.deepEqual(withoutAction(ALICE, 'VERIFY_EMAIL').requiredActions, []);
});
