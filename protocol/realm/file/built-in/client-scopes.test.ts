import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  builtInClientScopes,
  DEFAULT_SCOPES,
  mapper,
  OPTIONAL_SCOPES,
  offlineAccessScope,
} from './client-scopes.ts';

const scopes = new Map(builtInClientScopes().map((scope) => [scope.name, scope]));

function typesOf(name: string): (string | undefined)[] {
  return (scopes.get(name)?.protocolMappers ?? []).map(({ protocolMapper }) => protocolMapper);
}

test('Keycloak fresh realm: every scope in the default lists exists', () => {
  for (const name of [...DEFAULT_SCOPES, ...OPTIONAL_SCOPES]) assert.ok(scopes.has(name), name);
});

test('Keycloak fresh realm: service_account is not a default scope of any client', () => {
  assert.ok(scopes.has('service_account'));
  assert.equal([...DEFAULT_SCOPES, ...OPTIONAL_SCOPES].includes('service_account'), false);
});

test('Keycloak fresh realm: helper scopes are excluded from the token scope, the others are included', () => {
  const shown = [...scopes.values()]
    .filter((scope) => scope.attributes?.['include.in.token.scope'] === 'true')
    .map(({ name }) => name);
  assert.deepEqual(shown.sort(), [
    'address',
    'email',
    'microprofile-jwt',
    'organization',
    'phone',
    'profile',
  ]);
});

test('Keycloak fresh realm: sub and auth_time come from basic, roles and audience from roles', () => {
  assert.deepEqual(typesOf('basic'), ['oidc-usersessionmodel-note-mapper', 'oidc-sub-mapper']);
  assert.deepEqual(typesOf('roles'), [
    'oidc-usermodel-realm-role-mapper',
    'oidc-usermodel-client-role-mapper',
    'oidc-audience-resolve-mapper',
  ]);
  assert.equal(typesOf('profile').length, 14);
});

test('Keycloak fresh realm: roles are in the access token and introspection, not in the ID token or userinfo', () => {
  for (const { name, config = {} } of scopes.get('roles')?.protocolMappers ?? []) {
    assert.equal(config['access.token.claim'], 'true', name);
    assert.equal(config['introspection.token.claim'], 'true', name);
    assert.equal(config['id.token.claim'], undefined, name);
    assert.equal(config['userinfo.token.claim'], undefined, name);
  }
});

test('each realm gets its own identifiers, and mappers share no configuration', () => {
  const ids = [...builtInClientScopes(), ...builtInClientScopes()].flatMap((scope) => [
    scope.id,
    ...(scope.protocolMappers ?? []).map(({ id }) => id),
  ]);
  assert.equal(new Set(ids).size, ids.length);
  const config = { a: 'b' };
  assert.notEqual(mapper('m', 't', config).config, config);
});

test('OIDC Core §11: offline_access is shown on the consent page and has no mappers', () => {
  const scope = offlineAccessScope();
  assert.equal(scope.attributes?.['display.on.consent.screen'], 'true');
  assert.deepEqual(scope.protocolMappers, []);
});
