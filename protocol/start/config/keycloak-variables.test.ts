import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeWithoutEffect, findUnusedVariables } from './keycloak-variables.ts';

test('Keycloak 26: options without effect are found in the environment; those that act are not', () => {
  const { unused, warnings } = findUnusedVariables({
    KC_DB: 'postgres',
    KC_DB_URL_FULL_REPORTS: 'jdbc:x',
    KC_SPI_THEME__STATIC_MAX_AGE: '-1',
    JAVA_OPTS_APPEND: '-Xmx1g',
    KEYCLOAK_CACHE_TYPE: 'infinispan',
    DB_VENDOR: 'h2',
    KC_HTTP_PORT: '8080',
    KC_RUN_IN_CONTAINER: 'true',
    KC_HOSTNAME_PORT: '8443',
    KC_CACHE: '',
    UNDERSTUDY_CHROMIUM: '/usr/bin/chromium',
    PATH: '/bin',
  });
  assert.deepEqual(unused, [
    'KC_DB_URL_FULL_REPORTS',
    'KC_SPI_THEME__STATIC_MAX_AGE',
    'JAVA_OPTS_APPEND',
    'KEYCLOAK_CACHE_TYPE',
  ]);
  assert.deepEqual(warnings, []);
});

test("Understudy's long provider option may be written as Keycloak writes it", () => {
  const name = 'KC_SPI_CIBA_AUTH_CHANNEL__CIBA_HTTP_AUTH_CHANNEL__HTTP_AUTHENTICATION_CHANNEL_URI';
  assert.deepEqual(findUnusedVariables({ [name]: 'http://entity.test' }), {
    unused: [],
    warnings: [],
    notices: [],
  });
});

test("a project's own variables for realm files are no mistake: one line without a warning", () => {
  assert.deepEqual(
    findUnusedVariables({ KC_REALM_NAME: 'hidden', KC_SHOP_CLIENT_SECRET: 'hidden', KC_DEBUG: 'true' }),
    {
      unused: ['KC_DEBUG'],
      warnings: [],
      notices: [
        `These variables are not options of Keycloak; realm files can use them, as in \${KC_REALM_NAME}: KC_REALM_NAME, KC_SHOP_CLIENT_SECRET`,
      ],
    },
  );
});

test('bad input: an unknown variable is a warning with the nearest name, without its value', () => {
  const { unused, warnings, notices } = findUnusedVariables({
    KC_HTTP_PROT: 'hidden',
    UNDERSTUDY_WIBBLE: 'hidden',
  });
  assert.deepEqual([unused, notices], [[], []]);
  assert.deepEqual(warnings, [
    'Environment variable KC_HTTP_PROT is not a known option and is ignored; did you mean KC_HTTP_PORT?',
    'Environment variable UNDERSTUDY_WIBBLE is not a known option and is ignored',
  ]);
});

test('Keycloak 26: one line says where state is kept, another names the other options without effect', () => {
  const names = [
    'KC_DB=mysql',
    'db-url',
    'KC_DB=mysql',
    'KEYCLOAK_DATABASE_HOST',
    'KC_CACHE',
    '-Dx',
    'KC_LOG=syslog',
  ];
  assert.deepEqual(describeWithoutEffect(names, 'in memory'), [
    'State is kept in memory; KC_DB=mysql, db-url, KEYCLOAK_DATABASE_HOST, KC_CACHE have no effect here',
    'These options of Keycloak have no effect here: -Dx, KC_LOG=syslog',
  ]);
  assert.match(describeWithoutEffect(['cache'], 'in memory')[0] ?? '', /; cache has no effect here$/);
  assert.deepEqual(describeWithoutEffect([], 'in memory'), []);
});
