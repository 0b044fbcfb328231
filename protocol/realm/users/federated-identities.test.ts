import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredUser } from '#protocol/store/store.ts';
import {
  findIdentity,
  listIdentities,
  withIdentity,
  withoutIdentity,
  withoutToken,
  withoutTokens,
} from './federated-identities.ts';

const ANN: StoredUser = { id: 'u', username: 'ann' };
const LINK = { identityProvider: 'corp', userId: '17', userName: 'ann' };
const linked = (federatedIdentities: unknown): StoredUser => ({ ...ANN, federatedIdentities });

test('bad input: entries of a realm file that are no links are passed over', () => {
  assert.deepEqual(listIdentities(ANN), []);
  for (const odd of ['x', null, {}, [null, 7, [], {}, { identityProvider: 'corp' }, { userId: '1' }]])
    assert.deepEqual(listIdentities(linked(odd)), [], JSON.stringify(odd));
  const user = linked([
    { identityProvider: 'corp', userId: 17 },
    { identityProvider: 'corp', userId: '', token: 't' },
  ]);
  assert.equal(findIdentity(user, 'corp'), undefined);
  assert.deepEqual(listIdentities(linked([{ ...LINK, userName: 3, token: {} }])), [
    { ...LINK, userName: '' },
  ]);
});

test('a user has one link with a provider', () => {
  const other = { ...LINK, identityProvider: 'other' };
  const first = withIdentity(linked([other]), { ...LINK, userId: '1', token: 't' });
  const second = withIdentity(first, LINK);
  assert.deepEqual(listIdentities(first), [other, { ...LINK, userId: '1', token: 't' }]);
  assert.deepEqual(listIdentities(second), [other, LINK]);
  assert.deepEqual(findIdentity(second, 'other'), other);
});

test('a link is removed, and a user without it stays the same', () => {
  const user = withIdentity(ANN, LINK);
  assert.deepEqual(listIdentities(withoutIdentity(user, 'corp')), []);
  assert.equal(withoutIdentity(user, 'other'), user);
  assert.equal(withoutIdentity(ANN, 'corp'), ANN);
});

test('a stored token is a secret: answers and files have links without it', () => {
  const user = linked([{ ...LINK, token: 't' }, 'odd']);
  assert.deepEqual(withoutTokens(user), linked([LINK, 'odd']));
  const plain = linked([LINK]);
  assert.equal(withoutTokens(plain), plain);
  assert.equal(withoutTokens(ANN), ANN);
  assert.deepEqual(withoutToken({ ...LINK, token: 't', more: 1 }), { ...LINK, more: 1 });
});
