import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { clientOf, testRealm } from '../testing/realm.ts';
import {
  resolveRequestedScopes,
  resolveScopes,
  restoreScopes,
  scopesWithValues,
  splitScope,
  storedScopeText,
  tokenScopeText,
} from './scopes.ts';

const realm = testRealm({
  clients: [{ clientId: 'web' }, { clientId: 'bare', defaultClientScopes: ['email'] }],
});
const web = clientOf(realm, 'web');
const bare = clientOf(realm, 'bare');

for (const [clientId, parameter, unknown] of [
  ['web', 'openid nonsense', '"nonsense"'],
  ['web', 'service_account', '"service_account"'],
  ['web', 'role_list', '"role_list"'],
  ['web', 'Openid', '"Openid"'],
  ['bare', 'profile email phone', '"profile", "phone"'],
  ['bare', '__proto__', '"__proto__"'],
] as const) {
  test(`RFC 6749 §3.3: ${clientId} may not request "${parameter}"; the error says why and how to allow it`, () => {
    assert.throws(
      () => resolveScopes(clientOf(realm, clientId), parameter),
      (error: unknown) =>
        error instanceof OAuthError &&
        error.code === 'invalid_scope' &&
        error.status === 400 &&
        error.description === `Invalid scopes: ${parameter}` &&
        error.reason.includes(unknown) &&
        error.remedy?.includes(clientId) === true,
    );
  });
}

const namesOf = (parameter: string | undefined): string[] =>
  resolveScopes(web, parameter).scopes.map((scope) => scope.name);

test('RFC 6749 §3.3: without a scope parameter the default client scopes apply, without openid', () => {
  const { openid, requested } = resolveScopes(web, undefined);
  assert.equal(openid, false);
  assert.deepEqual(requested, []);
  assert.deepEqual(namesOf(undefined), ['profile', 'email', 'roles', 'web-origins', 'acr', 'basic']);
});

test('RFC 6749 §3.3: optional client scopes apply when requested, default ones always and once', () => {
  assert.deepEqual(namesOf('  phone openid phone email '), [
    'profile',
    'email',
    'roles',
    'web-origins',
    'acr',
    'basic',
    'phone',
  ]);
  assert.deepEqual(resolveScopes(web, ' phone openid phone').requested, ['phone', 'openid']);
});

test('RFC 6749 §5.1: the response lists openid first, without scopes excluded from the token scope', () => {
  const { scopes, openid } = resolveScopes(web, 'phone openid');
  assert.equal(tokenScopeText(scopes, openid), 'openid profile email phone');
  assert.equal(tokenScopeText(resolveScopes(bare, undefined).scopes, false), 'email');
});

test('a session stores hidden scopes too, and restores those that the client still has', () => {
  const { scopes } = resolveScopes(web, 'phone');
  const text = storedScopeText(scopes, true);
  assert.equal(text, 'openid profile email roles web-origins acr basic phone');
  assert.deepEqual(restoreScopes(web, text).scopes, scopes);
  assert.equal(restoreScopes(web, text).openid, true);
  assert.deepEqual(
    restoreScopes(bare, text).scopes.map((scope) => scope.name),
    ['email'],
  );
  assert.deepEqual(restoreScopes(web, '').scopes, []);
});

test('the same parameter gives the same object, so that derived values can be cached; the cache is bounded', () => {
  assert.equal(resolveScopes(web, 'email'), resolveScopes(web, 'email'));
  for (let index = 0; index < 500; index += 1) resolveScopes(web, `email${' '.repeat(index)}`);
  assert.deepEqual(namesOf('email'), namesOf(undefined));
});

test('RFC 6749 §3.3: names are separated by spaces', () => {
  assert.deepEqual(splitScope(' a  b a '), ['a', 'b']);
  assert.deepEqual(splitScope(''), []);
});

test('Keycloak organizations: a scope with a value is resolved, restored and part of the token scope', () => {
  const { scopes } = resolveScopes(web, 'organization:acme organization:*');
  assert.match(tokenScopeText(scopes, false), / organization:acme organization:\*$/);
  assert.deepEqual(restoreScopes(web, storedScopeText(scopes, false)).scopes, scopes);
  assert.deepEqual(scopesWithValues(web, ['phone', 'organization', 'organization:']), []);
  assert.throws(() => resolveScopes(bare, 'organization:acme'), /invalid_scope|Invalid scopes/);
});

test('RFC 6749 §3.3: the scope of an organization that the realm does not have is refused', () => {
  assert.equal(resolveRequestedScopes(realm, web, 'organization:*'), resolveScopes(web, 'organization:*'));
  assert.throws(
    () => resolveRequestedScopes(realm, web, 'openid organization:none'),
    (error: unknown) =>
      error instanceof OAuthError &&
      error.code === 'invalid_scope' &&
      error.description === 'Invalid scopes: openid organization:none' &&
      error.remedy?.includes('organizationsEnabled') === true,
  );
});
