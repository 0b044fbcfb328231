import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPostgresUrl, parseDatabaseUrl, parseProperties } from './database-url.ts';

const hostOf = (host: string, port?: number) => [{ host, port }];

const READ: readonly [url: string, hosts: ReturnType<typeof hostOf>, database: string | undefined][] = [
  ['jdbc:postgresql://postgres:5433/keycloak', hostOf('postgres', 5433), 'keycloak'],
  ['jdbc:postgresql://postgres/keycloak', hostOf('postgres'), 'keycloak'],
  ['jdbc:postgresql://[::1]:5432/keycloak', hostOf('::1', 5432), 'keycloak'],
  ['jdbc:postgresql://db.test/', hostOf('db.test'), undefined],
  ['jdbc:postgresql://db.test', hostOf('db.test'), undefined],
  ['jdbc:postgresql:keycloak', [], 'keycloak'],
  ['jdbc:postgresql:///keycloak', [], 'keycloak'],
  ['jdbc:postgresql:/', [], undefined],
  ['jdbc:aws-wrapper:postgresql://db.test/kc', hostOf('db.test'), 'kc'],
  ['postgresql://db.test:6432/key%20cloak', hostOf('db.test', 6432), 'key cloak'],
  ['postgres://%2Fvar%2Frun%2Fpostgresql/kc', hostOf('/var/run/postgresql'), 'kc'],
  ['JDBC:PostgreSQL://DB/kc', hostOf('DB'), 'kc'],
];
for (const [url, hosts, database] of READ) {
  test(`issue "State in PostgreSQL" 1: ${url} is read`, () => {
    const address = parseDatabaseUrl(url);
    assert.deepEqual(address?.hosts, hosts);
    assert.equal(address?.database, database);
    assert.equal(isPostgresUrl(url), true);
  });
}

test('issue "State in PostgreSQL" 1: user and password are read from both forms, decoded', () => {
  const uri = parseDatabaseUrl('postgresql://kc%40test:p%3Aw%2F@db.test/kc');
  assert.deepEqual([uri?.user, uri?.password], ['kc@test', 'p:w/']);
  const jdbc = parseDatabaseUrl('jdbc:postgresql://db.test/kc?user=kc&password=p%26w&sslMode=require');
  assert.deepEqual([jdbc?.user, jdbc?.password], ['kc', 'p&w']);
  assert.equal(jdbc?.properties.get('sslmode'), 'require');
  const before = parseDatabaseUrl('postgresql://a:b@db.test/kc?user=c&password=d');
  assert.deepEqual([before?.user, before?.password], ['a', 'b']);
});

test('issue "State in PostgreSQL" 1: all hosts of a cluster are read, so that a message can name them', () => {
  const address = parseDatabaseUrl('jdbc:postgresql://a:1,b,[::1]:3/kc');
  assert.deepEqual(address?.hosts, [
    { host: 'a', port: 1 },
    { host: 'b', port: undefined },
    { host: '::1', port: 3 },
  ]);
});

for (const url of [
  '',
  'postgres',
  'db.test/kc',
  'jdbc:mysql://db.test/kc',
  'http://db.test/kc',
  'jdbc:postgresql://db.test:0/kc',
  'jdbc:postgresql://db.test:65536/kc',
  'jdbc:postgresql://db.test:port/kc',
  'jdbc:postgresql://[::1/kc',
  'jdbc:postgresql://::1/kc',
  'jdbc:postgresql://db test/kc',
  'jdbc:postgresql://db.test/kc#x',
  'jdbc:postgresql://db.test/%zz',
  'jdbc:postgresql://db.test/kc?%zz=1',
  'jdbc:postgresql://db.test/kc?=1',
  'postgresql://%zz@db.test/kc',
]) {
  test(`issue "State in PostgreSQL" 1: ${JSON.stringify(url)} is no address`, () => {
    assert.equal(parseDatabaseUrl(url), undefined);
  });
}

test('issue "State in PostgreSQL" 1: properties may begin with a question mark and be separated as Keycloak does', () => {
  for (const text of ['?a=1&B=2', 'a=1&B=2', ';a=1;B=2', ' ?a=1&&B=2 '])
    assert.deepEqual(
      [...(parseProperties(text) ?? [])],
      [
        ['a', '1'],
        ['b', '2'],
      ],
    );
  assert.deepEqual([...(parseProperties('') ?? [])], []);
  assert.deepEqual([...(parseProperties('ssl') ?? [])], [['ssl', 'true']]);
  assert.equal(parseProperties('a=%'), undefined);
});
