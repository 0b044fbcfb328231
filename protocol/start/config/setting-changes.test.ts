import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPTION_ROWS } from '#protocol/contract/options.ts';
import { findOption } from './option-values.ts';
import { resolveOptions } from './resolve-options.ts';
import { readChanges, SHOWN_SECRET, whyFixed } from './setting-changes.ts';

const { sources } = resolveOptions(
  {
    commandLine: new Map([['http-port', '1']]),
    environment: { KC_HTTP_HOST: '127.0.0.1', KC_LOG_GELF_LEVEL: 'warn', UNDERSTUDY_FEATURES: 'docker' },
    home: '/home',
    workingDirectory: '/work',
  },
  'https-client-auth=none',
);
const fixed = { sources, file: '/conf/understudy.conf' };

for (const [key, text, problem, remedy] of [
  ['http-prt', '1', /unknown option/, /Did you mean http-port\?/],
  ['zzz', null, /unknown option/, /lists all/],
  ['__proto__', '1', /unknown option/, /lists all/],
  ['http-port', '2', /It is set on the command line \(--http-port\)/, /Start without it/],
  ['http-port', null, /It is set on the command line/, /Start without it/],
  [
    'log-gelf-level',
    'info',
    /It is set by the environment variable KC_LOG_GELF_LEVEL/,
    /Start without the variable/,
  ],
  ['features', '', /It is set by the environment variable UNDERSTUDY_FEATURES/, /Start without the variable/],
  [
    'http-host',
    '::1',
    /names an address, so it cannot be changed over HTTP/,
    /in \/conf\/understudy\.conf or on/,
  ],
  ['config-file', 'x.conf', /names the configuration file itself/, /on the command line/],
  ['https-port', '80a', /"80a" cannot be used/, /0 to 65535/],
  ['https-port', '', /"" cannot be used/, /0 to 65535/],
  ['log-gelf-facility', 'a\nhttp-port=1', /does not fit on one line/, /without line breaks/],
  ['log-gelf-facility', 'a\rhttp-port=1', /does not fit on one line/, /without line breaks/],
  ['log-file', 'data/a.log\0.txt', /does not fit on one line/, /without line breaks/],
  ['bootstrap-admin-username', 'a\n\nhttp-host=0.0.0.0', /does not fit on one line/, /without line breaks/],
  ['log-gelf-facility', '\ud800', /does not fit on one line/, /incomplete characters/],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders have this form
  ['log-console-format', '%s${KC_DB_PASSWORD}%n', /environment variable/, /Give the value itself/],
  ['log-console-format', ' %s%n', /leading or trailing blanks/, /on the command line/],
  ['log-console-format', '%s\n', /leading or trailing blanks/, /on the command line/],
  ['log-format', '%s%q', /cannot be used: /, /./],
  ['log', 'console,journal', /cannot be used/, /console, file, gelf/],
  ['log-gelf-max-message-size', '0', /cannot be used/, /whole number from/],
  ['log-level', 'loud', /"loud" cannot be used/, /info,oauth:debug/],
  ['https-client-auth', 'maybe', /cannot be used/, /request, required or none/],
  ['bootstrap-admin-password', ` ${SHOWN_SECRET} `, /stands for a secret/, /the secret itself/],
  ['bootstrap-admin-password', '  ', /^the value cannot be used$/, /not empty/],
] as const) {
  test(`service description §2.3: ${key}=${JSON.stringify(text)} is rejected with its key, the problem and a remedy`, () => {
    const requested = JSON.parse(
      JSON.stringify({ 'log-file-level': 'warn' }).replace(
        '}',
        `,${JSON.stringify(key)}:${JSON.stringify(text)}}`,
      ),
    );
    const { faults } = readChanges(requested, fixed);
    assert.deepEqual(
      faults.map((fault) => fault.key),
      [key],
    );
    assert.match(faults[0]?.problem ?? '', problem);
    assert.match(faults[0]?.remedy ?? '', remedy);
  });
}

test('service description §2.3: every fault of a change is reported, not only the first', () => {
  const { faults } = readChanges({ a: '1', 'https-port': 'b', 'http-port': 'c', 'log-level': 'info' }, fixed);
  assert.deepEqual(
    faults.map(({ key }) => key),
    ['a', 'https-port', 'http-port'],
  );
});

test('service description §2.3: an invalid pattern is shown with the position of the error', () => {
  const { faults } = readChanges({ 'log-console-format': '%d %q' }, fixed);
  assert.match(faults[0]?.drawing ?? '', /^.*%d %q\n +\^$/);
});

test('service description §2.3: one option under two names is rejected', () => {
  const { faults } = readChanges({ 'log-format': '%s%n', 'log-console-format': '%p%n' }, fixed);
  assert.match(faults[0]?.problem ?? '', /given twice/);
});

for (const { key } of OPTION_ROWS.filter(({ overHttp }) => overHttp === 'never')) {
  test(`service description §2.3: ${key} refers to something outside the server, so it is neither set nor unset over HTTP`, () => {
    for (const text of ['http://127.0.0.1:1/', '1', null]) {
      const { faults } = readChanges({ [key]: text, 'log-level': 'debug' }, fixed);
      assert.deepEqual(
        faults.map((fault) => fault.key),
        [key],
      );
      assert.match(
        faults[0]?.problem ?? '',
        /^cannot be changed here\. It (names|is part of|decides which|says where) /,
      );
      assert.match(faults[0]?.remedy ?? '', /on the command line/);
    }
  });
}

test('service description §2.3: changes are in the order of the table, without surrounding blanks', () => {
  const { changes, faults } = readChanges(
    { 'log-level': ' warn ', 'https-client-auth': null, 'https-port': '0' },
    fixed,
  );
  assert.deepEqual(
    [...changes],
    [
      ['https-port', '0'],
      ['https-client-auth', null],
      ['log-level', 'warn'],
    ],
  );
  assert.deepEqual(faults, []);
});

test('service description §2.3: an option that is unset or set in the file can be changed', () => {
  for (const origin of ['file', 'default'] as const) {
    const row = findOption('http-port');
    assert.ok(row);
    assert.equal(whyFixed(row, { origin }, fixed.file), undefined);
  }
});
