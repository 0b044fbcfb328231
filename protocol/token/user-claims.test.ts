import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredUser } from '#protocol/store/store.ts';
import { addUserClaims, isServerClaim, userClaimsOf } from './user-claims.ts';

const withClaims = (...texts: string[]): StoredUser => ({
  id: 'u',
  username: 'ann',
  attributes: { 'understudy.claims': texts },
});

test('claims of a user take the place of those of mappers, with their names as they are', () => {
  const claims = { tier: 'none', email: 'a@x' };
  const user = withClaims('{"tier":"gold","https://shop.example/roles":["buyer"],"limit":5}');
  addUserClaims(claims, user);
  assert.deepEqual(claims, {
    tier: 'gold',
    email: 'a@x',
    'https://shop.example/roles': ['buyer'],
    limit: 5,
  });
});

test('claims of the server are never those of a user', () => {
  const names = [
    'iss',
    'sub',
    'aud',
    'exp',
    'iat',
    'nbf',
    'jti',
    'sid',
    'typ',
    'azp',
    'acr',
    'cnf',
    'scope',
    'nonce',
  ];
  for (const name of [...names, '__proto__']) assert.equal(isServerClaim(name), true, name);
  assert.equal(isServerClaim('tier'), false);
  const user = withClaims(JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x']))));
  assert.deepEqual(userClaimsOf(user), {});
});

for (const text of ['', 'no JSON', '[]', 'null', '5', '"x"', '{"a":'])
  test(`an attribute with ${JSON.stringify(text)} gives no claims`, () => {
    assert.deepEqual(userClaimsOf(withClaims(text)), {});
  });

test('a user without the attribute, or with an empty one, has no claims', () => {
  assert.deepEqual(userClaimsOf({ id: 'u', username: 'ann' }), {});
  assert.deepEqual(userClaimsOf(withClaims()), {});
});

test('what is read is kept for the same user object only', () => {
  const user = withClaims('{"a":1}');
  assert.equal(userClaimsOf(user), userClaimsOf(user));
  assert.deepEqual(userClaimsOf({ ...user, attributes: {} }), {});
});

test('a prototype cannot be replaced', () => {
  const claims: Record<string, unknown> = {};
  addUserClaims(claims, withClaims('{"__proto__":{"polluted":true}}'));
  assert.equal('polluted' in claims, false);
});
