import assert from 'node:assert/strict';
import { createTestCertificate } from '#protocol/http/testing/certificate.ts';
import { clientConfig, decideTls, quoteIdentifier } from './connect.ts';
import { usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();
const { certificate, key } = createTestCertificate('db', ['localhost']);
const checkWithTls = withDatabase({ tls: { certificate, key } });

const preferred = { mode: 'prefer', authorities: undefined, certificate: undefined, key: undefined } as const;

check('the schema is found by its name, whatever characters that has', async (given) => {
  for (const schema of ['public', 'Two words', 'a"b', "it's", 'back\\slash', 'comma,b', 'ünïcode']) {
    const settings = given.newSettings({ schema });
    await usingDatabase(settings, async (database) => {
      await database.run({ name: '', text: `CREATE SCHEMA IF NOT EXISTS ${quoteIdentifier(schema)}` });
      const text = 'SELECT current_schema() AS name';
      assert.deepEqual(await database.query({ name: 'schema', text }), [{ name: schema }]);
    });
  }
});

check('every connection has time limits and a name', async (given) => {
  await usingDatabase(given.newSettings({ applicationName: 'my server' }), async (database) => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    const text = `SELECT current_setting('application_name') AS name, ${names
      .map((name, index) => `current_setting('${name}') AS limit${index}`)
      .join(', ')}`;
    const row = { name: 'my server', limit0: '15s', limit1: '10s', limit2: '1min' };
    assert.deepEqual(await database.query({ name: 'limits', text }), [row]);
  });
});

check('the password is not among the readable settings of a connection', async (given) => {
  const config = clientConfig(given.newSettings({ password: 'hunter2' }));
  assert.equal(JSON.stringify(config).includes('hunter2'), false);
  assert.equal(await (config.password as () => string)(), 'hunter2');
});

check('times and versions are read as numbers, documents as they were written', async (given) => {
  await usingDatabase(given.newSettings(), async (database) => {
    const text = `SELECT 9007199254740991::bigint AS n, '{"zz":1,"b":[{}]}'::json AS document`;
    const [row] = await database.query<{ n: number; document: object }>({ name: 'types', text });
    assert.equal(row?.n, Number.MAX_SAFE_INTEGER);
    assert.deepEqual(Object.keys(row.document), ['zz', 'b']);
  });
});

checkWithTls('sslmode=prefer: TLS is used where the database offers it', async (given) => {
  const { tls } = await decideTls(given.newSettings({ tls: preferred }));
  assert.equal(tls.mode, 'require');
});

check('sslmode=prefer: without TLS of the database, the connection is plain', async (given) => {
  const { tls } = await decideTls(given.newSettings({ tls: preferred }));
  assert.equal(tls.mode, 'disable');
});

check('sslmode=prefer: a fault other than missing TLS is not taken for it', async (given) => {
  const settings = given.newSettings({ tls: preferred, database: 'elsewhere' });
  assert.equal((await decideTls(settings)).tls.mode, 'disable');
  await assert.rejects(decideTls({ ...settings, port: 1 }), /ECONNREFUSED/);
});
