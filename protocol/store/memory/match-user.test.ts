import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredUser } from '../store.ts';
import { containing, exactly } from '../text-pattern.ts';
import type { UserQuery } from '../user-query.ts';
import { compileUserQuery } from './match-user.ts';

const matches = (query: UserQuery, user: object): boolean =>
  compileUserQuery(query)({ id: 'u', username: 'ann', ...user } as StoredUser);

const REFUSED: readonly (readonly [title: string, query: UserQuery, user: object])[] = [
  ['links that are no list', { linked: { provider: 'p', userId: 'x' } }, { federatedIdentities: 'p' }],
  [
    'an entry that is no link',
    { linked: { provider: 'p', userId: 'x' } },
    { federatedIdentities: [null, 'p', {}] },
  ],
  ['an inherited attribute', { attributes: [{ name: 'constructor', value: 'x' }] }, { attributes: {} }],
  ['an inherited client', { clientRolesOf: 'constructor' }, { clientRoles: {} }],
  ['members that are null', { groups: ['/g'] }, { groups: null }],
  ['roles that are null', { roles: [{ clientId: 'c', name: 'r' }] }, { realmRoles: null, clientRoles: null }],
  ['a credential without a type', { credentialType: 'password' }, { credentials: [{}] }],
];

for (const [title, query, user] of REFUSED)
  test(`${title} does not match`, () => {
    assert.equal(matches(query, user), false);
  });

test('a name that is null is the empty text', () => {
  assert.equal(matches({ firstName: exactly('') }, { firstName: null }), true);
});

test('a changed user is matched by what it has now, and the user before by what it had', () => {
  const isBob = compileUserQuery({ words: [containing('bob')] });
  const ann = { id: 'u', username: 'ann' };
  assert.equal(isBob(ann), false);
  const bob = { ...ann, username: 'bob' };
  assert.equal(isBob(bob), true);
  assert.equal(isBob(ann), false);
});
