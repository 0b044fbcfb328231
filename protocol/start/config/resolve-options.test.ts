import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { type OptionSources, resolveOptions } from './resolve-options.ts';

const home = mkdtempSync(join(tmpdir(), 'understudy-config-'));

function resolve(
  given: Partial<Omit<OptionSources, 'commandLine'>> & { flags?: Record<string, string> } = {},
) {
  const { flags = {}, ...rest } = given;
  const sources = { environment: {}, home, workingDirectory: '/somewhere', ...rest };
  return resolveOptions({ ...sources, commandLine: new Map(Object.entries(flags)) });
}

function conf(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'understudy-conf-')), 'understudy.conf');
  writeFileSync(path, text);
  return path;
}

test('contract "Start": command line takes precedence over environment, configuration file and default, in this order', () => {
  const file = conf('http-port=3\ndata-dir=/from/file\nhttp-host=127.0.0.3');
  const { values, sources } = resolve({
    flags: { 'http-port': '1', 'config-file': file },
    environment: { UNDERSTUDY_HTTP_PORT: '2', UNDERSTUDY_DATA_DIR: '/from/environment' },
  });
  assert.equal(values['http-port'], 1);
  assert.equal(values['data-dir'], '/from/environment');
  assert.equal(values['http-host'], '127.0.0.3');
  assert.equal(values['bootstrap-admin-username'], 'admin');
  assert.deepEqual(sources['http-host'], { origin: 'file', place: `${file}:3` });
  assert.equal(sources['bootstrap-admin-username'].origin, 'default');
});

test('Keycloak guide "Configuration": placeholders in the configuration file are filled in where their line counts', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders have this form
  const file = conf('http-port=${MY_PORT:3}\ndb-url=jdbc:postgresql://${MY_HOST}/kc');
  const flags = { 'config-file': file };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders have this form
  const environment = { KC_DB_URL: 'jdbc:postgresql://${MY_HOST}/kc' };
  const { values, texts, sources } = resolve({ flags, environment: { ...environment, MY_PORT: '9' } });
  assert.equal(values['http-port'], 9);
  assert.equal(texts['http-port'], '9');
  assert.deepEqual(sources['http-port'], { origin: 'file', place: `${file}:1` });
  assert.equal(
    resolve({ flags, environment: { MY_HOST: 'db' } }).values['db-url'],
    'jdbc:postgresql://db/kc',
  );
  assert.throws(
    () => resolve({ flags }),
    /^OptionError: db-url: the environment variable MY_HOST is not set/,
  );
});

test('issue "State in PostgreSQL" 1: a misspelt property of the connection is a warning, if there is a connection', () => {
  const environment = { KC_DB: 'postgres', KC_DB_URL_PROPERTIES: '?sslmod=require' };
  assert.match(
    resolve({ environment }).warnings.join(),
    /^Property sslmod in KC_DB_URL_PROPERTIES .*sslmode\?$/,
  );
  assert.deepEqual(resolve({ environment: { ...environment, KC_DB: 'mysql' } }).warnings, []);
});

test('contract "Start": Keycloak\'s environment variables are read, with lower precedence than Understudy\'s', () => {
  const environment = { KC_HTTP_PORT: '9', KC_BOOTSTRAP_ADMIN_USERNAME: 'root', UNDERSTUDY_HTTP_PORT: '8' };
  const { values } = resolve({ environment });
  assert.equal(values['http-port'], 8);
  assert.equal(values['bootstrap-admin-username'], 'root');
});

test('contract "Start": default paths start from the installation, given ones from the working directory', () => {
  assert.equal(resolve().values['data-dir'], join(home, 'data'));
  assert.equal(resolve({ flags: { 'data-dir': 'mine' } }).values['data-dir'], '/somewhere/mine');
});

test('contract "Start": a named configuration file that cannot be read ends the start with exit code 1', () => {
  assert.throws(
    () => resolve({ flags: { 'config-file': '/nowhere/x.conf' } }),
    (error) =>
      error instanceof OptionError &&
      error.exitCode === 1 &&
      /\/nowhere\/x\.conf.*ENOENT/.test(error.message),
  );
});

test('contract "Start": an invalid value in the file is reported with path and line', () => {
  const file = conf('# port\nhttp-port=abc');
  assert.throws(
    () => resolve({ flags: { 'config-file': file } }),
    (error) => error instanceof OptionError && error.toLine().includes(`(file: ${file}:2)`),
  );
});

test('contract "Start": an unknown key in the file is a warning', () => {
  assert.equal(resolve({ flags: { 'config-file': conf('log-console=x') } }).warnings.length, 1);
});

test('an empty environment variable counts as unset', () => {
  assert.equal(resolve({ environment: { UNDERSTUDY_HTTP_PORT: '' } }).values['http-port'], 8080);
});

test('service description §2.3: log-format is an alias of log-console-format, in the environment and the file too', () => {
  const environment = { UNDERSTUDY_LOG_FORMAT: '%p%n' };
  assert.equal(resolve({ environment }).values['log-console-format'], '%p%n');
  const file = conf('log-format=%c %s%n');
  assert.equal(resolve({ flags: { 'config-file': file } }).values['log-console-format'], '%c %s%n');
});

