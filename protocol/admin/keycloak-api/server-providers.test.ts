import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEY_PROVIDER, REGISTRATION_POLICY_TYPE } from '#protocol/contract/settings/component.ts';
import { ACME, openTestThemes } from '#protocol/themes/testing/theme-files.ts';
import { describeComponentTypes, describeProviders, describeThemes } from './server-providers.ts';

const providersOf = (name: string): readonly string[] => {
  const { providers } = describeProviders()[name] as { providers: object };
  return Object.keys(providers);
};

test('Terraform: a realm may name the themes that Keycloak has, and those in the folder of themes', (context) => {
  const { themes } = openTestThemes(context, { ...ACME, 'plain/login/theme.properties': '' });
  const all = describeThemes(themes);
  const names = (type: string) => all[type]?.map(({ name }) => name);
  assert.deepEqual(names('login'), ['base', 'keycloak', 'keycloak.v2', 'acme', 'plain']);
  assert.deepEqual(all['login']?.[3]?.locales, ['en', 'de']);
  for (const type of ['account', 'admin', 'email']) assert.ok(names(type)?.includes('base'), type);
});

test('Terraform: password rules and required actions are known by name, also those without effect', () => {
  for (const rule of ['length', 'upperCase', 'notUsername', 'forceExpiredPasswordChange', 'hashAlgorithm'])
    assert.ok(providersOf('password-policy').includes(rule), rule);
  for (const action of ['UPDATE_PASSWORD', 'webauthn-register', 'delete_account'])
    assert.ok(providersOf('required-action').includes(action), action);
  assert.ok(!providersOf('required-action').includes('none'));
});

test('Keycloak: providers are listed by the name of their interface, each once', () => {
  for (const name of Object.keys(describeProviders())) {
    const ids = providersOf(name);
    assert.ok(ids.length > 0, name);
    assert.equal(new Set(ids).size, ids.length, name);
  }
  assert.ok(providersOf('client-authenticator').includes('client-secret'));
});

test('Terraform: settings of registration policies with several values are known by their type', () => {
  const types = describeComponentTypes() as Record<
    string,
    { id: string; properties: { name: string; type: string }[] }[]
  >;
  const trusted = types[REGISTRATION_POLICY_TYPE]?.find(({ id }) => id === 'trusted-hosts');
  assert.equal(trusted?.properties.find(({ name }) => name === 'trusted-hosts')?.type, 'MultivaluedString');
  assert.ok(types[KEY_PROVIDER]?.some(({ id }) => id === 'rsa-generated'));
});
