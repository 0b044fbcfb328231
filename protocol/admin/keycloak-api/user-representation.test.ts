import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredUser } from '#protocol/store/store.ts';
import { userRepresentation } from './user-representation.ts';

const USER: StoredUser = {
  id: '1',
  username: 'ann',
  attributes: { a: ['1'] },
  realmRoles: ['boss'],
  clientRoles: { till: ['open'] },
  groups: ['/staff'],
  credentials: [
    { type: 'otp', secretData: 'hidden' },
    { type: 'password', value: 'hidden' },
  ],
  futureMember: 1,
};

test('realm-admin C5: neither representation shows credentials, roles or groups', () => {
  for (const brief of [true, false]) {
    assert.doesNotMatch(JSON.stringify(userRepresentation(USER, {}, brief)), /hidden|boss|open|staff/);
  }
});

test('realm-admin C5: the full representation has what a form needs, the brief one does not', () => {
  const whole = userRepresentation(USER, { view: true }, false);
  assert.deepEqual(
    [whole['totp'], whole.requiredActions, whole.enabled, whole['futureMember']],
    [true, [], true, 1],
  );
  const brief = userRepresentation(USER, { view: true }, true);
  assert.deepEqual(
    [brief.attributes, brief['futureMember'], brief['access']],
    [undefined, undefined, { view: true }],
  );
});

test('realm-admin A4: a disabled user is shown as disabled', () => {
  assert.equal(userRepresentation({ ...USER, enabled: false }, {}, true).enabled, false);
});

test('Keycloak: a link with an identity provider is shown without the token that the realm stores', () => {
  const link = { identityProvider: 'corp', userId: '17', userName: 'ann' };
  const user = { ...USER, federatedIdentities: [{ ...link, token: 'provider-token' }] };
  assert.deepEqual(userRepresentation(user, {}, false)['federatedIdentities'], [link]);
});
