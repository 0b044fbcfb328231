import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OptionError } from '#protocol/errors/option-error.ts';
import { parseCommandLine } from './argv.ts';

function refusal(...args: string[]): OptionError {
  try {
    parseCommandLine(args);
  } catch (error) {
    assert.ok(error instanceof OptionError);
    return error;
  }
  return assert.fail(`accepted: ${args.join(' ')}`);
}

test('contract "Start": options are written --key=value or --key value, and the last one wins', () => {
  const line = parseCommandLine([
    'start',
    '--headless',
    '--http-port=1',
    '--http-port',
    '2',
    '--hostname=a=b',
  ]);
  assert.equal(line.command, 'start');
  assert.deepEqual(
    [...line.texts],
    [
      ['http-port', '2'],
      ['hostname', 'a=b'],
    ],
  );
});

test('contract "Start": a provider\'s option may be written with two dashes between its parts', () => {
  const flag = '--spi-ciba-auth-channel--ciba-http-auth-channel--http-authentication-channel-uri';
  const { texts } = parseCommandLine([`${flag}=http://entity.test/`]);
  assert.deepEqual(
    [...texts],
    [['spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri', 'http://entity.test/']],
  );
  assert.deepEqual(parseCommandLine(['--spi-theme--static-max-age=1']).unused, ['spi-theme--static-max-age']);
});

test('contract "Start": --import-realm needs no value', () => {
  assert.equal(parseCommandLine(['--import-realm', '--headless']).texts.get('import-realm'), 'true');
});

test('contract "Start": an unknown option is reported with the nearest known one', () => {
  const error = refusal('start', '--http-prot=8080');
  assert.equal(error.toLine(), '--http-prot: unknown option. Did you mean --http-port?');
  assert.equal(error.exitCode, 2);
});

test('contract "Start": an unknown option without a similar one points to --help', () => {
  assert.match(refusal('--wibble').remedy, /--help/);
});

test('contract "Start": an option with one dash is reported with its correct form', () => {
  assert.match(refusal('-http-port=1').remedy, /--http-port/);
});

test('contract "Start": an option without its value does not swallow the next flag', () => {
  assert.match(refusal('--http-port', '--headless').toLine(), /--http-port: needs a value.*--http-port=8080/);
});

test('contract "Start": a second command is rejected', () => {
  assert.match(refusal('start', 'start').toLine(), /not expected/);
  assert.match(refusal('stop').toLine(), /not a command/);
});

test('contract "Start": bootstrap-admin user takes its flags in Keycloak\'s form, next to options', () => {
  const line = parseCommandLine([
    'bootstrap-admin',
    'user',
    '--username',
    'root',
    '--password:env=PASS',
    '--no-prompt',
    '--data-dir=d',
  ]);
  assert.equal(line.command, 'bootstrap-admin');
  assert.deepEqual([...line.texts], [['data-dir', 'd']]);
  assert.deepEqual(
    [...line.flags],
    [
      ['username', 'root'],
      ['password:env', 'PASS'],
      ['no-prompt', ''],
    ],
  );
  assert.equal(parseCommandLine(['--no-prompt', 'bootstrap-admin', 'user']).command, 'bootstrap-admin');
  assert.equal(parseCommandLine(['bootstrap-admin', 'user', '--help']).command, 'help');
});

for (const [args, says] of [
  [
    ['bootstrap-admin'],
    /^bootstrap-admin: needs to know what to create\. Write: bootstrap-admin user or bootstrap-admin service/,
  ],
  [['bootstrap-admin', 'group'], /^bootstrap-admin: cannot create "group"/],
  [['export', '--users=skip', 'x'], /^x: is not expected here/],
  [['import', '--realm=x'], /^--realm: unknown option/],
  [
    ['bootstrap-admin', 'service', '--client-secret=hunter2'],
    /^--client-secret: would show the client secret .*--client-secret:env=/,
  ],
  [['bootstrap-admin', 'user', 'root'], /^root: is not expected here/],
  [['bootstrap-admin', 'user', '--username'], /^--username: needs a value\. Write --username=admin/],
  [['bootstrap-admin', 'user', '--password:env', '--no-prompt'], /^--password:env: needs a value/],
  [
    ['bootstrap-admin', 'user', '--password=hunter2'],
    /^--password: would show the password .*--password:env=/,
  ],
  [['start', '--username=root'], /^--username: unknown option/],
  [['--password:env=PASS'], /^--password:env: unknown option/],
] as const) {
  test(`contract "Start": "${args.join(' ')}" is rejected with the correct form`, () => {
    const error = refusal(...args);
    assert.match(error.toLine(), says);
    assert.equal(error.exitCode, 2);
    assert.doesNotMatch(error.toLine(), /hunter2/);
  });
}

