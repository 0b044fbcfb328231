import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDatabase } from './describe-database.ts';
import type { PostgresSettings } from './postgres-settings.ts';

const settings: PostgresSettings = {
  host: 'db.example.org',
  port: 5432,
  database: 'sso',
  user: 'sso-user',
  password: 'secret',
  schema: 'public',
  poolMaxSize: 10,
  tls: { mode: 'disable', authorities: undefined, certificate: undefined, key: undefined },
  applicationName: 'understudy',
};

test('the address of the database contains neither user nor password', () => {
  assert.equal(describeDatabase(settings), 'postgresql://db.example.org:5432/sso');
});

test('RFC 3986 §3.2.2: an IPv6 address is in brackets', () => {
  assert.equal(describeDatabase({ ...settings, host: '::1' }), 'postgresql://[::1]:5432/sso');
});

test('the folder of a Unix socket is encoded', () => {
  const address = describeDatabase({ ...settings, host: '/var/run/postgresql' });
  assert.equal(address, 'postgresql://%2Fvar%2Frun%2Fpostgresql:5432/sso');
});
