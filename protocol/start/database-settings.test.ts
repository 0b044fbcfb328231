import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { resolveOptions } from './config/resolve-options.ts';
import { describeDatabase, readDatabase } from './database-settings.ts';

type Environment = Readonly<Record<string, string>>;

function read(environment: Environment, hasCommand = true) {
  return readDatabase(
    resolveOptions({
      commandLine: new Map(),
      hasCommand,
      environment,
      home: '/understudy',
      workingDirectory: '/somewhere',
    }),
  );
}

function settings(environment: Environment, hasCommand?: boolean) {
  const database = read(environment, hasCommand);
  assert.ok(database.kind === 'postgres');
  return database.settings;
}

function refusal(environment: Environment): OptionError {
  try {
    read(environment);
  } catch (error) {
    assert.ok(error instanceof OptionError);
    assert.notEqual(error.remedy, '');
    return error;
  }
  return assert.fail('it is accepted');
}

const SECTION = 'issue "State in PostgreSQL" 1';

test(`${SECTION}: without options, state is in files in the data directory; dev-file is the same`, () => {
  for (const environment of [{}, { KC_DB: 'dev-file' }, { KC_DB: 'file' }]) {
    const database = read(environment);
    assert.deepEqual(database, { kind: 'files', dataDir: join('/understudy', 'data') });
    assert.equal(describeDatabase(database), `in the data directory ${join('/understudy', 'data')}`);
  }
  assert.deepEqual(read({ KC_DB: 'dev-mem' }), { kind: 'memory' });
  assert.match(describeDatabase(read({ KC_DB: 'dev-mem' })), /in memory, and lost/);
});

for (const vendor of ['mysql', 'mariadb', 'mssql', 'oracle', 'tidb', 'MySQL']) {
  test(`${SECTION}: with KC_DB=${vendor}, state is in files, and the address is not read`, () => {
    assert.equal(read({ KC_DB: vendor, KC_DB_URL: `jdbc:${vendor}://db/kc` }).kind, 'files');
  });
}

test(`${SECTION}: the variables of a compose file are the address`, () => {
  const { tls, ...rest } = settings({
    KC_DB: 'postgres',
    KC_DB_URL: 'jdbc:postgresql://postgres:5433/kc',
    KC_DB_USERNAME: 'keycloak',
    KC_DB_PASSWORD: 'password',
    KC_DB_SCHEMA: 'sso',
    KC_DB_POOL_MAX_SIZE: '7',
  });
  assert.deepEqual(rest, {
    host: 'postgres',
    port: 5433,
    database: 'kc',
    user: 'keycloak',
    password: 'password',
    schema: 'sso',
    poolMaxSize: 7,
    applicationName: 'Understudy',
  });
  assert.equal(tls.mode, 'prefer');
});

test(`${SECTION}: host, port and database are given one by one, with Keycloak's defaults`, () => {
  const { host, port, database } = settings({ KC_DB: 'postgres' });
  assert.deepEqual([host, port, database], ['localhost', 5432, 'keycloak']);
  const given = settings({
    KC_DB: 'postgres',
    KC_DB_URL_HOST: 'db.test',
    KC_DB_URL_PORT: '5433',
    KC_DB_URL_DATABASE: 'sso',
  });
  assert.deepEqual([given.host, given.port, given.database], ['db.test', 5433, 'sso']);
});

test(`${SECTION}: an address of PostgreSQL alone says which database is meant`, () => {
  assert.equal(settings({ KC_DB_URL: 'postgresql://db.test/kc' }).host, 'db.test');
  assert.equal(read({ KC_DB_URL: 'jdbc:mysql://db.test/kc' }).kind, 'files');
  assert.equal(read({ KC_DB_URL: 'postgresql://db.test/kc', KC_DB: 'dev-file' }).kind, 'files');
});

test(`${SECTION}: user and password of the address are used unless there are options for them`, () => {
  const url = 'postgresql://inside:secret@db.test/kc';
  const inside = settings({ KC_DB_URL: url });
  assert.deepEqual([inside.user, inside.password], ['inside', 'secret']);
  const options = settings({ KC_DB_URL: url, KC_DB_USERNAME: 'outside', KC_DB_PASSWORD: 'other' });
  assert.deepEqual([options.user, options.password], ['outside', 'other']);
  assert.equal(settings({ KC_DB_URL: 'postgresql://kc@db.test' }).database, 'kc');
});

test(`${SECTION}: properties of the URL and of the option are joined, and the option comes first`, () => {
  const { tls, schema, applicationName } = settings({
    KC_DB_URL: 'jdbc:postgresql://db.test/kc?sslmode=disable&currentSchema=inside',
    KC_DB_URL_PROPERTIES: '?sslmode=require&ApplicationName=sso',
  });
  assert.deepEqual([tls.mode, schema, applicationName], ['require', 'inside', 'sso']);
});

