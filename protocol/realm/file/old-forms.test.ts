import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import { normalizeRealm } from './normalize-realm.ts';
import { readOldForms } from './old-forms.ts';
import { RealmFileError } from './realm-file-error.ts';

const normalize = (file: object) =>
  normalizeRealm({ realm: 'shop', ...file } as RealmRepresentation, { now: () => 0 });
const clientOf = (file: object, clientId: string) =>
  normalize(file).realm.clients?.find((client) => client.clientId === clientId);

test('Keycloak 1: applications are clients', () => {
  const file = { applications: [{ name: 'app', bearerOnly: true, claims: 7, baseUrl: '/app' }] };
  const client = clientOf(file, 'app');
  assert.equal(client?.bearerOnly, true);
  assert.equal(client?.baseUrl, '/app');
  assert.equal(client?.name, undefined);
});

test('Keycloak 1: oauthClients are clients that ask for consent', () => {
  const client = clientOf({ oauthClients: [{ name: 'third', secret: 's' }] }, 'third');
  assert.equal(client?.consentRequired, true);
  assert.equal(client?.fullScopeAllowed, false);
  assert.equal(client?.secret, 's');
});

test('Keycloak 1: a client of the same name counts, and the old member is kept for the export', () => {
  const file = {
    clients: [{ clientId: 'app', baseUrl: '/new' }],
    applications: [{ name: 'app', baseUrl: '/old' }],
  };
  assert.equal(clientOf(file, 'app')?.baseUrl, '/new');
  assert.deepEqual(normalize(file).realm['applications'], file.applications);
});

test('Keycloak 1: roles, composites, role mappings and scope mappings of applications are those of clients', () => {
  const { realm, users } = normalize({
    applications: [{ name: 'app' }],
    roles: {
      realm: [{ name: 'boss', composites: { application: { app: ['read'] } } }],
      application: { app: [{ name: 'read' }] },
    },
    applicationScopeMappings: { app: [{ client: 'app', roles: ['read'] }] },
    users: [{ username: 'u', applicationRoles: { app: ['read'] } }],
  });
  assert.deepEqual(
    realm.roles?.client?.['app']?.map(({ name }) => name),
    ['read'],
  );
  assert.deepEqual(realm.roles?.realm?.find(({ name }) => name === 'boss')?.composites?.client, {
    app: ['read'],
  });
  assert.deepEqual(realm.clientScopeMappings?.['app'], [{ client: 'app', roles: ['read'] }]);
  assert.deepEqual(users[0]?.clientRoles, { app: ['read'] });
});

test('Keycloak 1: directGrantsOnly turns the browser flow off and the password grant on', () => {
  const client = clientOf({ clients: [{ clientId: 'app', directGrantsOnly: true }] }, 'app');
  assert.equal(client?.standardFlowEnabled, false);
  assert.equal(client?.directAccessGrantsEnabled, true);
});

test('Keycloak 2 to 6: a hash beside its parameters is a password', async () => {
  const salt = Buffer.from('0123456789abcdef');
  const hash = pbkdf2Sync('alice', salt, 27_500, 64, 'sha256').toString('base64');
  const { users } = normalize({
    users: [
      {
        username: 'alice',
        credentials: [
          {
            type: 'password',
            hashedSaltedValue: hash,
            salt: salt.toString('base64'),
            hashIterations: 27_500,
            algorithm: 'pbkdf2-sha256',
            counter: 0,
          },
        ],
      },
    ],
  });
  const credential = users[0]?.credentials?.[0];
  assert.ok(credential);
  assert.equal(await verifyPasswordHash('alice', credential), true);
  assert.equal(await verifyPasswordHash('bob', credential), false);
  assert.equal(credential['hashedSaltedValue'], undefined);
});

test('Keycloak 2 to 6: a time-based code beside its parameters is an authenticator app', () => {
  const old = { type: 'totp', hashedSaltedValue: 'secret', digits: 8, period: 40, algorithm: 'HmacSHA256' };
  const { users } = normalize({ users: [{ username: 'u', credentials: [old] }] });
  const credential = users[0]?.credentials?.[0];
  assert.equal(credential?.type, 'otp');
  assert.deepEqual(JSON.parse(credential?.secretData ?? ''), { value: 'secret' });
  assert.deepEqual(JSON.parse(credential?.credentialData ?? ''), {
    subType: 'totp',
    digits: 8,
    counter: 0,
    period: 40,
    algorithm: 'HmacSHA256',
  });
});

test('a plain password and a hash in the new form are left as they are', () => {
  for (const credential of [
    { type: 'password', value: 'plain', hashedSaltedValue: 'old' },
    { type: 'password', hashedSaltedValue: 'old', secretData: '{}', credentialData: '{}' },
  ]) {
    const file = { realm: 'r', users: [{ username: 'u', credentials: [credential] }] };
    assert.equal(readOldForms(file), file);
  }
});

test('a file without old members is the same object', () => {
  const file = { realm: 'r', clients: [{ clientId: 'c' }], users: [{ username: 'u' }], roles: { realm: [] } };
  assert.equal(readOldForms(file), file);
});

for (const file of [
  { applications: 'x' },
  { applications: [7] },
  { applications: [{ name: 7 }] },
  { clients: 'x', applications: [{ name: 'app' }] },
  { roles: 'x' },
  { roles: { application: 'x' } },
  { users: [7] },
  { users: [{ username: 'u', credentials: [{ type: 'password', hashedSaltedValue: {} }] }] },
  { users: [{ username: 'u', applicationRoles: 'x' }] },
]) {
  test(`bad input: ${JSON.stringify(file)} is refused by name or ignored, never a crash`, () => {
    try {
      normalize(file);
    } catch (error) {
      assert.ok(error instanceof RealmFileError, String(error));
    }
  });
}
