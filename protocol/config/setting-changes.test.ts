import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOption } from './option-values.ts';
import { resolveOptions } from './resolve-options.ts';
import { readChanges, SHOWN_SECRET, whyFixed } from './setting-changes.ts';

const { sources } = resolveOptions(
  {
    commandLine: new Map([['http-port', '1']]),
    environment: { KC_HTTP_HOST: '127.0.0.1', UNDERSTUDY_DATA_DIR: '/d' },
    home: '/home',
    workingDirectory: '/work',
  },
  'hostname=a.test',
);

for (const [key, text, problem, remedy] of [
  ['http-prt', '1', /unknown option/, /Did you mean http-port\?/],
  ['zzz', null, /unknown option/, /lists all/],
  ['__proto__', '1', /unknown option/, /lists all/],
  ['http-port', '2', /The command line fixes it \(--http-port\)/, /Start without it/],
  ['http-port', null, /The command line fixes it/, /Start without it/],
  ['http-host', '::1', /The environment fixes it \(KC_HTTP_HOST\)/, /Start without the variable/],
  ['data-dir', '/e', /The environment fixes it \(UNDERSTUDY_DATA_DIR\)/, /Start without the variable/],
  ['config-file', 'x.conf', /names the configuration file itself/, /on the command line/],
  ['https-port', '80a', /"80a" cannot be used/, /0 to 65535/],
  ['https-port', '', /"" cannot be used/, /0 to 65535/],
  ['hostname', 'http://a\nhttp-port=1', /cannot stand in one line/, /without line breaks/],
  ['hostname', '\ud800', /cannot stand in one line/, /halves of characters/],
  ['log-console-format', ' %s%n', /blanks at the ends/, /on the command line/],
  ['log-console-format', '%s\n', /blanks at the ends/, /on the command line/],
  ['log-format', '%s%q', /cannot be used: /, /./],
  ['log', 'console,syslog', /cannot be used/, /console, file, gelf/],
  ['log-gelf-max-message-size', '0', /cannot be used/, /whole number from/],
  ['log-level', 'loud', /"loud" cannot be used/, /info,oauth:debug/],
  ['https-client-auth', 'required', /cannot be used/, /request or none/],
  ['bootstrap-admin-password', ` ${SHOWN_SECRET} `, /stands for a secret/, /the secret itself/],
  ['bootstrap-admin-password', '  ', /^the value cannot be used$/, /not empty/],
] as const) {
  test(`service description §2.3: ${key}=${JSON.stringify(text)} is refused by name, with what is wrong and what to do`, () => {
    const wished = JSON.parse(
      JSON.stringify({ 'log-file-level': 'warn' }).replace(
        '}',
        `,${JSON.stringify(key)}:${JSON.stringify(text)}}`,
      ),
    );
    const { faults } = readChanges(wished, sources);
    assert.deepEqual(
      faults.map((fault) => fault.key),
      [key],
    );
    assert.match(faults[0]?.problem ?? '', problem);
    assert.match(faults[0]?.remedy ?? '', remedy);
  });
}

test('service description §2.3: every fault of a change is told, not only the first', () => {
  const { faults } = readChanges(
    { a: '1', 'https-port': 'b', 'http-port': 'c', hostname: 'ok.test' },
    sources,
  );
  assert.deepEqual(
    faults.map(({ key }) => key),
    ['a', 'https-port', 'http-port'],
  );
});

test('service description §2.3: a bad pattern is shown with its place', () => {
  const { faults } = readChanges({ 'log-console-format': '%d %q' }, sources);
  assert.match(faults[0]?.drawing ?? '', /^.*%d %q\n +\^$/);
});

test('service description §2.3: one option under two names is refused', () => {
  const key = 'spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri';
  const { faults } = readChanges(
    { [key]: null, [key.replaceAll('-ciba-', '--ciba-')]: 'http://a/' },
    sources,
  );
  assert.match(faults[0]?.problem ?? '', /given twice/);
});

test('service description §2.3: changes come in the order of the table, without blanks around them', () => {
  const { changes, faults } = readChanges(
    { 'log-level': ' warn ', hostname: null, 'https-port': '0' },
    sources,
  );
  assert.deepEqual(
    [...changes],
    [
      ['https-port', '0'],
      ['hostname', null],
      ['log-level', 'warn'],
    ],
  );
  assert.deepEqual(faults, []);
});

test('service description §2.3: what the file or nobody says is not fixed', () => {
  for (const origin of ['file', 'default'] as const) {
    const row = findOption('hostname');
    assert.ok(row);
    assert.equal(whyFixed(row, { origin }), undefined);
  }
});
