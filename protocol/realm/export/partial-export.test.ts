import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { makeKeyComponent } from '#protocol/crypto/key-components.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { normalizeRealm } from '../file/normalize-realm.ts';
import { partialExport } from './partial-export.ts';
import { judgeAsKeycloak } from './testing/keycloak-import.ts';

const NOW = Date.UTC(2026, 0, 1);
const STORAGE = 'org.keycloak.storage.UserStorageProvider';
const MASK = '**********';

let realm: StoredRealm;
let users: readonly StoredUser[];
before(async () => {
  const owner = { realmName: 'r', now: NOW, priority: 100 };
  const rsa = await makeKeyComponent('RS256', owner);
  const hmac = await makeKeyComponent('HS512', owner);
  const imported = { ...rsa, id: 'i', providerId: 'rsa', name: 'imported' };
  ({ realm, users } = normalizeRealm(
    {
      realm: 'r',
      futureMember: true,
      attributes: { 'understudy.device.key': 'hidden-0', other: 'shown' },
      userFederationProviders: [{ config: { bindCredential: 'hidden-1' } }],
      privateKey: 'hidden-2',
      smtpServer: { host: 'mail', password: 'hidden-3' },
      authenticatorConfig: [{ alias: 'a', config: { 'secret.key': 'hidden-4', 'site.key': 'shown' } }],
      identityProviders: [
        { alias: 'google', providerId: 'google', config: { clientSecret: 'hidden-5' } },
        { alias: 'oidc', providerId: 'oidc', config: { clientSecret: '${' + 'vault.oidc}' } },
      ],
      organizations: [{ name: 'o' }],
      components: {
        [KEY_PROVIDER]: [rsa, hmac, imported],
        [STORAGE]: [
          { providerId: 'ldap', name: 'l', config: { bindCredential: ['hidden-6'], bindDn: ['cn=a'] } },
        ],
      },
      roles: {
        realm: [{ name: 'clerk' }, { name: 'boss', composites: { client: { shop: ['sell'] } } }],
        client: { shop: [{ name: 'sell' }] },
      },
      groups: [{ name: 'staff', clientRoles: { shop: ['sell'] } }],
      defaultGroups: ['/staff'],
      clientScopes: [{ name: 'cart', protocol: 'openid-connect' }],
      clients: [
        {
          clientId: 'shop',
          secret: 'hidden-7',
          serviceAccountsEnabled: true,
          defaultClientScopes: ['cart'],
          attributes: {
            'saml.signing.private.key': 'hidden-8',
            'client.secret.rotated': 'hidden-9',
            'saml.signing.certificate': 'shown',
          },
        },
      ],
      scopeMappings: [
        { client: 'shop', roles: ['clerk'] },
        { clientScope: 'cart', roles: ['clerk'] },
      ],
      clientScopeMappings: {
        shop: [
          { client: 'shop', roles: ['sell'] },
          { clientScope: 'cart', roles: ['sell'] },
        ],
      },
      users: [
        { username: 'ann', credentials: [{ type: 'password', value: 'hidden' }] },
        {
          username: 'service-account-shop',
          serviceAccountClientId: 'shop',
          realmRoles: ['clerk'],
          clientRoles: { shop: ['sell'] },
          groups: ['/staff'],
          credentials: [{ type: 'password', value: 'hidden' }],
        },
      ],
    },
    { now: () => NOW },
  ));
});

const PARTS = [true, false].flatMap((clients) =>
  [true, false].map((groupsAndRoles) => ({ clients, groupsAndRoles })),
);

for (const parts of PARTS)
  test(`Keycloak import: a partial export with ${JSON.stringify(parts)} is accepted and shows no secret`, () => {
    const file = partialExport(realm, users, parts, NOW);
    assert.deepEqual(judgeAsKeycloak(file, { isPartial: true, now: NOW }), []);
    assert.doesNotMatch(JSON.stringify(file), /hidden/);
    assert.equal(file['futureMember'], undefined);
    assert.equal(file['organizations'], undefined);
    assert.deepEqual(file.attributes, { other: 'shown' });
  });

test('Keycloak partial export: generated keys leave their settings only, and imported keys nothing', () => {
  const { components } = partialExport(realm, users, { clients: true, groupsAndRoles: true }, NOW);
  const keys = components?.[KEY_PROVIDER] ?? [];
  assert.deepEqual(
    keys.map(({ providerId }) => providerId),
    ['rsa-generated', 'hmac-generated'],
  );
  assert.deepEqual(keys[0]?.config, { priority: ['100'], algorithm: ['RS256'], keySize: ['2048'] });
  assert.deepEqual(components?.[STORAGE]?.[0]?.config, { bindCredential: [MASK], bindDn: ['cn=a'] });
});

test('Keycloak partial export: secrets are masked where it masks them, and left out elsewhere', () => {
  const file = partialExport(realm, users, { clients: true, groupsAndRoles: true }, NOW);
  const shop = file.clients?.find(({ clientId }) => clientId === 'shop');
  assert.equal(shop?.secret, MASK);
  assert.equal(shop?.attributes?.['client.secret.rotated'], MASK);
  assert.equal(shop?.attributes?.['saml.signing.private.key'], undefined);
  assert.deepEqual(file['smtpServer'], { host: 'mail', password: MASK });
  assert.deepEqual(file.authenticatorConfig, [{ alias: 'a', config: { 'site.key': 'shown' } }]);
  assert.equal(file['privateKey'], undefined);
  const [google, oidc] = file['identityProviders'] as { config: { clientSecret: string } }[];
  assert.deepEqual([google?.config.clientSecret, oidc?.config.clientSecret], [MASK, '${' + 'vault.oidc}']);
});

test('realm-admin A6: a partial export has no users but service accounts, and these without credentials', () => {
  const [account, ...others] =
    partialExport(realm, users, { clients: true, groupsAndRoles: true }, NOW).users ?? [];
  assert.deepEqual(others, []);
  assert.equal(account?.username, 'service-account-shop');
  assert.equal(account?.credentials, undefined);
  assert.deepEqual([account?.clientRoles, account?.groups], [{ shop: ['sell'] }, ['/staff']]);
});

test('Keycloak partial export: without clients, nothing of them is left', () => {
  const file = partialExport(realm, users, { clients: false, groupsAndRoles: true }, NOW);
  assert.deepEqual([file.clients, file.users, file.roles?.client], [undefined, undefined, undefined]);
  assert.doesNotMatch(JSON.stringify(file), /shop/);
  assert.deepEqual(file.groups?.[0]?.clientRoles, {});
  assert.ok(file.scopeMappings?.every(({ client }) => client === undefined));
  assert.deepEqual(file.clientScopeMappings, {});
});

test('Keycloak partial export: without groups and roles, nothing refers to them', () => {
  const file = partialExport(realm, users, { clients: true, groupsAndRoles: false }, NOW);
  assert.deepEqual([file.groups, file.roles, file.defaultGroups], [undefined, undefined, undefined]);
  const [account] = file.users ?? [];
  assert.deepEqual(
    [account?.realmRoles, account?.clientRoles, account?.groups],
    [undefined, undefined, undefined],
  );
  assert.doesNotMatch(JSON.stringify(file), /clerk|"sell"|staff/);
  assert.equal(file.defaultRole?.name, 'default-roles-r');
});
