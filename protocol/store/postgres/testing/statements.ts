// Checks statements against the tables, so that none fails for the first time in use.
import assert from 'node:assert/strict';
import pg from 'pg';
import { clientConfig } from '../connect.ts';
import type { Statement } from '../database.ts';
import { migrate } from '../migrations.ts';
import { type TestDatabase, usingDatabase } from './test-database.ts';

/** The database prepares each of these statements, whose names are unique and not cut off. */
export async function checkStatements(given: TestDatabase, statements: readonly Statement[]): Promise<void> {
  const settings = given.newSettings();
  await usingDatabase(settings, (database) => migrate(database));
  const client = new pg.Client(clientConfig(settings));
  await client.connect();
  try {
    for (const { name, text } of statements) {
      assert.match(name, /^[a-z-]{1,63}$/);
      await client.query(`PREPARE "${name}" AS ${text}`);
    }
    const { rows } = await client.query<{ name: string }>('SELECT name FROM pg_prepared_statements');
    assert.deepEqual(rows.map(({ name }) => name).sort(), statements.map(({ name }) => name).sort());
  } finally {
    await client.end();
  }
}
