import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { findOption, nearestOption, readOptionValue } from './option-values.ts';

function read(key: string, text: string): unknown {
  const row = findOption(key);
  assert.ok(row);
  return readOptionValue(row, text, { origin: 'command line' });
}

const ENTITY = 'spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri';

const refused: [key: string, text: string][] = [
  ['http-port', '-1'],
  ['http-port', '65536'],
  ['http-port', '80a'],
  ['http-port', ''],
  ['http-host', 'http://a'],
  ['http-host', 'a b'],
  ['hostname', 'ftp://a'],
  ['hostname', 'http://a/path?x'],
  ['hostname', 'a/path'],
  ['hostname', 'a b'],
  ['hostname-admin', 'admin.test'],
  ['http-relative-path', '/a?b'],
  ['http-relative-path', '/a//b'],
  ['http-relative-path', '/a/../b'],
  ['proxy-headers', 'edge'],
  ['proxy-trusted-addresses', 'proxy'],
  ['import-realm', 'a.json,,b.json'],
  ['hostname', 'http://user@a'],
  ['hostname-backchannel-dynamic', 'yes'],
  ['data-dir', ''],
  ['db', 'sqlite'],
  ['db', ''],
  ['db-url', 'postgres:5432/keycloak'],
  ['db-url', 'jdbc:postgresql://db:0/keycloak'],
  ['db-url-host', 'postgresql://db'],
  ['db-url-port', 'standard'],
  ['db-url-properties', '?a=%zz'],
  ['db-pool-max-size', '2'],
  ['db-connect-timeout', 'soon'],
  ['db-connect-timeout', '2d'],
  ['log-level', 'loud'],
  ['https-port', 'yes'],
  ['https-client-auth', 'maybe'],
  ['log', 'console,journal'],
  ['log', ''],
  ['log-console-output', 'xml'],
  ['log-console-level', 'loud'],
  ['log-console-color', '1'],
  ['log-console-format', '%q'],
  ['log-file-format', '%d{b}'],
  ['log-file-rotation-max-size', '10M'],
  ['log-file-rotation-backups', '0'],
  ['log-gelf-host', 'http://graylog.test'],
  ['log-gelf-host', 'tcp:graylog.test:12201'],
  ['log-gelf-port', '0'],
  ['log-gelf-port', '65536'],
  ['log-gelf-max-message-size', '63'],
  ['log-gelf-max-message-size', '65496'],
  ['log-gelf-timestamp-format', 'yyyy b'],
  ['log-gelf-include-location', 'maybe'],
  ['http-management-port', '9000/tcp'],
  ['http-management-host', 'http://a'],
  ['http-management-relative-path', '/a/../b'],
  ['http-management-relative-path', '/a//b'],
  ['http-management-relative-path', '/a?b'],
  ['http-management-relative-path', 'http://a/b'],
  ['http-management-relative-path', '/a b'],
  ['http-management-scheme', 'https'],
  ['health-enabled', '1'],
  ['http-metrics-slos', '50ms'],
  ['event-metrics-user-tags', 'realm,user'],
  ['event-metrics-user-tags', ''],
  [ENTITY, 'entity.test/delegations'],
  [ENTITY, 'ftp://entity.test'],
  [ENTITY, 'http://user:password@entity.test/'],
  [ENTITY, 'http://entity.test/#part'],
  [ENTITY, ''],
];
for (const [key, text] of refused) {
  test(`contract "Start": ${key}="${text}" is rejected with its key and the expected format`, () => {
    assert.throws(
      () => read(key, text),
      (error) => error instanceof OptionError && error.option === key && error.remedy !== '',
    );
  });
}

test('contract "Start": an invalid secret is not repeated', () => {
  assert.throws(
    () => read('bootstrap-admin-password', '  '),
    (error) => !String(error).includes('"  "'),
  );
});

test('values are parsed by type', () => {
  assert.equal(read('http-port', '0'), 0);
  assert.equal(read('hostname', 'sso.test:8443'), 'http://sso.test:8443');
  assert.equal(read('hostname', 'https://sso.test/'), 'https://sso.test');
  assert.equal(read('hostname', 'https://sso.test:8443/auth/'), 'https://sso.test:8443/auth');
  assert.equal(read('hostname', 'SSO.test'), 'sso.test');
  assert.equal(read('hostname', 'sso.test:80'), 'http://sso.test');
  assert.equal(read('http-relative-path', '/auth/'), '/auth');
  assert.equal(read('http-relative-path', '/'), '/');
  assert.equal(read('hostname-backchannel-dynamic', 'TRUE'), true);
  assert.equal(read('http-host', '[::1]'), '::1');
  assert.equal(read(ENTITY, 'HTTP://entity.test:9000/take?a=b'), 'http://entity.test:9000/take?a=b');
});

test('service description §2.3: an invalid pattern is drawn with a caret below the error', () => {
  assert.throws(
    () => read('log-format', '%d{HH:mm} %q %s'),
    (error) =>
      error instanceof OptionError &&
      error.option === 'log-console-format' &&
      error.toLine().endsWith('\n  %d{HH:mm} %q %s\n            ^'),
  );
});

test('service description §2.3: logging options, handlers and levels are case-insensitive', () => {
  assert.equal(read('log', 'Console, FILE,console'), 'console,file');
  assert.equal(read('log', 'console,syslog'), 'console');
  assert.equal(read('log', 'syslog'), 'console');
  assert.equal(read('log-gelf-level', 'WARN'), 'warn');
  assert.equal(read('log-console-output', 'JSON'), 'json');
  assert.equal(read('log-console-format', ' %s '), ' %s ');
  assert.equal(read('log-gelf-max-message-size', '1420'), 1420);
});

test('an option is suggested only if it is similar enough', () => {
  assert.equal(nearestOption('http-pot'), 'http-port');
  assert.equal(nearestOption('bootstrap-admin-pass'), 'bootstrap-admin-password');
  assert.equal(nearestOption('zzz'), undefined);
  assert.equal(nearestOption('foo'), undefined);
  assert.equal(nearestOption('log'), 'log');
  assert.equal(nearestOption('lgo'), undefined);
  assert.equal(nearestOption('logg'), 'log');
  assert.equal(findOption('http-port')?.key, 'http-port');
  assert.equal(findOption('toString'), undefined);
});

test('Keycloak options: a relative path gets a slash in front and loses the one at its end', () => {
  for (const [text, path] of [
    ['/auth', '/auth'],
    ['auth/', '/auth'],
    ['/a/b/', '/a/b'],
    ['/', '/'],
    ['.well-known', '/.well-known'],
  ] as const)
    assert.equal(read('http-management-relative-path', text), path);
});

test('Keycloak options: names in a list are accepted in any case and returned as the table spells them, once', () => {
  assert.equal(read('event-metrics-user-tags', 'CLIENTID, realm,clientId'), 'clientId,realm');
});