test('switches of Electron and Chromium are ignored', () => {
  assert.equal(
    parseCommandLine(['--no-sandbox', '--remote-debugging-port=0', '--disable-gpu']).texts.size,
    0,
  );
});

test('help and version take precedence over start', () => {
  assert.equal(parseCommandLine(['start', '--help']).command, 'help');
  assert.equal(parseCommandLine(['--version']).command, 'version');
  assert.equal(parseCommandLine(['help', 'x'].slice(0, 1)).command, 'help');
});

test('any arguments give a command line or an OptionError with one line', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `--${text}`),
        ),
      ),
      (args) => {
        try {
          parseCommandLine(args);
        } catch (error) {
          assert.ok(error instanceof OptionError);
        }
      },
    ),
  );
});

test('service description §2.3: single quotes around a value, which a shell leaves inside double quotes, are removed', () => {
  const format = '%d{HH:mm} %-5p [%c{3.}] %s%n';
  for (const args of [[`--log-console-format='${format}'`], ['--log-format', `'${format}'`]]) {
    assert.equal(parseCommandLine(args).texts.get('log-console-format'), format);
  }
  assert.equal(parseCommandLine([`--log-format="it's"`]).texts.get('log-console-format'), `"it's"`);
  assert.equal(parseCommandLine(["--log-format='"]).texts.get('log-console-format'), "'");
});

test('Keycloak kc.sh: options may come before the command, -D properties and --debug are taken, nothing after -- is', () => {
  const line = parseCommandLine([
    '--verbose',
    '--http-port',
    '9',
    '-Djgroups.dns.query=kc',
    '-Dkc.log-level=debug',
    '--debug',
    '8787',
    'start-dev',
    '--import-realm',
    '--optimized',
    '--',
    'rubbish',
  ]);
  assert.equal(line.command, 'start-dev');
  assert.deepEqual(
    [...line.texts],
    [
      ['http-port', '9'],
      ['log-level', 'debug'],
      ['import-realm', 'true'],
    ],
  );
  assert.deepEqual(line.unused, ['-Djgroups.dns.query']);
});

test('Keycloak 26: -v and --verbose are accepted anywhere and change nothing; a misspelt one is refused', () => {
  const plain = parseCommandLine(['start-dev', '--http-port=9']);
  for (const flag of ['-v', '--verbose']) {
    assert.deepEqual(parseCommandLine([flag, 'start-dev', '--http-port=9']), plain);
    assert.deepEqual(parseCommandLine(['start-dev', '--http-port=9', flag]), plain);
  }
  assert.match(refusal('--verbos').message, /--verbos: unknown option/);
});

test('Keycloak kc.sh: an option that needs no value does not swallow the command', () => {
  const { command, texts } = parseCommandLine(['--import-realm', 'start-dev']);
  assert.equal(command, 'start-dev');
  assert.equal(texts.get('import-realm'), 'true');
});

test('Keycloak 26: an option without effect is accepted with and without a value, a misspelt one is refused', () => {
  const { unused } = parseCommandLine([
    'start',
    '--cache=ispn',
    '--cache-stack',
    'kubernetes',
    '--cache-embedded-mtls-enabled',
  ]);
  assert.deepEqual(unused, ['cache', 'cache-stack', 'cache-embedded-mtls-enabled']);
  assert.match(refusal('start', '--cache-stak=x').message, /unknown option/);
});