test('service description §2.3: the log file is in the data directory by default', () => {
  assert.equal(resolve().values['log-file'], join(home, 'data', 'log', 'understudy.log'));
  assert.equal(resolve({ flags: { 'data-dir': '/d' } }).values['log-file'], '/d/log/understudy.log');
  assert.equal(resolve({ flags: { 'log-file': 'my.log' } }).values['log-file'], '/somewhere/my.log');
  assert.equal(resolve({ flags: { 'log-file': '/var/x/' } }).values['log-file'], '/var/x/understudy.log');
});

test('Keycloak in a container: every address and every host name, unless said otherwise', () => {
  const container = { KC_RUN_IN_CONTAINER: 'true' };
  const { values, isContainer, sources } = resolve({ environment: container });
  assert.deepEqual([values['http-host'], values['hostname-strict'], isContainer], ['0.0.0.0', false, true]);
  assert.equal(sources['http-host'].origin, 'default');
  const own = resolve({
    environment: { ...container, KC_HTTP_HOST: '127.0.0.1', KC_HOSTNAME_STRICT: 'true' },
  });
  assert.deepEqual([own.values['http-host'], own.values['hostname-strict']], ['127.0.0.1', true]);
  const outside = resolve();
  assert.deepEqual([outside.values['http-host'], outside.values['hostname-strict']], ['127.0.0.1', true]);
});

test('Keycloak names of all ages: they come after our own, and each is reported once', () => {
  const file = conf('hostname-url=https://file.test\ndb-url=jdbc:x\nwibble=1');
  const environment = {
    KEYCLOAK_ADMIN: 'old',
    KC_BOOTSTRAP_ADMIN_USERNAME: 'new',
    KC_PROXY: 'edge',
    KC_DB: 'mysql',
    KC_DB_USERNAME: 'kc',
    KC_CACHE: 'local',
  };
  const { values, sources, warnings, withoutEffect } = resolve({
    environment,
    flags: { 'config-file': file },
  });
  assert.equal(values['bootstrap-admin-username'], 'new');
  assert.equal(values.hostname, 'https://file.test');
  assert.deepEqual(sources.hostname, { origin: 'file', place: `${file}:1` });
  assert.equal(values['proxy-headers'], 'xforwarded');
  assert.deepEqual(withoutEffect, ['KC_CACHE', 'KC_DB=mysql', 'db-url', 'KC_DB_USERNAME']);
  assert.deepEqual(warnings, [
    `${file}:3: unknown key "wibble" is ignored`,
    `Option ${file}:1 is deprecated, use hostname instead`,
    "Environment variable 'KC_PROXY' is deprecated, use 'KC_PROXY_HEADERS' instead",
  ]);
});

test("service description §2.3: Keycloak's log handler syslog has no effect and is named where it is set", () => {
  const named = (given: Parameters<typeof resolve>[0]) => {
    const { values, withoutEffect } = resolve(given);
    return [values.log, withoutEffect];
  };
  assert.deepEqual(named({ flags: { log: 'console,syslog' } }), ['console', ['log=syslog']]);
  assert.deepEqual(named({ environment: { KC_LOG: 'syslog' } }), ['console', ['KC_LOG=syslog']]);
  assert.deepEqual(named({ flags: { 'config-file': conf('log=File, SYSLOG,syslog') } }), [
    'file',
    ['log=syslog'],
  ]);
  const overridden = { flags: { log: 'file' }, environment: { KC_LOG: 'syslog' } };
  assert.deepEqual(named(overridden), ['file', []]);
  assert.throws(() => resolve({ flags: { log: 'console,sislog' } }), /"console,sislog" cannot be used/);
});

test('Keycloak before 26 on the command line: a removed option is translated', () => {
  const { values, warnings } = resolve({ flags: { hostname: 'sso.test', 'hostname-port': '8443' } });
  assert.equal(values.hostname, 'http://sso.test:8443');
  assert.deepEqual(warnings, ['Option --hostname-port is deprecated, use hostname instead']);
});

test('Keycloak before 17: several files to import are a list of paths', () => {
  const { values, isLegacy } = resolve({ environment: { KEYCLOAK_IMPORT: '/tmp/a.json, b.json' } });
  assert.equal(values['import-realm'], '/tmp/a.json,/somewhere/b.json');
  assert.equal(isLegacy, true);
});

test('an invalid value under a translated name is reported with the name that was used', () => {
  assert.throws(
    () => resolve({ environment: { KEYCLOAK_LOGLEVEL: 'loud' } }),
    (error) => error instanceof OptionError && /KEYCLOAK_LOGLEVEL/.test(error.toLine()),
  );
});

test('issue 18 "Themes": the default folder of themes is beside that of the configuration file', () => {
  const themesOf = (flags: Record<string, string>) => resolve({ flags }).values['spi-theme-folder-dir'];
  assert.equal(themesOf({}), join(home, 'themes'));
  const file = join(mkdtempSync(join(tmpdir(), 'understudy-options-')), 'conf', 'keycloak.conf');
  mkdirSync(dirname(file));
  writeFileSync(file, '');
  assert.equal(themesOf({ 'config-file': file }), join(file, '../../themes'));
  assert.equal(themesOf({ 'config-file': file, 'spi-theme-folder-dir': '/t' }), '/t');
});
