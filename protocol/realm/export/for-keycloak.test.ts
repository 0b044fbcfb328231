import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { makeKeyComponent } from '#protocol/crypto/key-components.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { normalizeRealm } from '../file/normalize-realm.ts';
import { parseRealmFile } from '../file/realm-file.ts';
import { createMasterRealm } from '../master-realm.ts';
import { exportRealm } from './export-realm.ts';
import { reportForKeycloak, writeForKeycloak } from './for-keycloak.ts';
import { partialExport } from './partial-export.ts';
import { judgeAsKeycloak } from './testing/keycloak-import.ts';

const NOW = Date.UTC(2026, 0, 1);
const clock = { now: () => NOW };

/** The export of a realm as it is after the import of a file and a change of its users. */
function written(file: Partial<RealmRepresentation>, changes: Partial<StoredUser> = {}) {
  const { realm, users } = normalizeRealm({ realm: 'r', ...file }, clock);
  const own = exportRealm(
    realm,
    users.map((user) => ({ ...user, ...changes })),
  );
  return { own, ...writeForKeycloak(own, { now: NOW }) };
}

const FIXTURES = join(import.meta.dirname, '../../../fixtures/realms');
const fixtures = readdirSync(FIXTURES).flatMap(
  (name) => parseRealmFile(readFileSync(join(FIXTURES, name), 'utf8'), {}).realms,
);

for (const fixture of fixtures)
  test(`Keycloak import: the realm ${fixture.realm} is accepted, whole and in parts, with nothing left out`, () => {
    const { file, report } = written(fixture);
    assert.deepEqual(judgeAsKeycloak(file, { now: NOW }), []);
    for (const { message } of report)
      assert.match(message, /A setting of Understudy|placeholder for its own address/);
    const { realm, users } = normalizeRealm(fixture, clock);
    const part = partialExport(realm, users, { clients: true, groupsAndRoles: true }, NOW);
    assert.deepEqual(judgeAsKeycloak(part, { isPartial: true, now: NOW }), []);
  });

test('Keycloak import: an empty realm and a new master realm are accepted', () => {
  assert.deepEqual(judgeAsKeycloak(written({}).file), []);
  const { realm, users } = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
  const { file, report } = writeForKeycloak(exportRealm(realm, users), { now: NOW });
  assert.deepEqual(judgeAsKeycloak(file), []);
  assert.deepEqual(report, []);
});

test('Keycloak import: keys of every kind are exported with their sizes', async () => {
  const keys = [];
  for (const algorithm of ['RS256', 'RSA-OAEP', 'HS512', 'ES384', 'EdDSA'])
    keys.push(await makeKeyComponent(algorithm, { realmName: 'r', now: NOW, priority: 100 }));
  const withoutSizes = keys.map(({ config = {}, ...key }) => {
    const { keySize, secretSize, ...rest } = config;
    return { ...key, config: rest };
  });
  const { file, report } = written({ components: { [KEY_PROVIDER]: withoutSizes } });
  assert.deepEqual(judgeAsKeycloak(file, { now: NOW }), []);
  assert.deepEqual(report, []);
  const [first] = file.components?.[KEY_PROVIDER] ?? [];
  assert.deepEqual(first?.config?.['keySize'], ['2048']);
  assert.deepEqual(first?.config?.['privateKey'], keys[0]?.config?.['privateKey']);
});

test('Keycloak import: a plain password of a realm file is exported as its hash, also of unusual credentials', () => {
  const credentials = [
    { type: 'password', value: 'plain-1' },
    { value: 'plain-2' },
    { type: 'otp', value: 'plain-3' },
    { type: 'password', value: 'plain-4', hashedSaltedValue: 'x', salt: 'y', hashIterations: 1 },
  ];
  const user = { username: 'ann', credentials };
  const { own, file, report } = written({ users: [user], federatedUsers: [{ ...user, id: 'f' }] });
  assert.deepEqual(judgeAsKeycloak(file), []);
  assert.doesNotMatch(JSON.stringify([own, file]).replaceAll('plain-3', ''), /plain-/);
  assert.doesNotMatch(JSON.stringify(file), /plain-/);
  assert.equal(file.users?.[0]?.credentials?.length, 3);
  assert.match(report[0]?.path ?? '', /^users\[0\]\.credentials\[2\]$/);
});

