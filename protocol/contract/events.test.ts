import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, RESOURCE_TYPES } from './events.ts';

test('Keycloak: every type of user event also exists as an error', () => {
  const names: readonly string[] = EVENT_TYPES;
  for (const name of names)
    assert.ok(
      name.endsWith('_ERROR') ? names.includes(name.slice(0, -6)) : names.includes(`${name}_ERROR`),
      name,
    );
  assert.equal(new Set(names).size, names.length);
  assert.equal(new Set(RESOURCE_TYPES).size, RESOURCE_TYPES.length);
});

test('Keycloak: token refreshes, introspection and userinfo are not stored by default, sign-ins and their errors are', () => {
  const stored: readonly string[] = DEFAULT_EVENT_TYPES;
  for (const name of [
    'REFRESH_TOKEN',
    'INTROSPECT_TOKEN_ERROR',
    'USER_INFO_REQUEST',
    'PERMISSION_TOKEN_ERROR',
  ])
    assert.ok(!stored.includes(name), name);
  for (const name of ['LOGIN', 'LOGIN_ERROR', 'CODE_TO_TOKEN', 'LOGOUT', 'PERMISSION_TOKEN'])
    assert.ok(stored.includes(name), name);
});
