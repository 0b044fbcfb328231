import assert from 'node:assert/strict';
import { test } from 'node:test';
import { review, signInAt, withFirstLogin } from '#protocol/broker/testing/brokering.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { ALICE } from '../testing/login-fixture.ts';
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

/** A mapper that would name the user otherwise. */
const NICKNAME = {
  name: 'nickname',
  identityProviderAlias: 'idp',
  identityProviderMapper: 'hardcoded-attribute-idp-mapper',
  config: { attribute: 'username', 'attribute.value': 'nick', syncMode: 'FORCE' },
};

/** A user from the time when the address was not the name. */
const NAMED_BY_ADDRESS = { ...ALICE, username: 'ada@example.com', email: 'alice@example.test' };

for (const [name, steps, entered] of [
  ['of the provider', [], undefined],
  [
    'entered in the review',
    ['idp-review-profile REQUIRED update.profile.on.first.login=on'],
    { email: 'ada@example.com', firstName: 'Ada', lastName: 'L' },
  ],
] as const)
  test(`Keycloak registrationEmailAsUsername: a user whose name is the address ${name} is an existing account`, () =>
    withFirstLogin(
      [
        ...steps,
        ['create REQUIRED', ['idp-create-user-if-unique ALTERNATIVE', 'idp-confirm-link ALTERNATIVE']],
      ],
      async (fixture, browser) => {
        await fixture.store.realms.update('r', (realm) => ({ ...realm, registrationEmailAsUsername: true }));
        const first = await signInAt(
          browser,
          'idp',
          entered === undefined ? 'ada@example.com' : 'eve@example.com',
        );
        const page =
          entered === undefined ? first : await browser.follow(await review(browser, first, entered));
        assert.match(page.text, /User with Username ada@example\.com already exists\./);
        assert.equal(await fixture.store.users.findByUsername('r-id', 'eve@example.com'), undefined);
      },
      { users: [NAMED_BY_ADDRESS], identityProviderMappers: [NICKNAME] } as Partial<RealmRepresentation>,
    ));
