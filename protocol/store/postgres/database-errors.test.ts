import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import pg from 'pg';
import { OptionError } from '#protocol/errors/option-error.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { createTestCertificate } from '#protocol/http/testing/certificate.ts';
import { toOptionError, toStorageError } from './database-errors.ts';
import { migrate } from './migrations.ts';
import type { PostgresSettings, PostgresTls } from './postgres-settings.ts';
import { readServerVersion } from './server-version.ts';
import { usingDatabase, withDatabase } from './testing/test-database.ts';

const PASSWORD = 'hunter2-secret';
const { certificate, key } = createTestCertificate('db', ['localhost']);
const checkWithPassword = withDatabase({ password: PASSWORD, tls: { certificate, key } });
/** Trusts these authorities. */
const tls = (mode: PostgresTls['mode'], authorities?: string): PostgresTls => ({
  mode,
  authorities,
  certificate: undefined,
  key: undefined,
});
const checkOpen = withDatabase();

/** What a start with these settings fails with. */
async function faultOf(settings: PostgresSettings): Promise<OptionError> {
  let fault: unknown;
  await usingDatabase(settings, async (database) => {
    try {
      await readServerVersion(database);
      await migrate(database);
    } catch (error) {
      fault = toOptionError(settings, error);
    }
  });
  assert.ok(fault instanceof OptionError, String(fault));
  assert.equal(fault.exitCode, 1);
  assert.equal(fault.toLine().includes(PASSWORD), false);
  assert.equal(String((fault.cause as Error).stack).includes(PASSWORD), false);
  return fault;
}

async function checkFault(
  settings: PostgresSettings,
  option: string,
  problem: RegExp,
  remedy: RegExp,
): Promise<void> {
  const fault = await faultOf(settings);
  assert.equal(fault.option, option);
  assert.match(fault.message, problem);
  assert.match(fault.remedy, remedy);
}

checkWithPassword('db-url: a host that does not exist is named', async (given) => {
  const settings = given.newSettings({ host: 'nowhere.invalid' });
  await checkFault(settings, 'db-url', /there is no host nowhere\.invalid/, /Give the name or address/);
});

checkWithPassword('db-url: a port on which nothing listens is named', async (given) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  server.close();
  await once(server, 'close');
  const settings = given.newSettings({ port: address.port });
  await checkFault(settings, 'db-url', /nothing listens on 127\.0\.0\.1, port \d+/, /Start the database/);
});

checkWithPassword('db-password: a wrong password is refused and named nowhere', async (given) => {
  const settings = given.newSettings({ password: `${PASSWORD}-wrong` });
  await checkFault(
    settings,
    'db-password',
    /rejects the password of understudy$/,
    /Give the password of db-username/,
  );
});

checkWithPassword('db-password: a missing password is asked for', async (given) => {
  const settings = given.newSettings({ password: undefined });
  await checkFault(settings, 'db-password', /asks for the password of understudy/, /Give the password/);
});

checkWithPassword('db-url: a database that does not exist is named', async (given) => {
  const settings = given.newSettings({ database: 'elsewhere' });
  await checkFault(settings, 'db-url', /there is no database elsewhere/, /createdb elsewhere/);
});

checkWithPassword('db-url-properties: a certificate that is not trusted is refused', async (given) => {
  const settings = given.newSettings({ host: 'localhost', tls: tls('verify-full') });
  await checkFault(
    settings,
    'db-url-properties',
    /certificate of the database is not trusted/,
    /as sslrootcert/,
  );
});

checkWithPassword('db-url-properties: a trusted certificate for another host is refused', async (given) => {
  const settings = given.newSettings({ tls: tls('verify-full', certificate) });
  await checkFault(
    settings,
    'db-url-properties',
    /certificate of the database is not for 127\.0\.0\.1/,
    /verify-ca/,
  );
});

checkWithPassword('a connection with a trusted certificate for the host is encrypted', async (given) => {
  const connections = [
    { host: 'localhost', tls: tls('verify-full', certificate) },
    { tls: tls('verify-ca', certificate) },
    { tls: tls('require') },
  ];
  for (const changes of connections)
    await usingDatabase(given.newSettings(changes), async (database) => {
      const text = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
      assert.deepEqual(await database.query({ name: 'is-encrypted', text }), [{ ssl: true }]);
    });
});

checkOpen('db-url-properties: a database that offers no TLS is refused', async (given) => {
  const settings = given.newSettings({ tls: tls('require') });
  await checkFault(settings, 'db-url-properties', /does not offer encrypted connections/, /Turn on ssl/);
});

