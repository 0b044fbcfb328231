import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import { DuplicateError } from '#protocol/store/store.ts';
import { alreadyLinked, isLinkTaken } from './already-linked.ts';

const IDENTITY: BrokeredIdentity = {
  provider: 'idp',
  id: '1',
  username: 'al',
  localUsername: 'al',
  email: undefined,
  emailVerified: false,
  firstName: undefined,
  lastName: undefined,
  changes: [],
  notes: {},
};

test('names and addresses that are taken, and defects, are not accounts that are taken', () => {
  assert.equal(isLinkTaken(new DuplicateError('federatedIdentities', 'idp/1')), true);
  for (const error of [new DuplicateError('email', 'a@x'), new Error('federatedIdentities'), undefined])
    assert.equal(isLinkTaken(error), false);
});

test('Keycloak account linking: the message names the provider, and the reason the other user, if known', () => {
  const error = alreadyLinked(IDENTITY, { username: 'bob' });
  assert.equal(error.description, 'Federated identity returned by idp is already linked to another user.');
  assert.equal(error.reason, 'al of idp is linked with user bob.');
  assert.match(alreadyLinked(IDENTITY, undefined).remedy ?? '', /remove the link of another user/);
});
