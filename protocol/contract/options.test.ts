import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentName, OPTION_ROWS, type OptionType } from './options.ts';

test('contract "Start": every option has a unique key and a help text in full sentences', () => {
  const keys = OPTION_ROWS.map((row) => row.key);
  assert.equal(new Set(keys).size, keys.length);
  for (const row of OPTION_ROWS) {
    assert.match(row.key, /^[a-z]+(-[a-z]+)*$/);
    assert.match(row.help, /^[A-Z].*\.$/, row.key);
  }
});

test('contract "Start": an option has its own environment variable, and Keycloak\'s with lower precedence', () => {
  assert.equal(environmentName('bootstrap-admin-username'), 'UNDERSTUDY_BOOTSTRAP_ADMIN_USERNAME');
  assert.equal(environmentName('http-port', 'KC'), 'KC_HTTP_PORT');
});

test('no option with a default is a secret', () => {
  for (const row of OPTION_ROWS) if (row.secret) assert.equal(row.defaultText, undefined, row.key);
});

test('service description §2.3: no option that refers to a file, a folder, an address or a host accepts any value over HTTP', () => {
  const naming = new Set<OptionType>(['file', 'folder', 'host', 'url', 'endpoint', 'gelf-host']);
  for (const row of OPTION_ROWS)
    if (naming.has(row.type)) assert.notEqual(row.overHttp, 'any value', row.key);
  assert.deepEqual(
    OPTION_ROWS.filter(({ overHttp }) => overHttp === 'in own folders').map(({ key }) => key),
    ['log-file'],
  );
});
