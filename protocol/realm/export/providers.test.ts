import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createFindings } from './findings.ts';
import { reportNeeds, withoutExtensions } from './providers.ts';

const STORAGE = 'org.keycloak.storage.UserStorageProvider';
const MAPPER = 'org.keycloak.storage.ldap.mappers.LDAPStorageMapper';

test('Keycloak import: components and identity providers that it lacks are left out at every depth', () => {
  const { report, list } = createFindings();
  const mappers = { [MAPPER]: [{ providerId: 'quantum' }, { providerId: 'group-ldap-mapper' }] };
  const file: RealmRepresentation = {
    realm: 'r',
    components: {
      [STORAGE]: [{ providerId: 'ldap', subComponents: mappers }, { providerId: 'quantum' }],
      'com.example.Provider': [{ providerId: 'ldap' }],
      constructor: [{ providerId: 'name' }],
    },
    identityProviders: [
      { alias: 'a', providerId: 'oidc' },
      { alias: 'b', providerId: 'linkedin' },
      { alias: 'c' },
    ],
  };
  assert.deepEqual(withoutExtensions(file, report), {
    realm: 'r',
    components: {
      [STORAGE]: [{ providerId: 'ldap', subComponents: { [MAPPER]: [{ providerId: 'group-ldap-mapper' }] } }],
    },
    identityProviders: [{ alias: 'a', providerId: 'oidc' }],
  });
  assert.deepEqual(
    list().map(({ path }) => path),
    [
      `components.${STORAGE}[0].subComponents.${MAPPER}[0]`,
      `components.${STORAGE}[1]`,
      'components.com.example.Provider[0]',
      'components.constructor[0]',
      'identityProviders[1]',
      'identityProviders[2]',
    ],
  );
});

test('what a file needs of Keycloak, and what is of Understudy alone, is reported', () => {
  const { report, list } = createFindings();
  reportNeeds(
    {
      id: 'a',
      realm: 'a:b',
      passwordPolicy: 'passwordBlacklist(bad.txt)',
      components: {
        'org.keycloak.keys.KeyProvider': [{ providerId: 'rsa' }, { providerId: 'java-keystore' }],
      },
      attributes: { 'understudy.device.rules': '[]', 'acr.loa.map': '{}' },
    },
    report,
  );
  assert.deepEqual(
    list().map(({ path }) => path),
    [
      'realm',
      'components.org.keycloak.keys.KeyProvider[1]',
      'passwordPolicy',
      'attributes.understudy.device.rules',
    ],
  );
});
