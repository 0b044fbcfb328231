import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { checkVersion, readServerVersion } from './server-version.ts';
import { usingDatabase, withDatabase } from './testing/test-database.ts';

test('PostgreSQL 12 is refused with the version that is required', () => {
  const text = 'PostgreSQL 12.22 (Debian 12.22-1) on x86_64-pc-linux-gnu';
  assert.throws(
    () => checkVersion(text, 120_022),
    (error) => {
      assert.ok(error instanceof OptionError);
      assert.equal(
        error.message,
        'db-url: the database is PostgreSQL 12.22, but PostgreSQL 13 or later is required',
      );
      assert.equal(error.exitCode, 1);
      return true;
    },
  );
});

test('PostgreSQL 13 is accepted', () => {
  assert.deepEqual(checkVersion('PostgreSQL 13.0 on x86', 130_000), {
    text: 'PostgreSQL 13.0',
    canNotify: true,
  });
});

test('CockroachDB is accepted, without announcements of changes', () => {
  assert.equal(checkVersion('CockroachDB CCL v24.1.0 (x86_64)', 130_000).canNotify, false);
});

withDatabase()('the database that runs here is asked for its version', async (given) => {
  await usingDatabase(given.newSettings(), async (database) => {
    const { text, canNotify } = await readServerVersion(database);
    assert.match(text, /^PostgreSQL \d+/);
    assert.equal(canNotify, true);
  });
});
