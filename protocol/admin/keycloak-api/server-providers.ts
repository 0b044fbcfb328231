// What server info says that a realm can use: themes, providers, types of components. Tools check names against it.
import {
  KEY_PROVIDER,
  REGISTRATION_POLICY_TYPE,
  USER_STORAGE_TYPE,
} from '#protocol/contract/settings/component.ts';
import { KEPT_PASSWORD_RULES, PASSWORD_RULES } from '#protocol/contract/settings/password-policy.ts';
import { KEY_PROVIDERS } from '#protocol/crypto/key-providers.ts';
import type { Themes } from '#protocol/themes/themes.ts';
import { listAuthenticators } from './authenticator-table.ts';
import { listRegistrationPolicies } from './client-registration-providers.ts';
import { listProviderTypes } from './identity-provider-types.ts';
import { ACTION_NAMES } from './required-actions.ts';

/** Names of Keycloak's own themes by type. */
const THEMES: Readonly<Record<string, readonly string[]>> = {
  account: ['base', 'keycloak.v3'],
  admin: ['base', 'keycloak.v2'],
  common: ['keycloak'],
  email: ['base', 'keycloak'],
  login: ['base', 'keycloak', 'keycloak.v2'],
  welcome: ['keycloak'],
};

interface ThemeInfo {
  readonly name: string;
  /** Language tags; absent: any. */
  readonly locales?: readonly string[];
}

/** In Keycloak's form (`ThemeInfoRepresentation`). */
export function describeThemes(
  themes: Pick<Themes, 'find' | 'list'>,
): Readonly<Record<string, readonly ThemeInfo[]>> {
  const entries = Object.entries(THEMES).map(
    ([type, names]) => [type, names.map((name): ThemeInfo => ({ name }))] as const,
  );
  const own = themes.list().map((name): ThemeInfo => {
    const { locales } = themes.find(name);
    return locales.length === 0 ? { name } : { name, locales };
  });
  const { login = [], ...others } = Object.fromEntries(entries);
  return { ...others, login: [...login, ...own] };
}

/** IDs of password rules, those without effect included. */
export function listPasswordRules(): readonly string[] {
  return [...Object.keys(PASSWORD_RULES), ...Object.keys(KEPT_PASSWORD_RULES)];
}

const idsOf = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id);

/** Provider IDs by the name of Keycloak's service provider interface. */
const PROVIDERS: Readonly<Record<string, () => readonly string[]>> = {
  authenticator: () => idsOf(listAuthenticators('authenticator')),
  'client-authenticator': () => idsOf(listAuthenticators('client')),
  'client-registration-policy': () => idsOf(listRegistrationPolicies()),
  'form-action': () => idsOf(listAuthenticators('action')),
  'form-authenticator': () => idsOf(listAuthenticators('form')),
  identity_provider: () => idsOf(listProviderTypes()),
  keys: () => Object.keys(KEY_PROVIDERS),
  'login-protocol': () => ['openid-connect', 'saml', 'docker-v2'],
  'password-policy': listPasswordRules,
  'required-action': () => Object.keys(ACTION_NAMES),
};

/** In Keycloak's form (`SpiInfoRepresentation`). */
export function describeProviders(): Readonly<Record<string, object>> {
  const entries = Object.entries(PROVIDERS).map(([name, list]) => {
    const providers = Object.fromEntries(list().map((id) => [id, { order: 0 }]));
    return [name, { internal: false, providers }] as const;
  });
  return Object.fromEntries(entries);
}

const withoutProperties = (ids: readonly string[]): readonly object[] =>
  ids.map((id) => ({ id, helpText: id, properties: [] }));

/** By provider type (`ComponentTypeRepresentation`). */
export function describeComponentTypes(): Readonly<Record<string, readonly object[]>> {
  return {
    [KEY_PROVIDER]: withoutProperties(Object.keys(KEY_PROVIDERS)),
    [REGISTRATION_POLICY_TYPE]: listRegistrationPolicies(),
    [USER_STORAGE_TYPE]: withoutProperties(['ldap', 'kerberos']),
  };
}
