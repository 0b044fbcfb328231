import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAction, stateOf } from './change-required-action.ts';

const totp = 'CONFIGURE_TOTP';

test('realm-admin A2: an action that the realm omits is enabled and not a default action', () => {
  assert.deepEqual(stateOf(undefined, 'CONFIGURE_TOTP'), { enabled: true, defaultAction: false });
});

test('realm-admin A2: a change keeps the other actions and unknown members', () => {
  const actions = [{ alias: 'CONFIGURE_TOTP', priority: 7, config: { x: ['1'] } }, { alias: 'my-own' }];
  assert.deepEqual(changeAction(actions, totp, { enabled: false }), [
    { alias: 'CONFIGURE_TOTP', priority: 7, config: { x: ['1'] }, enabled: false },
    { alias: 'my-own' },
  ]);
});

test('realm-admin A2: the legacy alias of the terms is the same action', () => {
  const actions = [{ alias: 'terms_and_conditions', enabled: false }];
  assert.equal(stateOf(actions, 'TERMS_AND_CONDITIONS').enabled, false);
  assert.deepEqual(changeAction(actions, 'TERMS_AND_CONDITIONS', { enabled: true }), [
    { alias: 'terms_and_conditions', enabled: true },
  ]);
});

test('realm-admin A2: an action that the realm omits is added with all members, under its English name', () => {
  assert.deepEqual(changeAction([], totp, { defaultAction: true }), [
    { alias: totp, name: 'Configure OTP', providerId: totp, enabled: true, defaultAction: true },
  ]);
});
