import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
