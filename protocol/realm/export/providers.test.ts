// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
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

test('Keycloak import: addresses of identity providers are URLs, so the placeholder for this server is replaced', () => {
  const { report, list } = createFindings();
  const config = {
    issuer: '${authBaseUrl}/realms/staff',
    tokenUrl: '${authBaseUrl}/realms/staff/token',
    logoutUrl: 'https://sso.test/logout',
    clientSecret: '${vault.staff}',
    unusual: 1,
  };
  const file: RealmRepresentation = {
    realm: 'r',
    identityProviders: [
      { alias: 'a', providerId: 'oidc' },
      { alias: 'b', providerId: 'keycloak-oidc', config },
    ],
  };
  assert.deepEqual(withoutExtensions(file, report)['identityProviders'], [
    { alias: 'a', providerId: 'oidc' },
    {
      alias: 'b',
      providerId: 'keycloak-oidc',
      config: {
        ...config,
        issuer: 'http://localhost:8080/realms/staff',
        tokenUrl: 'http://localhost:8080/realms/staff/token',
      },
    },
  ]);
  assert.deepEqual(
    list().map(({ path }) => path),
    ['identityProviders[1].config.issuer', 'identityProviders[1].config.tokenUrl'],
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
