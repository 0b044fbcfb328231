import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInAt, withFirstLogin } from '#protocol/broker/testing/brokering.ts';
import type { BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { listReviewFields, profileOfIdentity } from './load-brokered.ts';

const IDENTITY: BrokeredIdentity = {
  provider: 'idp',
  id: '1',
  username: 'ada@idp',
  localUsername: 'ada',
  email: undefined,
  emailVerified: false,
  firstName: 'Ada',
  lastName: undefined,
  changes: [],
  notes: {},
};

test('the profile is what the provider says, and what its mappers make of it', () => {
  assert.deepEqual(profileOfIdentity(IDENTITY), {
    username: ['ada'],
    email: [],
    firstName: ['Ada'],
    lastName: [],
  });
  const changes = [
    { kind: 'attribute', name: 'phone', values: ['1', '2'], syncMode: 'FORCE' },
    { kind: 'attribute', name: 'firstName', values: [], syncMode: 'FORCE' },
    { kind: 'role', role: 'admin', isHeld: true, syncMode: 'FORCE' },
  ] as const;
  const { phone, firstName, role } = profileOfIdentity({ ...IDENTITY, changes });
  assert.deepEqual([phone, firstName, role], [['1', '2'], ['Ada'], undefined]);
});

test('Keycloak idp-review-profile: the user name is asked for, unless it is the address', () => {
  const request = { clientId: 'shop', protocol: 'p', passive: false, forceLogin: false, flow: '', data: {} };
  const namesOf = (changes: object) =>
    listReviewFields(viewRealm({ id: 'r', realm: 'r', ...changes }), request)
      .filter(({ readOnly }) => !readOnly)
      .map(({ attribute }) => attribute.name);
  assert.deepEqual(namesOf({}), ['username', 'email', 'firstName', 'lastName']);
  assert.deepEqual(namesOf({ registrationEmailAsUsername: true }), ['email', 'firstName', 'lastName']);
});

for (const [name, changes, expected] of [
  ['the address comes first', {}, 'alice'],
  ['addresses that several users may have identify nobody', { duplicateEmailsAllowed: true }, undefined],
] as const)
  test(`Keycloak first broker login: ${name}`, () =>
    withFirstLogin(
      ['idp-create-user-if-unique ALTERNATIVE', 'idp-auto-link ALTERNATIVE'],
      async (_fixture, browser) => {
        const answer = await signInAt(browser, 'idp', 'alice@example.test');
        const username = await browser.usernameOf(answer);
        assert.equal(username === 'alice', expected === 'alice');
      },
      changes,
    ));
