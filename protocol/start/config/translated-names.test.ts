import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OptionKey } from '#protocol/contract/options.ts';
import {
  describeIgnoredVariables,
  type Found,
  findTranslatedVariables,
  isLegacyEnvironment,
  isOlderImage,
  isTranslatedOption,
  type StartedAs,
  translateNames,
} from './translated-names.ts';

const COMMANDLESS: StartedAs = { hasCommand: false, isContainer: true };

function translate(
  environment: Record<string, string>,
  own: Partial<Record<OptionKey, string>> = {},
  startedAs: StartedAs = COMMANDLESS,
) {
  const source = { origin: 'environment', place: 'X' } as const;
  const given = findTranslatedVariables(environment, startedAs);
  const result = translateNames(given, (key): Found | undefined => {
    const text = own[key];
    return text === undefined ? undefined : { text, source };
  });
  const texts = Object.fromEntries(
    [...result.texts, ...result.replaced].map(([key, { text }]) => [key, text]),
  );
  return {
    texts,
    notes: result.notes,
    notices: result.notices,
    isLegacy: isLegacyEnvironment(environment),
    ignored: describeIgnoredVariables(environment, startedAs, (key) => own[key] !== undefined),
  };
}

test('Keycloak KEYCLOAK_ADMIN: the first administrator, with the deprecation line of Keycloak', () => {
  const { texts, notes, isLegacy } = translate({ KEYCLOAK_ADMIN: 'boss', KEYCLOAK_ADMIN_PASSWORD: 'secret' });
  assert.deepEqual(texts, { 'bootstrap-admin-username': 'boss', 'bootstrap-admin-password': 'secret' });
  assert.deepEqual(notes, [
    "Environment variable 'KEYCLOAK_ADMIN' is deprecated, use 'KC_BOOTSTRAP_ADMIN_USERNAME' instead",
    "Environment variable 'KEYCLOAK_ADMIN_PASSWORD' is deprecated, use 'KC_BOOTSTRAP_ADMIN_PASSWORD' instead",
  ]);
  assert.equal(isLegacy, false);
});

test('Keycloak KEYCLOAK_ADMIN: beside the new name it says and does nothing', () => {
  const { texts, notes } = translate({ KEYCLOAK_ADMIN: 'boss' }, { 'bootstrap-admin-username': 'root' });
  assert.deepEqual([texts, notes], [{}, []]);
});

test('Keycloak before 17: KEYCLOAK_USER, KEYCLOAK_PASSWORD and KEYCLOAK_IMPORT are understood', () => {
  const { texts, isLegacy } = translate({
    KEYCLOAK_USER: 'admin',
    KEYCLOAK_PASSWORD: 'pw',
    KEYCLOAK_IMPORT: '/tmp/a.json,/tmp/b.json',
    PROXY_ADDRESS_FORWARDING: 'true',
    KEYCLOAK_LOGLEVEL: 'DEBUG',
    KEYCLOAK_FRONTEND_URL: 'https://sso.test/auth',
  });
  assert.deepEqual(texts, {
    'bootstrap-admin-username': 'admin',
    'bootstrap-admin-password': 'pw',
    'import-realm': '/tmp/a.json,/tmp/b.json',
    hostname: 'https://sso.test/auth',
    'proxy-headers': 'xforwarded',
    'log-level': 'DEBUG',
  });
  assert.equal(isLegacy, true);
});

test('Keycloak 17 and later: with a command, variables of older images have no effect, and one line names what to use', () => {
  const environment = {
    KEYCLOAK_USER: 'admin',
    KEYCLOAK_IMPORT: '/tmp/a.json',
    KEYCLOAK_FRONTEND_URL: 'https://old.test/auth',
    KEYCLOAK_HOSTNAME: 'sso.test',
    KEYCLOAK_HTTP_PORT: '9090',
  };
  const { texts, ignored, notices } = translate(environment, {}, { hasCommand: true, isContainer: true });
  assert.deepEqual(texts, { 'bootstrap-admin-username': 'admin' });
  assert.deepEqual(ignored, [
    'Variables of images before Keycloak 17 have no effect with a command, as in Keycloak: KEYCLOAK_IMPORT (use --import-realm), KEYCLOAK_FRONTEND_URL (use KC_HOSTNAME)',
  ]);
  assert.deepEqual(notices, []);
  const own = { hostname: 'https://new.test', 'import-realm': 'true' };
  assert.match(
    translate(environment, own, { hasCommand: true, isContainer: true }).ignored.join(),
    /: KEYCLOAK_IMPORT \(use --import-realm\)$/,
  );
  assert.deepEqual(translate(environment).ignored, []);
  assert.match(
    translate(environment).notes.join(),
    /'KEYCLOAK_IMPORT' is deprecated, use '--import-realm' instead/,
  );
});