const MODES: readonly [properties: string, mode: string][] = [
  ['', 'prefer'],
  ['sslmode=allow', 'prefer'],
  ['sslmode=disable', 'disable'],
  ['sslmode=VERIFY-CA', 'verify-ca'],
  ['ssl=true', 'verify-full'],
  ['ssl', 'verify-full'],
  ['ssl=true&sslfactory=org.postgresql.ssl.NonValidatingFactory', 'require'],
];
for (const [properties, mode] of MODES) {
  test(`${SECTION}: TLS with "${properties}" is ${mode}`, () => {
    const given = { KC_DB: 'postgres', KC_DB_URL_PROPERTIES: properties };
    assert.equal(settings(given).tls.mode, mode);
  });
}

test(`${SECTION}: an authority is read from its file`, () => {
  const path = join(mkdtempSync(join(tmpdir(), 'understudy-database-')), 'ca.pem');
  writeFileSync(path, 'PEM');
  const { tls } = settings({
    KC_DB: 'postgres',
    KC_DB_URL_PROPERTIES: `sslmode=verify-full&sslrootcert=${encodeURIComponent(path)}`,
  });
  assert.deepEqual([tls.mode, tls.authorities], ['verify-full', 'PEM']);
});

test(`${SECTION}: the variables of images before Keycloak 17 and of Bitnami's image are translated`, () => {
  const old = settings(
    {
      DB_VENDOR: 'POSTGRES',
      DB_ADDR: 'postgres',
      DB_PORT: '5433',
      DB_DATABASE: 'sso',
      DB_SCHEMA: 'kc',
      DB_USER: 'u',
      DB_PASSWORD: 'p',
      JDBC_PARAMS: 'sslmode=disable',
    },
    false,
  );
  const { host, port, database, schema, user, password, tls } = old;
  assert.deepEqual(
    [host, port, database, schema, user, password, tls.mode],
    ['postgres', 5433, 'sso', 'kc', 'u', 'p', 'disable'],
  );
  const bitnami = settings(
    {
      KC_RUN_IN_CONTAINER: 'true',
      KEYCLOAK_DATABASE_HOST: 'postgresql',
      KEYCLOAK_DATABASE_NAME: 'b',
      KEYCLOAK_DATABASE_USER: 'u',
      KEYCLOAK_DATABASE_PASSWORD: 'p',
    },
    false,
  );
  assert.deepEqual([bitnami.host, bitnami.database, bitnami.user], ['postgresql', 'b', 'u']);
  const withVendor = { KEYCLOAK_DATABASE_VENDOR: 'dev-file', KEYCLOAK_DATABASE_HOST: 'x' };
  assert.equal(read({ KC_RUN_IN_CONTAINER: 'true', ...withVendor }, false).kind, 'files');
});

test(`${SECTION}: a refusal names the option, where it is set, and the remedy`, () => {
  const cluster = refusal({ KC_DB_URL: 'jdbc:postgresql://a,b/kc' });
  assert.match(cluster.toLine(), /names 2 hosts; one is supported.*KC_DB_URL/);
  const other = refusal({ KC_DB: 'postgres', KC_DB_URL: 'jdbc:mysql://db/kc' });
  assert.match(other.toLine(), /not the address of a PostgreSQL database/);
  const mode = refusal({ KC_DB: 'postgres', KC_DB_URL_PROPERTIES: 'sslmode=maybe' });
  assert.match(
    mode.toLine(),
    /^db-url-properties: sslmode=maybe cannot be used .*KC_DB_URL_PROPERTIES.*verify-full/,
  );
  const inUrl = refusal({ KC_DB_URL: 'postgresql://db/kc?sslmode=maybe' });
  assert.equal(inUrl.option, 'db-url');
  const file = refusal({ KC_DB: 'postgres', KC_DB_URL_PROPERTIES: 'sslrootcert=/missing.pem' });
  assert.match(file.toLine(), /^db-url-properties: sslrootcert=\/missing\.pem cannot be read \(ENOENT\)/);
});

test(`${SECTION}: a value that cannot be read is never repeated, because it may contain a password`, () => {
  const error = refusal({ KC_DB: 'postgres', KC_DB_URL: 'postgresql://u:hidden@db:0/kc' });
  assert.doesNotMatch(error.toLine(), /hidden/);
  assert.equal(error.option, 'db-url');
});

test(`${SECTION}: an unknown database is refused`, () => {
  assert.match(
    refusal({ KC_DB: 'sqlite' }).toLine(),
    /"sqlite" cannot be used.*KC_DB.*file, postgres, dev-mem/,
  );
});
