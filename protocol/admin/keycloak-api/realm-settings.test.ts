import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRealm } from '#protocol/store/store.ts';
import { MASK } from './realm-secrets.ts';
import { maskedComponent, realmSettings } from './realm-settings.ts';

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
test('realm-admin A7: the realm shows no secret', () => {
  for (const deviceKey of [true, false])
    assert.doesNotMatch(JSON.stringify(realmSettings(REALM, { deviceKey })), /hidden/);
});

test('0169: the key that answers prompts is shown on request', () => {
  assert.deepEqual(realmSettings(REALM, { deviceKey: true }).attributes, REALM.attributes);
  assert.deepEqual(realmSettings(REALM, { deviceKey: false }).attributes, { other: 'shown' });
});

test('realm-admin A7: a component is shown with its secrets masked', () => {
  const component = { providerId: 'ldap', config: { bindCredential: ['hidden'], bindDn: ['cn=admin'] } };
  assert.deepEqual(maskedComponent(component).config, { bindCredential: [MASK], bindDn: ['cn=admin'] });
});