test("Bitnami's image: its variables act in a container without a command, and one line names Keycloak's", () => {
  const environment = {
    KEYCLOAK_ADMIN_USER: 'boss',
    KEYCLOAK_ADMIN_PASSWORD: 'pw',
    KEYCLOAK_HTTP_PORT: '18080',
    KEYCLOAK_HTTP_RELATIVE_PATH: '/auth',
    KEYCLOAK_PROXY: 'edge',
    KEYCLOAK_ENABLE_STATISTICS: 'yes',
  };
  const { texts, notices } = translate(environment);
  assert.deepEqual(texts, {
    'bootstrap-admin-username': 'boss',
    'bootstrap-admin-password': 'pw',
    'http-port': '18080',
    'http-relative-path': '/auth',
    'proxy-headers': 'xforwarded',
    'metrics-enabled': 'true',
  });
  assert.deepEqual(notices, [
    "Variables of Bitnami's image are used: KEYCLOAK_ADMIN_USER as KC_BOOTSTRAP_ADMIN_USERNAME, KEYCLOAK_HTTP_PORT as KC_HTTP_PORT, KEYCLOAK_HTTP_RELATIVE_PATH as KC_HTTP_RELATIVE_PATH, KEYCLOAK_PROXY as KC_PROXY_HEADERS, KEYCLOAK_ENABLE_STATISTICS as KC_METRICS_ENABLED",
  ]);
  const off = translate({ ...environment, KEYCLOAK_ENABLE_STATISTICS: '0' });
  assert.equal(off.texts['metrics-enabled'], 'false');
  for (const startedAs of [
    { hasCommand: true, isContainer: true },
    { hasCommand: false, isContainer: false },
  ])
    assert.deepEqual(translate(environment, {}, startedAs).texts, { 'bootstrap-admin-password': 'pw' });
});

test('variables show an image that starts without a command; those of Keycloak 17 and later do not', () => {
  for (const name of [
    'KEYCLOAK_USER',
    'KEYCLOAK_PASSWORD_FILE',
    'DB_VENDOR',
    'KEYCLOAK_ADMIN_USER',
    'KEYCLOAK_IMPORT',
  ])
    assert.equal(isOlderImage({ [name]: 'x' }), true, name);
  assert.equal(
    isOlderImage({ KEYCLOAK_ADMIN: 'x', KC_DB: 'postgres', KEYCLOAK_USER: '', PATH: '/bin' }),
    false,
  );
  assert.equal(isLegacyEnvironment({ DB_VENDOR: 'h2' }), true);
  assert.equal(isLegacyEnvironment({ KEYCLOAK_ADMIN_USER: 'x' }), false);
});

for (const [environment, own, hostname] of [
  [{ KC_HOSTNAME_URL: 'https://sso.test/x' }, undefined, 'https://sso.test/x'],
  [{ KC_HOSTNAME_PORT: '8443' }, 'sso.test', 'http://sso.test:8443'],
  [{ KC_HOSTNAME_PORT: '8443', KC_HOSTNAME_STRICT_HTTPS: 'true' }, 'sso.test', 'https://sso.test:8443'],
  [{ KC_HOSTNAME_PATH: 'auth', KC_PROXY: 'edge' }, 'sso.test', 'https://sso.test/auth'],
  [{ KC_HOSTNAME_PORT: '-1' }, 'sso.test', undefined],
  [{ KC_HOSTNAME_PORT: '8443' }, undefined, undefined],
  [{ KC_HOSTNAME_PORT: '8443' }, 'https://sso.test', undefined],
] as const) {
  test(`Keycloak before 26: ${JSON.stringify(environment)} with hostname ${own} makes hostname ${hostname}`, () => {
    const { texts } = translate(environment, own === undefined ? {} : { hostname: own });
    assert.equal(texts['hostname'], hostname);
  });
}

for (const [proxy, headers] of [
  ['edge', 'xforwarded'],
  ['reencrypt', 'xforwarded'],
  ['passthrough', undefined],
  ['none', undefined],
] as const) {
  test(`Keycloak before 26: KC_PROXY=${proxy} is proxy-headers ${headers}, with a line`, () => {
    const { texts, notes } = translate({ KC_PROXY: proxy });
    assert.equal(texts['proxy-headers'], headers);
    assert.deepEqual(notes, [
      "Environment variable 'KC_PROXY' is deprecated, use 'KC_PROXY_HEADERS' instead",
    ]);
  });
}

test('Keycloak before 26: a back channel that is not strict is dynamic', () => {
  assert.deepEqual(translate({ KC_HOSTNAME_STRICT_BACKCHANNEL: 'false' }).texts, {
    'hostname-backchannel-dynamic': 'true',
  });
});

test('Keycloak: levels of single categories and single features are added to the lists', () => {
  const environment = {
    KC_LOG_LEVEL_ORG_KEYCLOAK: 'debug',
    KC_FEATURE_DOCKER: 'enabled',
    KC_FEATURE_TOKEN_EXCHANGE: 'disabled',
  };
  assert.deepEqual(translate(environment, { 'log-level': 'warn' }).texts, {
    'log-level': 'warn,org.keycloak:debug',
    features: 'docker',
    'features-disabled': 'token-exchange',
  });
  assert.equal(translate(environment).texts['log-level'], 'info,org.keycloak:debug');
});

test('only names that are translated are taken', () => {
  for (const key of ['hostname-port', 'proxy', 'log-level-oauth', 'feature-docker'])
    assert.equal(isTranslatedOption(key), true, key);
  for (const key of ['hostname', 'log-level-', 'feature-', 'proxies', 'toString'])
    assert.equal(isTranslatedOption(key), false, key);
  assert.equal(findTranslatedVariables({ KEYCLOAK_ADMIN: '', KC_HOSTNAME: 'x' }, COMMANDLESS).size, 0);
});
