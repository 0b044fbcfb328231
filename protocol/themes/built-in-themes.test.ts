import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILT_IN_THEMES, DEFAULT_THEME } from './built-in-themes.ts';

const propertiesOf = (name: string) => BUILT_IN_THEMES.get(name)?.properties ?? {};

test('Keycloak 26: pages of realms without a theme have the class names of keycloak.v2, those of keycloak have PatternFly 4', () => {
  assert.equal(DEFAULT_THEME, 'keycloak.v2');
  for (const [theme, name, classes] of [
    ['keycloak.v2', 'kcLoginMain', 'pf-v5-c-login__main'],
    ['keycloak.v2', 'kcInputClass', 'pf-v5-c-form-control'],
    ['keycloak.v2', 'kcButtonPrimaryClass', 'pf-v5-c-button pf-m-primary'],
    ['keycloak', 'kcLoginClass', 'login-pf-page'],
    ['keycloak', 'kcFormCardClass', 'card-pf'],
    ['keycloak', 'kcInputClass', 'pf-c-form-control'],
  ] as const)
    assert.equal(propertiesOf(theme)[name], classes);
  assert.deepEqual(propertiesOf('base'), {});
});

test('class names contain nothing that would end an attribute', () => {
  for (const { properties } of BUILT_IN_THEMES.values())
    for (const [name, value] of Object.entries(properties)) assert.match(value, /^[\w ./-]+$/, name);
});
