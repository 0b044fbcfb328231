import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { testRealm } from '../testing/realm.ts';
import type { BrokeredChange, BrokeredIdentity } from './brokered-identity.ts';
import { updateMembers } from './brokered-members.ts';

const ANN: StoredUser = {
  id: 'u',
  username: 'ann',
  email: 'ann@x.test',
  emailVerified: true,
  firstName: 'Ann',
  attributes: { team: ['dev'] },
};
const IDENTITY: BrokeredIdentity = {
  provider: 'corp',
  id: '17',
  username: 'ann17',
  localUsername: 'ann17',
  email: 'Ann@x.test',
  emailVerified: true,
  firstName: 'Ann',
  lastName: undefined,
  changes: [],
  notes: {},
};
const attribute = (name: string, ...values: string[]): BrokeredChange => ({
  kind: 'attribute',
  name,
  values,
  syncMode: 'FORCE',
});

const update = (
  changes: Partial<BrokeredIdentity>,
  mode: 'IMPORT' | 'LEGACY' | 'FORCE' = 'FORCE',
  settings: Partial<RealmRepresentation> = {},
) => updateMembers(testRealm(settings), ANN, { ...IDENTITY, ...changes }, mode);

test('Keycloak FORCE: names follow the provider; what it does not send stays', () => {
  assert.equal(update({}), ANN);
  assert.deepEqual(update({ firstName: 'Anne', lastName: 'Lee' }), {
    ...ANN,
    firstName: 'Anne',
    lastName: 'Lee',
  });
  assert.equal(update({ firstName: undefined, email: undefined }), ANN);
});

test('Keycloak IMPORT and LEGACY: the provider itself changes nothing', () => {
  const changed = { firstName: 'Anne', email: 'new@x.test', emailVerifiedClaim: false };
  assert.equal(update(changed, 'IMPORT'), ANN);
  assert.equal(update(changed, 'LEGACY'), ANN);
});

test('Keycloak FORCE: a new address is verified only if the provider is trusted', () => {
  assert.deepEqual(update({ email: 'New@x.test' }), { ...ANN, email: 'new@x.test' });
  const distrusted = update({ email: 'new@x.test', emailVerified: false });
  assert.deepEqual(distrusted, { ...ANN, email: 'new@x.test', emailVerified: false });
});

test('Keycloak FORCE: for a known address only the claim of a trusted provider counts', () => {
  assert.equal(update({ emailVerified: false }), ANN);
  assert.equal(update({ emailVerifiedClaim: true }), ANN);
  const denied = update({ emailVerified: false, emailVerifiedClaim: false });
  assert.deepEqual(denied, { ...ANN, emailVerified: false });
});

test('Keycloak FORCE: the username follows the address, or the name at the provider where users may change theirs', () => {
  const byEmail = update({ email: 'new@x.test' }, 'FORCE', { registrationEmailAsUsername: true });
  assert.equal(byEmail.username, 'new@x.test');
  assert.equal(update({}, 'FORCE', { editUsernameAllowed: true }).username, 'ann17');
  assert.equal(update({ username: '' }, 'FORCE', { editUsernameAllowed: true }), ANN);
});

test('Keycloak mappers: attributes are set and removed; the last mapper decides', () => {
  assert.deepEqual(update({ changes: [attribute('team', 'ops', 'qa')] }, 'IMPORT').attributes, {
    team: ['ops', 'qa'],
  });
  assert.deepEqual(update({ changes: [attribute('team')] }, 'IMPORT').attributes, {});
  assert.equal(update({ changes: [attribute('team', 'ops'), attribute('team', 'dev')] }), ANN);
  assert.equal(update({ changes: [attribute('other')] }), ANN);
  assert.equal(update({ changes: [{ ...attribute('team', 'ops'), syncMode: 'IMPORT' }] }), ANN);
  const odd = update({ changes: [attribute('__proto__', 'x')] });
  assert.deepEqual(Object.entries(odd.attributes ?? {}), [
    ['team', ['dev']],
    ['__proto__', ['x']],
  ]);
});

test('Keycloak mappers: members are set, but never removed', () => {
  const members = [attribute('firstName', 'A'), attribute('lastName', 'L'), attribute('username', ' New ')];
  assert.deepEqual(update({ changes: members }, 'IMPORT'), {
    ...ANN,
    firstName: 'A',
    lastName: 'L',
    username: 'new',
  });
  for (const name of ['firstName', 'lastName', 'email', 'username'])
    assert.equal(update({ changes: [attribute(name)] }), ANN);
  const named = update({ changes: [attribute('username', 'x')] }, 'IMPORT', {
    registrationEmailAsUsername: true,
  });
  assert.equal(named, ANN);
});

test('an address of a mapper is verified only if it is the identity’s', () => {
  const changes = [attribute('email', 'new@x.test')];
  assert.equal(update({ changes, email: 'new@x.test' }, 'IMPORT').emailVerified, true);
  assert.equal(update({ changes }, 'IMPORT').emailVerified, false);
});
