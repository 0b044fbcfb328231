import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRealm } from '#protocol/store/store.ts';
import {
  findIdentityProvider,
  listIdentityProviders,
  listOfferedProviders,
  listProviderMappers,
} from './identity-providers.ts';

const realmWith = (identityProviders: unknown, identityProviderMappers: unknown = []) => ({
  stored: { id: 'r', realm: 'r', identityProviders, identityProviderMappers } as unknown as StoredRealm,
});

test('Keycloak realm file: what a provider does not say has its default', () => {
  assert.deepEqual(listIdentityProviders(realmWith([{ alias: 'gh', providerId: 'github' }])), [
    {
      alias: 'gh',
      type: 'github',
      name: 'GitHub',
      enabled: true,
      isHidden: false,
      isLinkOnly: false,
      acceptsPassive: false,
      trustsEmail: false,
      storesToken: false,
      grantsReadToken: false,
      firstLoginFlow: undefined,
      postLoginFlow: undefined,
      syncMode: 'LEGACY',
      config: {},
    },
  ]);
});

test('Keycloak sign-in page: a provider is called by its display name, its network, or its alias', () => {
  const names = listIdentityProviders(
    realmWith([
      { alias: 'a', providerId: 'google', displayName: 'Company' },
      { alias: 'b', providerId: 'google', displayName: ' ' },
      { alias: 'c', providerId: 'oidc' },
      { alias: 'd', providerId: 'vendor' },
    ]),
  ).map(({ name }) => name);
  assert.deepEqual(names, ['Company', 'Google', 'c', 'd']);
});

test('Keycloak sign-in page: providers that are disabled, hidden (in both forms) or for links only are not offered', () => {
  const realm = realmWith([
    { alias: 'a', providerId: 'oidc', config: { guiOrder: '2' } },
    { alias: 'b', providerId: 'oidc', enabled: false },
    { alias: 'c', providerId: 'oidc', hideOnLogin: true },
    { alias: 'd', providerId: 'oidc', config: { hideOnLoginPage: 'true' } },
    { alias: 'e', providerId: 'oidc', linkOnly: true },
    { alias: 'f', providerId: 'oidc', config: { guiOrder: 'x' } },
    { alias: 'g', providerId: 'oidc', config: { guiOrder: '1', hideOnLoginPage: '' } },
  ]);
  assert.deepEqual(
    listOfferedProviders(realm).map(({ alias }) => alias),
    ['g', 'a', 'f'],
  );
  assert.equal(findIdentityProvider(realm, 'c')?.isHidden, true);
  assert.equal(findIdentityProvider(realm, 'z'), undefined);
});

test('mappers inherit the sync mode of their provider, and belong to it alone', () => {
  const mapper = (name: string, alias: string, config?: object) => ({
    name,
    identityProviderAlias: alias,
    identityProviderMapper: 'hardcoded-attribute-idp-mapper',
    config,
  });
  const realm = realmWith(
    [{ alias: 'a', providerId: 'oidc', config: { syncMode: 'FORCE' } }],
    [
      mapper('1', 'a', { syncMode: 'INHERIT', attribute: 'x', count: 3 }),
      mapper('2', 'b'),
      mapper('3', 'a', { syncMode: 'IMPORT' }),
      mapper('4', 'a'),
    ],
  );
  const provider = findIdentityProvider(realm, 'a') ?? assert.fail();
  assert.deepEqual(
    listProviderMappers(realm, provider).map(({ name, syncMode }) => [name, syncMode]),
    [
      ['1', 'FORCE'],
      ['3', 'IMPORT'],
      ['4', 'FORCE'],
    ],
  );
  assert.equal(listProviderMappers(realm, provider)[0]?.config['count'], '3');
});

test('bad input: whatever is no provider is passed over', () => {
  for (const providers of [undefined, 'x', {}, [null, 1, 'a', {}, { alias: '' }, { alias: 7 }]])
    assert.deepEqual(listIdentityProviders(realmWith(providers)), [], JSON.stringify(providers));
  assert.deepEqual(
    listIdentityProviders(realmWith([{ alias: 'a', config: [1], providerId: 3 }]))[0]?.config,
    {},
  );
});