test('Keycloak import: members of Keycloak 1 that the import reads are not exported twice', () => {
  const { own, file, report } = written({
    applications: [{ name: 'shop', enabled: true }],
    oauthClients: [{ name: 'page', enabled: true }],
    defaultRoles: ['user'],
    clients: [{ clientId: 'till', defaultRoles: ['seller'], directGrantsOnly: true }],
    clientTemplates: [{ name: 't' }],
    roles: { application: { shop: [{ name: 'buyer' }] } },
    applicationScopeMappings: { shop: [{ client: 'page', roles: ['buyer'] }] },
    users: [{ username: 'ann', applicationRoles: { shop: ['buyer'] } }],
  });
  assert.deepEqual(judgeAsKeycloak(file), []);
  assert.ok(own['applications'] && own['defaultRoles']);
  const names = file.clients?.map(({ clientId }) => clientId);
  assert.ok(['shop', 'page', 'till'].every((name) => names?.includes(name)));
  assert.deepEqual(file.users?.[0]?.clientRoles, { shop: ['buyer'] });
  assert.deepEqual(report.map(({ path }) => path).sort(), [
    'applicationScopeMappings',
    'applications',
    'clientTemplates',
    'clients[0].directGrantsOnly',
    'oauthClients',
    'roles.application',
    'users[0].applicationRoles',
  ]);
});

test('Keycloak import: defaults that it reads differently are written', () => {
  const stored = { id: 'r', realm: 'r', defaultRole: { name: 'd' }, roles: { realm: [{ name: 'd' }] } };
  const { file } = writeForKeycloak(
    { ...stored, users: [{ username: 'ann' }], scopeMappings: [{ client: 'x' }], clients: [] },
    { now: NOW },
  );
  assert.equal(file.enabled, true);
  assert.deepEqual(file.users, [{ username: 'ann', enabled: true, emailVerified: false }]);
  const { file: flows } = written({ authenticationFlows: [{ alias: 'a' }] });
  assert.deepEqual(flows['authenticationFlows'], [{ authenticationExecutions: [], alias: 'a' }]);
});

test('Keycloak import: group paths are written without escapes, and read again', () => {
  const groups = [{ name: 'r/d', subGroups: [{ name: 'lab' }] }];
  const { file, report } = written({
    groups,
    defaultGroups: ['/r~/d'],
    users: [{ username: 'ann', groups: ['/r~/d/lab'] }],
  });
  assert.deepEqual(judgeAsKeycloak(file), []);
  assert.deepEqual([file.defaultGroups, file.users?.[0]?.groups], [['/r/d'], ['/r/d/lab']]);
  assert.deepEqual(report, []);
  const again = written({ ...file, id: 'again' });
  assert.deepEqual(again.own.users?.[0]?.groups, ['/r~/d/lab']);
});

test('bad input: a file that Keycloak would refuse from end to end is exported so that it accepts it', () => {
  const { file, report } = written(
    {
      colour: 'red',
      sslRequired: 'maybe',
      passwordPolicy: 'length(8) and strength(9)',
      failureFactor: -1,
      otpSupportedApplications: 'app',
      browserFlow: 'sso',
      userManagedAccessAllowed: 'perhaps',
      authenticatorConfig: [{ config: {} }],
      identityProviders: [{ alias: 'i', providerId: 'quantum' }],
      components: {
        'org.keycloak.storage.UserStorageProvider': [{ providerId: 'quantum', config: {} }],
        [KEY_PROVIDER]: [{ providerId: 'rsa', name: 'broken', config: { privateKey: ['**********'] } }],
      },
      clients: [
        {
          clientId: 'shop',
          secret: '**********',
          redirectUris: ['http://a b', 'http://c/#d', 'http://ok/*'],
          authenticationFlowBindingOverrides: { browser: 'none' },
          protocolMappers: [
            { name: 'm', protocolMapper: 'x' },
            { name: 'm', protocolMapper: 'y' },
          ],
        },
      ],
      scopeMappings: [{ client: 'none', roles: ['clerk'] }],
      users: [{ username: 'ann', groups: ['/none'] }],
    },
    { clientConsents: [{ clientId: 'none' }] },
  );
  assert.deepEqual(judgeAsKeycloak(file, { now: NOW }), []);
  const shop = file.clients?.find(({ clientId }) => clientId === 'shop');
  assert.deepEqual(shop?.redirectUris, ['http://ok/*']);
  assert.equal(shop?.protocolMappers?.length, 1);
  assert.equal(file.passwordPolicy, 'length(8)');
  assert.ok(report.length >= 18);
  for (const { path, message } of report) {
    assert.notEqual(path, '');
    assert.match(message, /\.$/);
  }
});

test('Keycloak import: attributes of Understudy are kept and reported', () => {
  const attributes = { 'understudy.oneClickSignIn': 'true', clientInitialAccess: '[]', other: 'x' };
  const { realm, users } = normalizeRealm({ realm: 'r', attributes }, clock);
  assert.deepEqual(writeForKeycloak(exportRealm(realm, users), { now: NOW }).file.attributes, attributes);
  assert.deepEqual(
    reportForKeycloak(realm, users, NOW).map(({ path }) => path),
    ['attributes.understudy.oneClickSignIn', 'attributes.clientInitialAccess'],
  );
});

test('an export does not change the stored realm', () => {
  const { realm, users } = normalizeRealm(fixtures[0] ?? { realm: 'r' }, clock);
  const before = JSON.stringify([realm, users]);
  writeForKeycloak(exportRealm(realm, users), { now: NOW });
  assert.equal(JSON.stringify([realm, users]), before);
});
