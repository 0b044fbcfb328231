import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { exportRealm, partialExport, realmSettings } from './realm-export.ts';
import { MASK } from './realm-secrets.ts';

const REALM: StoredRealm = {
  id: 'r',
  realm: 'r',
  futureMember: { kept: true },
  attributes: { 'understudy.device.key': 'device-key', other: 'shown' },
  userFederationProviders: [{ config: { bindCredential: 'hidden-10' } }],
  privateKey: 'hidden-11',
  smtpServer: { host: 'mail', password: 'hidden-1' },
  clients: [
    {
      clientId: 'shop',
      secret: 'hidden-2',
      attributes: {
        'saml.signing.private.key': 'hidden-5',
        'saml.encryption.private.key': 'hidden-6',
        'jwt.credential.private.key': 'hidden-7',
        'saml.signing.certificate': 'shown',
      },
    },
  ],
  identityProviders: [{ alias: 'google', config: { clientSecret: 'hidden-8' } }],
  components: {
    'org.keycloak.keys.KeyProvider': [
      { providerId: 'rsa-generated', config: { privateKey: ['hidden-3'], priority: ['100'] } },
    ],
    'org.keycloak.storage.UserStorageProvider': [
      { providerId: 'ldap', config: { bindCredential: ['hidden-9'], bindDn: ['cn=admin'] } },
    ],
  },
};
const USERS: StoredUser[] = [
  { id: '1', username: 'ann', credentials: [{ type: 'password', value: 'hidden-4' }] },
  { id: '2', username: 'service-account-shop', serviceAccountClientId: 'shop' },
];

test('realm-admin A7: neither the realm nor a partial export shows a secret', () => {
  const texts = [
    realmSettings(REALM, { deviceKey: false }),
    realmSettings(REALM, { deviceKey: true }),
    partialExport(REALM, USERS, { clients: true, groupsAndRoles: true }),
  ].map((value) => JSON.stringify(value));
  for (const text of texts) assert.doesNotMatch(text, /hidden/);
  assert.match(texts[2] ?? '', new RegExp(MASK.replaceAll('*', '\\*')));
});

test('0169: the key that answers prompts is shown on request, and never in a partial export', () => {
  assert.deepEqual(realmSettings(REALM, { deviceKey: true }).attributes, REALM.attributes);
  assert.deepEqual(realmSettings(REALM, { deviceKey: false }).attributes, { other: 'shown' });
  const parts = { clients: true, groupsAndRoles: true };
  assert.deepEqual(partialExport(REALM, USERS, parts).attributes, { other: 'shown' });
  assert.equal(exportRealm(REALM, USERS).attributes?.['understudy.device.key'], 'device-key');
});

test('realm-admin A6: a partial export has no users but service accounts', () => {
  const { users } = partialExport(REALM, USERS, { clients: true, groupsAndRoles: false });
  assert.deepEqual(
    users?.map(({ username }) => username),
    ['service-account-shop'],
  );
  assert.equal(partialExport(REALM, USERS, { clients: false, groupsAndRoles: false }).clients, undefined);
});

test('contract "Realm files": an export has every member that was given, including unknown ones', () => {
  const file = exportRealm(REALM, USERS);
  assert.deepEqual(file['futureMember'], { kept: true });
  assert.equal(file.users?.length, 2);
  assert.equal(file.clients?.[0]?.secret, 'hidden-2');
});