checkOpen(
  'db-url: a port on which another program listens is named, however TLS is wanted',
  async (given) => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const settings = given.newSettings({ port: address.port, tls: tls('require') });
    await checkFault(settings, 'db-url', /port \d+, is not PostgreSQL/, /Give the host and port/);
    server.close();
  },
);

checkOpen(
  'db-schema: a schema with tables of another program is refused and stays as it is',
  async (given) => {
    const settings = given.newSettings();
    const table = `"${settings.schema}".users`;
    await given.cluster.query(`CREATE SCHEMA "${settings.schema}"; CREATE TABLE ${table} (login TEXT)`);
    await checkFault(settings, 'db-schema', /has tables of another program/, /name of another schema/);
    assert.equal(await given.cluster.query(`INSERT INTO ${table} VALUES ('a') RETURNING login`), 'a');
  },
);

checkOpen('db-username: a role that does not exist is refused', async (given) => {
  const settings = given.newSettings({ user: 'nobody' });
  await checkFault(settings, 'db-username', /does not let nobody in/, /Give a role that may log in/);
});

checkOpen('db-username: a role that may not create tables is told what to run', async (given) => {
  await given.cluster.query('CREATE ROLE guest LOGIN');
  const settings = given.newSettings({ user: 'guest', schema: 'my schema' });
  await checkFault(
    settings,
    'db-username',
    /guest may not use the schema my schema/,
    /CREATE SCHEMA "my schema" AUTHORIZATION "guest"/,
  );
  const inPublic = given.newSettings({ user: 'guest', schema: 'public' });
  await checkFault(
    inPublic,
    'db-username',
    /may not use the schema public/,
    /GRANT CREATE ON SCHEMA public TO "guest"/,
  );
});

checkOpen('db-pool-max-size: a database without free connections is named', async (given) => {
  await given.cluster.query('CREATE ROLE many LOGIN CONNECTION LIMIT 0');
  const settings = given.newSettings({ user: 'many' });
  await checkFault(settings, 'db-pool-max-size', /accepts no more connections/, /max_connections/);
});

checkOpen('db-url: a database that is read-only is refused', async (given) => {
  await given.cluster.query(
    'CREATE ROLE reader LOGIN SUPERUSER; ALTER ROLE reader SET default_transaction_read_only = on',
  );
  const settings = given.newSettings({ user: 'reader' });
  await checkFault(settings, 'db-url', /is read-only/, /primary server/);
});

checkOpen(
  'a database that stops while the server runs is a fault of the storage without its address',
  async (given) => {
    await usingDatabase(given.newSettings(), async (database) => {
      await migrate(database);
      await given.cluster.halt();
      try {
        await assert.rejects(database.run({ name: '', text: 'DELETE FROM servers' }), (error) => {
          assert.ok(error instanceof StorageError);
          assert.equal(error.operation, 'write');
          assert.match(error.description, /^The change was not saved: the database cannot be reached\.$/);
          assert.match(error.remedy, /Check that it is running/);
          assert.match(error.path, /^postgresql:\/\/127\.0\.0\.1:\d+\/understudy$/);
          return true;
        });
      } finally {
        await given.cluster.resume();
      }
      assert.equal(await database.run({ name: '', text: 'DELETE FROM servers' }), 0);
    });
  },
);

test('db-url: a database that accepts connections and does not answer is named, and the request may be repeated', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const settings = { host: '127.0.0.1', port: address.port, database: 'd' } as PostgresSettings;
  const limits = { host: '127.0.0.1', port: address.port, connectionTimeoutMillis: 20 };
  const [client, pool] = [new pg.Client(limits), new pg.Pool(limits)];
  client.on('error', () => undefined);
  for (const connecting of [client.connect(), pool.connect()]) {
    const error = await connecting.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const fault = toOptionError(settings, error);
    assert.ok(fault instanceof OptionError, String(fault));
    assert.equal(fault.option, 'db-url');
    assert.equal(
      fault.message.includes(`127.0.0.1 does not answer on port ${settings.port}`),
      true,
      fault.message,
    );
    const failed = toStorageError(settings, error, 'read');
    assert.ok(failed instanceof StorageError, String(failed));
    assert.equal(failed.retryAfterSeconds, 2);
  }
  await Promise.all([client.end(), pool.end()]);
  server.close();
});

test('a defect of the server is neither a fault of the storage nor of an option', () => {
  const settings = { host: 'db', port: 1, database: 'd' } as PostgresSettings;
  const defect = new TypeError('x is not a function');
  assert.equal(toStorageError(settings, defect, 'read'), defect);
  assert.equal(toOptionError(settings, defect), defect);
});
