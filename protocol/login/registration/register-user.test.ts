import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import type { Registration } from './read-registration.ts';
import { makeRegisteredUser } from './register-user.ts';

const ENTERED: Registration = {
  values: { username: ['eve'], email: ['eve@example.test'], firstName: [], pets: ['cat', 'dog'], phone: [] },
  username: 'eve',
  email: 'eve@example.test',
  password: undefined,
  acceptsTerms: false,
};

function make(changes: Partial<Registration>, settings: object = {}) {
  const realm = testRealm({
    requiredActions: [
      { alias: 'TERMS_AND_CONDITIONS', enabled: true, defaultAction: true },
      { alias: 'UPDATE_PROFILE', enabled: true, defaultAction: true },
      { alias: 'CONFIGURE_TOTP', enabled: true, defaultAction: false },
    ],
    ...settings,
  });
  const exchange = { realm, clock: { now: () => 1_500 } } as RealmExchange;
  return makeRegisteredUser(exchange, { ...ENTERED, ...changes });
}

test('registration: what was entered is stored, what was left empty is absent', async () => {
  const user = await make({});
  assert.deepEqual(user.attributes, { pets: ['cat', 'dog'] });
  assert.equal(user.email, 'eve@example.test');
  assert.equal('firstName' in user, false);
  assert.equal('credentials' in user, false);
  assert.equal(user.createdTimestamp, 1_500);
});

test('registration: default actions are required, the terms only of those who have not agreed', async () => {
  assert.deepEqual((await make({})).requiredActions, ['TERMS_AND_CONDITIONS', 'UPDATE_PROFILE']);
  const agreed = await make({ acceptsTerms: true });
  assert.deepEqual(agreed.requiredActions, ['UPDATE_PROFILE']);
  assert.deepEqual(agreed.attributes?.['terms_and_conditions'], ['1']);
});

test('registration: the password is stored as a hash', async () => {
  const { credentials = [] } = await make({ password: 'secret-text' });
  assert.equal(credentials.length, 1);
  assert.doesNotMatch(JSON.stringify(credentials), /secret-text/);
});

test('registrationEmailAsUsername: the address is the username', async () => {
  const user = await make(
    { username: 'eve@example.test', values: { email: ['eve@example.test'] } },
    { registrationEmailAsUsername: true },
  );
  assert.equal(user.username, 'eve@example.test');
});
