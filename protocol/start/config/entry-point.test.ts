import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEntryPoint } from './entry-point.ts';

function read(args: readonly string[], environment: Record<string, string> = {}) {
  return readEntryPoint({ args, environment });
}

test('the arguments and variables of Keycloak 17 and later stay as they are', () => {
  const environment = { KC_DB: 'postgres', JAVA_OPTS_APPEND: '-Xmx1g -Dfoo=bar', KEYCLOAK_EXTRA_ARGS: '--x' };
  const args = ['start-dev', '--import-realm', '--hostname=a b'];
  assert.deepEqual(read(args, environment), { args, environment });
});

test('Keycloak before 17: properties of Keycloak in JAVA_OPTS become arguments, those of Java stay', () => {
  const { args, environment } = read(['-b', '0.0.0.0'], {
    JAVA_OPTS: '-Xmx1g -Dkeycloak.migration.action=import -Dkeycloak.migration.file=/tmp/r.json',
    JAVA_OPTS_APPEND: '-Dkc.http-port=9090',
  });
  assert.deepEqual(args, [
    '-Dkeycloak.migration.action=import',
    '-Dkeycloak.migration.file=/tmp/r.json',
    '-Dkc.http-port=9090',
    '-b',
    '0.0.0.0',
  ]);
  assert.deepEqual(environment, { JAVA_OPTS: '-Xmx1g', JAVA_OPTS_APPEND: '' });
});

test('Keycloak before 17: properties after the path in KEYCLOAK_IMPORT become arguments', () => {
  const { args, environment } = read(['-b', '0.0.0.0'], {
    KEYCLOAK_IMPORT: '/tmp/r.json -Dkeycloak.profile.feature.upload_scripts=enabled',
  });
  assert.deepEqual(args, ['-Dkeycloak.profile.feature.upload_scripts=enabled', '-b', '0.0.0.0']);
  assert.deepEqual(environment, { KEYCLOAK_IMPORT: '/tmp/r.json' });
});

test('with a command KEYCLOAK_IMPORT has no effect, and neither have the properties in it', () => {
  const environment = { KEYCLOAK_IMPORT: '/tmp/r.json -Dkeycloak.profile.feature.docker=enabled' };
  assert.deepEqual(read(['start-dev'], environment), { args: ['start-dev'], environment });
});

test("Bitnami's image: extra arguments stand around those given; with a command they are left alone", () => {
  const environment = {
    KEYCLOAK_EXTRA_ARGS: '--import-realm  --verbose',
    KEYCLOAK_EXTRA_ARGS_PREPENDED: '--spi-x=1',
  };
  assert.deepEqual(read([], environment).args, ['--spi-x=1', '--import-realm', '--verbose']);
  assert.deepEqual(read(['start-dev'], environment).args, ['start-dev']);
});

for (const [args, read_] of [
  [['/opt/keycloak/bin/kc.sh', 'start-dev'], ['start-dev']],
  [['kc.sh', 'build'], ['build']],
  [['/opt/bitnami/scripts/keycloak/run.sh'], []],
  [["start-dev --log-level='INFO'"], ['start-dev', "--log-level='INFO'"]],
  [['-b 0.0.0.0 -Dkeycloak.import=/r.json'], ['-b', '0.0.0.0', '-Dkeycloak.import=/r.json']],
  [['--hostname=a start'], ['--hostname=a start']],
  [
    ['start', 'kc.sh'],
    ['start', 'kc.sh'],
  ],
] as const) {
  test(`launchers: ${JSON.stringify(args)} is read as ${JSON.stringify(read_)}`, () => {
    assert.deepEqual(read(args).args, read_);
  });
}

test('kc.sh without arguments asks for the help, unless the variables are those of an image without commands', () => {
  assert.deepEqual(read([], { KC_HOME_DIR: '/opt/keycloak' }).args, ['help']);
  assert.deepEqual(read([], { KC_HOME_DIR: '/opt/keycloak', KEYCLOAK_USER: 'admin' }).args, []);
  assert.deepEqual(read([]).args, []);
});

test('Keycloak before 17: an export by properties is the command, with its file or folder, realm and users', () => {
  const { args } = read([
    '-Djboss.socket.binding.port-offset=100',
    '-Dkeycloak.migration.action=export',
    '-Dkeycloak.migration.provider=dir',
    '-Dkeycloak.migration.dir=/tmp/out',
    '-Dkeycloak.migration.realmName=shop',
    '-Dkeycloak.migration.usersExportStrategy=REALM_FILE',
  ]);
  assert.deepEqual(args, ['export', '--dir=/tmp/out', '--realm=shop', '--users=realm_file']);
});