test('Keycloak before 26 and options by name: translated options keep their key', () => {
  const { texts } = parseCommandLine([
    'start',
    '--hostname-port=8443',
    '--proxy=edge',
    '--feature-docker=enabled',
  ]);
  assert.deepEqual([...texts.keys()], ['hostname-port', 'proxy', 'feature-docker']);
});

test('Keycloak: show-config takes "all", export and import take their own flags', () => {
  assert.equal(parseCommandLine(['show-config', 'all']).kind, 'all');
  assert.equal(parseCommandLine(['show-config']).kind, '');
  const { command, flags } = parseCommandLine(['export', '--dir', '/tmp/x', '--users', 'skip']);
  assert.equal(command, 'export');
  assert.deepEqual(Object.fromEntries(flags), { dir: '/tmp/x', users: 'skip' });
});

test('Keycloak before 17: -b is the address, and properties of the import name the file', () => {
  const { texts, unused, command } = parseCommandLine([
    '-b',
    '0.0.0.0',
    '-Dkeycloak.migration.action=import',
    '-Dkeycloak.migration.replace-placeholders=true',
    '-Dkeycloak.migration.file=/tmp/realm.json',
  ]);
  assert.equal(command, 'start');
  assert.deepEqual(Object.fromEntries(texts), { 'http-host': '0.0.0.0', 'import-realm': '/tmp/realm.json' });
  assert.deepEqual(unused, []);
  assert.match(refusal('-b').toLine(), /^-b: needs a value/);
  assert.match(refusal('-b', '-c', 'standalone.xml').toLine(), /^-b: needs a value/);
});

test('Keycloak before 17: files and further addresses of the application server are accepted without effect', () => {
  const line = parseCommandLine([
    '-c',
    'standalone.xml',
    '-b=0.0.0.0',
    '-bmanagement=0.0.0.0',
    '--server-config=x.xml',
  ]);
  assert.deepEqual([line.command, line.hasCommand], ['start', false]);
  assert.deepEqual([...line.texts], [['http-host', '0.0.0.0']]);
  assert.deepEqual(line.unused, ['-c', '-bmanagement', '--server-config']);
  assert.equal(parseCommandLine(['start']).hasCommand, true);
  assert.match(refusal('-b=').toLine(), /^-b: needs a value/);
});

for (const [properties, texts] of [
  [['-Djboss.http.port=8081', '-Djboss.bind.address=::'], { 'http-port': '8081', 'http-host': '::' }],
  [['-Djboss.socket.binding.port-offset=100'], { 'http-port': '8180' }],
  [
    ['-Djboss.socket.binding.port-offset=1', '-Djboss.http.port=9000', '-Djboss.https.port=9443'],
    { 'http-port': '9001', 'https-port': '9444' },
  ],
  [['-Djboss.socket.binding.port-offset=1', '-Djboss.http.port=x'], { 'http-port': 'x' }],
  [['-Dkeycloak.profile.feature.docker=enabled'], { 'feature-docker': 'enabled' }],
  [['-Dkeycloak.import=/tmp/r.json'], { 'import-realm': '/tmp/r.json' }],
] as const) {
  test(`Keycloak before 17: ${properties.join(' ')} is ${JSON.stringify(texts)}`, () => {
    const line = parseCommandLine([...properties]);
    assert.deepEqual(Object.fromEntries(line.texts), texts);
    assert.deepEqual(line.unused, []);
  });
}

test('Keycloak before 17: properties without effect are named without their values', () => {
  const { unused, texts } = parseCommandLine([
    '-Dkeycloak.profile.feature.upload_scripts=enabled',
    '-Dkeycloak.migration.strategy=OVERWRITE_EXISTING',
    '-Dconstructor=x',
    '-Dhttp-port=1',
  ]);
  assert.deepEqual(unused, [
    '-Dkeycloak.profile.feature.upload_scripts',
    '-Dkeycloak.migration.strategy',
    '-Dconstructor',
    '-Dhttp-port',
  ]);
  assert.equal(texts.size, 0);
  assert.match(refusal('-Djboss.socket.binding.port-offset=x').toLine(), /^-Djboss.*: is not a number/);
});
