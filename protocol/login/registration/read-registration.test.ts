import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { listParameters } from '#protocol/http/parameters.ts';
import { listFields } from '#protocol/realm/profile/profile-fields.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import { findRegistrationProblems, readRegistration } from './read-registration.ts';
import type { RegistrationForm } from './registration-form.ts';

const FORM: RegistrationForm = {
  flow: 'registration',
  createsUser: true,
  asksPassword: true,
  asksTerms: true,
  steps: [],
};
const ANN: StoredUser = { id: 'ann', username: 'ann', email: 'ann@example.test' };
const users = {
  findByUsername: async (_realm: string, name: string) => (name === 'ann' ? ANN : undefined),
  findByEmail: async (_realm: string, email: string) => (email === ANN.email ? ANN : undefined),
} as UserStore;

const GOOD = {
  username: 'Eve',
  email: 'Eve@example.test',
  firstName: 'Eve',
  lastName: 'A',
  password: 'pass-word',
  'password-confirm': 'pass-word',
  termsAccepted: 'on',
};

async function problemsOf(change: Partial<typeof GOOD>, form: RegistrationForm = FORM) {
  const realm = testRealm({ passwordPolicy: 'notUsername and notEmail and length(3)' });
  const exchange = { realm, form: listParameters(Object.entries({ ...GOOD, ...change })) } as RealmExchange;
  const fields = listFields(realm, { form: 'registration', scopes: [] });
  const registration = readRegistration(exchange, form, fields);
  const { problems } = await findRegistrationProblems(exchange, users, form, fields, registration);
  return { registration, fields: Object.keys(problems) };
}

test('registration: names and addresses are read in lower case, and nothing is wrong with them', async () => {
  const { registration, fields } = await problemsOf({});
  assert.deepEqual(fields, []);
  assert.equal(registration.username, 'eve');
  assert.equal(registration.email, 'eve@example.test');
  assert.equal(registration.acceptsTerms, true);
});

for (const [change, expected] of [
  [{ username: '', email: 'x', password: '' }, ['username', 'email', 'password']],
  [{ email: 'ANN@example.test' }, ['email']],
  [{ username: 'Ann' }, ['username']],
  [{ password: 'eve', 'password-confirm': 'eve' }, ['password']],
  [{ password: 'EVE@example.test', 'password-confirm': 'EVE@example.test' }, ['password']],
  [{ 'password-confirm': 'pass-Word' }, ['password-confirm']],
] as const)
  test(`registration: ${JSON.stringify(change)} is wrong at ${expected.join(', ')}`, async () => {
    assert.deepEqual((await problemsOf(change)).fields, expected);
  });

test('registration: a password and terms that the flow does not ask for are not read', async () => {
  const form = { ...FORM, asksPassword: false, asksTerms: false };
  const { registration, fields } = await problemsOf({ password: '', termsAccepted: 'on' }, form);
  assert.deepEqual(fields, []);
  assert.equal(registration.password, undefined);
  assert.equal(registration.acceptsTerms, false);
});
