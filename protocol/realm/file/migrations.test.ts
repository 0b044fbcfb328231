import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { MIGRATED_VERSION, MIGRATIONS } from './migrations.ts';
import { normalizeRealm } from './normalize-realm.ts';

const normalize = (file: Partial<RealmRepresentation>) =>
  normalizeRealm({ realm: 'shop', ...file }, { now: () => 0 }).realm;

/** A realm as Keycloak of a version exports it: with scopes of its own. */
const exportOf = (keycloakVersion: string | undefined, client: Partial<ClientRepresentation> = {}) =>
  normalize({
    ...(keycloakVersion === undefined ? {} : { keycloakVersion }),
    clientScopes: [{ name: 'email' }],
    defaultDefaultClientScopes: ['email'],
    clients: [{ clientId: 'app', defaultClientScopes: ['email'], optionalClientScopes: [], ...client }],
  });

const clientOf = (realm: RealmRepresentation, clientId = 'app') =>
  realm.clients?.find((client) => client.clientId === clientId);

const SCOPES: readonly (readonly [version: string, names: readonly string[]])[] = [
  ['4.5.0', ['email', 'roles', 'web-origins', 'acr', 'basic']],
  ['4.6.0', ['email', 'acr', 'basic']],
  ['17.0.1', ['email', 'acr', 'basic']],
  ['18.0.0', ['email', 'basic']],
  ['24.0.5', ['email', 'basic']],
  ['25.0.0', ['email']],
  ['26.8.0', ['email']],
];
for (const [version, names] of SCOPES) {
  test(`Keycloak migration: the clients of a realm of Keycloak ${version} get ${names.join(', ')}`, () => {
    assert.deepEqual(clientOf(exportOf(version))?.defaultClientScopes, names);
  });
}

test('Keycloak migration: a file without keycloakVersion gets every addition', () => {
  const realm = exportOf(undefined);
  assert.deepEqual(clientOf(realm)?.defaultClientScopes, ['email', 'roles', 'web-origins', 'acr', 'basic']);
  assert.deepEqual(clientOf(realm)?.optionalClientScopes, [
    'offline_access',
    'microprofile-jwt',
    'organization',
  ]);
  assert.deepEqual(realm.defaultDefaultClientScopes, ['email', 'roles', 'web-origins', 'acr', 'basic']);
});

for (const [text, isBefore25] of [
  ['24.0.5', true],
  ['25.0.0', false],
  ['25.0.0-SNAPSHOT', false],
  ['7.6.3.GA', true],
  ['7.2.1.GA', true],
  ['999.0.0-SNAPSHOT', false],
  ['unknown', true],
] as const) {
  test(`Keycloak migration: version ${text} is ${isBefore25 ? 'older than' : 'not older than'} 25.0.0`, () => {
    assert.equal(clientOf(exportOf(text))?.defaultClientScopes?.includes('basic'), isBefore25);
  });
}

test('Keycloak migration: a scope that the file has is assigned to nobody', () => {
  const realm = normalize({
    keycloakVersion: '24.0.0',
    clientScopes: [{ name: 'basic', description: 'ours' }],
    clients: [{ clientId: 'app', defaultClientScopes: [] }],
  });
  assert.equal(realm.clientScopes?.filter(({ name }) => name === 'basic').length, 1);
  assert.deepEqual(clientOf(realm)?.defaultClientScopes, []);
});

test('Keycloak migration: bearer-only and SAML clients get no scopes of OpenID Connect', () => {
  for (const client of [{ bearerOnly: true }, { protocol: 'saml' }])
    assert.deepEqual(clientOf(exportOf('3.4.3', client))?.defaultClientScopes, ['email']);
});

const ENCRYPTED = { protocol: 'saml', attributes: { 'saml.encrypt': 'true' } };

test('Keycloak migration: a SAML client that encrypts keeps the algorithms from before 26.4', () => {
  const attributes = clientOf(exportOf('25.0.6', ENCRYPTED))?.attributes;
  assert.equal(attributes?.['saml.encryption.algorithm'], 'http://www.w3.org/2001/04/xmlenc#aes128-cbc');
  assert.equal(
    attributes?.['saml.encryption.keyAlgorithm'],
    'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  );
  assert.equal(attributes?.['saml.encryption.digestMethod'], 'http://www.w3.org/2000/09/xmldsig#sha1');
});

test('Keycloak migration: since 26.4, for a chosen algorithm and without encryption nothing is pinned', () => {
  const pinned = (version: string, attributes: Record<string, string>) =>
    clientOf(exportOf(version, { protocol: 'saml', attributes }))?.attributes?.['saml.encryption.algorithm'];
  const own = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
  assert.equal(pinned('26.4.0', { 'saml.encrypt': 'true' }), undefined);
  assert.equal(pinned('25.0.0', { 'saml.encrypt': 'false' }), undefined);
  assert.equal(pinned('25.0.0', { 'saml.encrypt': 'true', 'saml.encryption.algorithm': own }), own);
});

test('Keycloak migration: required actions are added to a list, and only to a list', () => {
  const action = { alias: 'UPDATE_PASSWORD', providerId: 'UPDATE_PASSWORD', priority: 7 };
  const aliases = normalize({ keycloakVersion: '8.0.0', requiredActions: [action] }).requiredActions?.map(
    ({ alias }) => alias,
  );
  assert.deepEqual(aliases, ['UPDATE_PASSWORD', 'update_user_locale', 'delete_credential', 'idp_link']);
  assert.equal(normalize({ keycloakVersion: '8.0.0' }).requiredActions, undefined);
});

test('Keycloak migration: a mapper without the switch for userinfo follows the one for ID tokens', () => {
  const mapper = (config: Record<string, string>) => ({
    name: 'm',
    protocolMapper: 'oidc-hardcoded-claim-mapper',
    config,
  });
  const realm = exportOf('2.2.0', {
    protocolMappers: [
      mapper({ 'id.token.claim': 'true' }),
      mapper({ 'id.token.claim': 'true', 'userinfo.token.claim': 'false' }),
      mapper({}),
    ],
  });
  assert.deepEqual(
    clientOf(realm)?.protocolMappers?.map(({ config }) => config?.['userinfo.token.claim']),
    ['true', 'false', undefined],
  );
});

test('Keycloak migration: a client with a service account gets the client scope service_account', () => {
  const realm = exportOf('26.0.0', { serviceAccountsEnabled: true });
  assert.deepEqual(clientOf(realm)?.defaultClientScopes, ['email', 'service_account']);
  assert.equal(realm.defaultDefaultClientScopes?.includes('service_account'), false);
});

test('an export of a migrated realm is not migrated again', () => {
  const realm = exportOf('4.0.0');
  assert.equal(realm.keycloakVersion, MIGRATED_VERSION);
  const trimmed = { ...realm, clients: [{ clientId: 'app', defaultClientScopes: ['email'] }] };
  assert.deepEqual(clientOf(normalize(trimmed))?.defaultClientScopes, ['email']);
});

test('migrations are listed in the order of their versions', () => {
  const numbers = MIGRATIONS.map(({ version }) => {
    const [major = 0, minor = 0, micro = 0] = version.split('.').map(Number);
    return major * 1e6 + minor * 1e3 + micro;
  });
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => a - b),
  );
});
