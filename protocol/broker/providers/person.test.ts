import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { type Claims, kindOf } from './person.ts';

const provider = (type: string, config: Readonly<Record<string, string>> = {}) =>
  ({ type, config }) as IdentityProvider;

const read = (type: string, profile: Claims, idToken: Claims = {}, config = {}) =>
  kindOf({ type })?.readPerson({ idToken, profile }, provider(type, config)) ?? assert.fail();

test('OIDC Core §5.1: the profile comes before the ID token, but the ID token says who it is', () => {
  const person = read(
    'oidc',
    { sub: 'b', name: 'Ada B. Moreno', email: 'x@y.test' },
    { sub: 'a', email: 'old@y.test', email_verified: 'true' },
  );
  assert.deepEqual(person, {
    id: 'a',
    username: 'x@y.test',
    email: 'x@y.test',
    emailVerified: true,
    firstName: 'Ada B.',
    lastName: 'Moreno',
  });
});

test('OIDC Core §5.1: without names and address, the id is the name', () => {
  const { username, email, firstName, emailVerified } = read('google', {}, { sub: 'a' });
  assert.deepEqual([username, email, firstName, emailVerified], ['a', undefined, undefined, undefined]);
});

test('GitHub users API: ids are numbers, and a private address is null', () => {
  const { id, username, email, firstName, lastName } = read('github', {
    id: 7,
    login: 'ada',
    email: null,
    name: 'Ada',
  });
  assert.deepEqual([id, username, email, firstName, lastName], ['7', 'ada', undefined, 'Ada', undefined]);
});

test('Microsoft Graph: the name of the principal is the address only if it is one', () => {
  const of = (profile: Claims) => read('microsoft', { id: 'm', ...profile });
  assert.equal(of({ mail: null, userPrincipalName: 'a@b.test' }).email, 'a@b.test');
  assert.deepEqual(
    [of({ userPrincipalName: 'a' }).email, of({ userPrincipalName: 'a' }).username],
    [undefined, 'm'],
  );
});

test('Facebook and GitLab: names without an address', () => {
  assert.equal(read('facebook', { id: '1', first_name: 'A' }).username, '1');
  assert.equal(read('gitlab', {}, { sub: '5', nickname: 'ada' }).username, 'ada');
});

test('Keycloak OAuth v2: settings name the claims', () => {
  const config = { userIDClaim: 'uid', userNameClaim: 'login', emailClaim: 'mail', givenNameClaim: 'first' };
  const person = read(
    'oauth2',
    { uid: 3, login: 'l', mail: 'm@x.test', first: 'F', name: 'N O' },
    {},
    config,
  );
  assert.deepEqual(
    [person.id, person.username, person.email, person.firstName, person.lastName],
    ['3', 'l', 'm@x.test', 'F', 'O'],
  );
});

test('bad input: whatever is no text is no value, and unknown types have no row', () => {
  for (const type of ['oidc', 'github', 'microsoft', 'facebook', 'gitlab', 'oauth2'])
    assert.equal(read(type, { id: {}, sub: [], login: true, name: 7 }).id, undefined, type);
  for (const type of ['saml', '', 'toString']) assert.equal(kindOf({ type }), undefined, type);
});
