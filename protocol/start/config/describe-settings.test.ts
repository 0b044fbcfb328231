import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OPTION_ROWS, type OptionKey } from '#protocol/contract/options.ts';
import type { SettingWire } from '#protocol/contract/settings.ts';
import { readConfOnDisk } from './conf-on-disk.ts';
import { describeSettings } from './describe-settings.ts';
import { resolveOptions } from './resolve-options.ts';

/** Settings of a server started with one file and described when the file has changed. */
function describe(
  atStart: string,
  now: string = atStart,
  flags: Record<string, string> = {},
  environment = {},
) {
  const home = mkdtempSync(join(tmpdir(), 'understudy-settings-'));
  const file = join(home, 'conf', 'understudy.conf');
  mkdirSync(join(home, 'conf'));
  writeFileSync(file, now);
  const sources = { commandLine: new Map(Object.entries(flags)), environment, home, workingDirectory: home };
  const wire = describeSettings(resolveOptions(sources, atStart), readConfOnDisk(file), sources);
  const find = (key: OptionKey): SettingWire => {
    const setting = wire.settings.find((each) => each.key === key);
    assert.ok(setting);
    return setting;
  };
  return { wire, find, home, file };
}

test('service description §2.3: every option is listed once, in the order of the table', () => {
  const { wire, file } = describe('');
  assert.deepEqual(
    wire.settings.map(({ key }) => key),
    OPTION_ROWS.map(({ key }) => key),
  );
  assert.equal(wire.file, file);
});

test('service description §2.3: value, origin and place of each source', () => {
  const { find } = describe(
    '#x\nhttp-port=8081',
    undefined,
    { 'log-level': 'debug' },
    { KC_HOSTNAME: 'a.test' },
  );
  const shown = (key: OptionKey) => {
    const { value, origin, place, editable, inFile } = find(key);
    return [value, origin, place, editable, inFile];
  };
  assert.deepEqual(shown('http-port'), ['8081', 'file', join('conf', 'understudy.conf:2'), true, true]);
  assert.deepEqual(shown('log-level'), ['debug', 'command line', '--log-level', false, false]);
  assert.deepEqual(shown('hostname'), ['a.test', 'environment', 'KC_HOSTNAME', false, false]);
  assert.deepEqual(shown('http-host'), ['127.0.0.1', 'default', undefined, false, false]);
  assert.deepEqual(shown('https-port'), ['', 'default', undefined, true, false]);
});

test('service description §2.3: a setting that cannot be edited says why, and how to change it', () => {
  const { find } = describe('', '', { 'http-port': '1' }, { UNDERSTUDY_FEATURES: 'docker' });
  assert.match(
    find('http-port').notEditableBecause ?? '',
    /set on the command line \(--http-port\)\. Start without/,
  );
  assert.match(
    find('features').notEditableBecause ?? '',
    /set by the environment variable UNDERSTUDY_FEATURES/,
  );
  assert.match(find('config-file').notEditableBecause ?? '', /names the configuration file itself/);
  assert.equal(find('log-level').notEditableBecause, undefined);
  assert.equal(
    find('data-dir').notEditableBecause,
    `It names a folder, so it cannot be changed over HTTP. Set it in ${join('conf', 'understudy.conf')} or on the command line.`,
  );
});

test('service description §2.3: each option that is never set over HTTP says what it would open', () => {
  const { wire } = describe('');
  const reasons = new Map<string, string[]>();
  for (const { key, notEditableBecause } of wire.settings) {
    const reason = notEditableBecause?.replace(/, so it cannot be changed over HTTP\..*/, '');
    if (reason !== undefined && key !== 'config-file')
      reasons.set(reason, [...(reasons.get(reason) ?? []), key]);
  }
  assert.deepEqual(Object.fromEntries(reasons), {
    'It names an address': [
      'http-host',
      'hostname',
      'hostname-admin',
      'http-management-host',
      'spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri',
      'log-gelf-host',
    ],
    'It is part of an address': ['log-gelf-port'],
    'It decides which requests are trusted': ['hostname-strict', 'proxy-headers', 'proxy-trusted-addresses'],
    'It names a file': [
      'https-certificate-file',
      'https-certificate-key-file',
      'https-key-store-file',
      'https-trust-store-file',
      'https-management-certificate-file',
      'https-management-certificate-key-file',
    ],
    'It names a folder': ['data-dir', 'spi-theme-folder-dir'],
    'It says where state is kept': [
      'db',
      'db-url',
      'db-url-host',
      'db-url-port',
      'db-url-database',
      'db-url-properties',
      'db-username',
      'db-password',
      'db-schema',
    ],
    'It names files': ['import-realm', 'truststore-paths'],
  });
});

test('service description §2.3: a new value in the file is pending until a restart; the old one stays in effect', () => {
  const { find } = describe('http-port=1\nhostname=a.test\n', 'hostname=b.test\nhttp-host=127.0.0.2\n');
  const shown = (key: OptionKey) => {
    const { value, pending, origin, inFile } = find(key);
    return [value, pending, origin, inFile];
  };
  assert.deepEqual(shown('http-port'), ['1', '8080', 'file', false]);
  assert.deepEqual(shown('hostname'), ['a.test', 'b.test', 'file', true]);
  assert.deepEqual(shown('http-host'), ['127.0.0.1', '127.0.0.2', 'default', true]);
  assert.equal(find('log-level').pending, undefined);
});

test('service description §2.3: the same value in another spelling or on another line is not pending', () => {
  const { find } = describe('hostname=http://a.test/', '\n\nhostname=http://A.test\nhttp-port=8080');
  assert.equal(find('hostname').pending, undefined);
  assert.equal(find('hostname').place, join('conf', 'understudy.conf:3'));
  assert.deepEqual([find('http-port').origin, find('http-port').pending], ['file', undefined]);
});

test('service description §2.3: an option set on the command line is never pending, whatever the file says', () => {
  const { find } = describe('', 'http-port=9', { 'http-port': '1' });
  assert.deepEqual([find('http-port').pending, find('http-port').inFile], [undefined, true]);
});

test('service description §2.3: a secret is masked everywhere, and empty only when it is unset', () => {
  const { wire, find } = describe('bootstrap-admin-password=hidden-1', 'bootstrap-admin-password=hidden-2');
  const { value, pending, defaultValue } = find('bootstrap-admin-password');
  assert.deepEqual([value, pending, defaultValue], ['••••', '••••', '']);
  assert.doesNotMatch(JSON.stringify(wire), /hidden/);
});

test('service description §2.3: a relative path is shown with its absolute path', () => {
  const { find, home } = describe('https-trust-store-file=/ca.pem');
  assert.deepEqual([find('data-dir').value, find('data-dir').absolutePath], ['data', join(home, 'data')]);
  assert.equal(find('https-trust-store-file').absolutePath, undefined);
  assert.equal(find('https-certificate-file').absolutePath, undefined);
});

test('service description §2.3: ignored lines, and a file that would prevent a start, are reported', () => {
  assert.match(describe('', 'http-prt=1').wire.warnings[0] ?? '', /:1: unknown key "http-prt"/);
  const { wire, find } = describe('http-port=1', 'http-port=abc');
  assert.match(wire.warnings.join(), /will not start: http-port: "abc" cannot be used .*:1\)/);
  assert.deepEqual([find('http-port').value, find('http-port').pending], ['1', undefined]);
});
