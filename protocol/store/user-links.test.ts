import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkKey, linksOf, linkTaken, newLinks } from './user-links.ts';

const user = (federatedIdentities: unknown) => ({ id: 'u', username: 'u', federatedIdentities });
const LINK = { identityProvider: 'google', userId: '1', userName: 'a', token: 'secret' };

test('links without a provider or an id are passed over, and any other value', () => {
  for (const links of [undefined, null, 'x', 7, {}, [null, 7, 'x', [], {}]])
    assert.deepEqual(linksOf(user(links)), []);
  for (const odd of [{ identityProvider: '' }, { userId: '' }, { userId: 1 }, { identityProvider: null }])
    assert.deepEqual(linksOf(user([{ ...LINK, ...odd }, LINK])), [{ provider: 'google', userId: '1' }]);
});

test('keys of different accounts differ', () => {
  const keys = [
    { provider: 'a', userId: 'b' },
    { provider: 'b', userId: 'a' },
    { provider: 'a","b', userId: '' },
    { provider: 'a', userId: '","b' },
  ].map(linkKey);
  assert.equal(new Set(keys).size, keys.length);
});

test('only links that a user has not had are new', () => {
  const other = { ...LINK, userId: '2' };
  assert.deepEqual(newLinks(user([LINK]), user([{ ...LINK, userName: 'b' }])), []);
  assert.deepEqual(newLinks(user([LINK]), user([LINK, other])), [{ provider: 'google', userId: '2' }]);
  assert.deepEqual(newLinks(undefined, user([LINK])), [{ provider: 'google', userId: '1' }]);
  assert.deepEqual(newLinks(user([LINK]), user([])), []);
});

test('the refusal names the member and the account', () => {
  const { member, message } = linkTaken({ provider: 'google', userId: '1' });
  assert.equal(member, 'federatedIdentities');
  assert.equal(message, 'federatedIdentities "google/1" is taken');
});
