import assert from 'node:assert/strict';
import { OptionError } from '#protocol/errors/option-error.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { codeOf } from './database-errors.ts';
import { migrate, STEPS } from './migrations.ts';
import { usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const KEY = '00000000-0000-0000-0000-000000000001';

const statement = (text: string) => ({ name: '', text });

check('the tables are created once, even if several servers start at the same time', async (given) => {
  const settings = given.newSettings();
  const starts = Array.from({ length: 6 }, () => usingDatabase(settings, (database) => migrate(database)));
  await Promise.all(starts);
  await usingDatabase(settings, async (database) => {
    await migrate(database);
    assert.deepEqual(await database.query(statement('SELECT version FROM schema_version')), [
      { version: STEPS.length },
    ]);
    assert.deepEqual(await database.query(statement('SELECT * FROM users')), []);
  });
});

check('later steps are applied to the tables that are there, and each only once', async (given) => {
  const steps = [['CREATE TABLE kept (n INTEGER)', 'INSERT INTO kept VALUES (1)']];
  const more = [...steps, ['ALTER TABLE kept ADD COLUMN m INTEGER', 'UPDATE kept SET m = 2']];
  await usingDatabase(given.newSettings(), async (database) => {
    await migrate(database, steps);
    await migrate(database, more);
    await migrate(database, more);
    assert.deepEqual(await database.query(statement('SELECT * FROM kept')), [{ n: 1, m: 2 }]);
  });
});

check(
  'sessions of the first version are brought along, and that version may go on writing them',
  async (given) => {
    const add = (id: string, data: object) =>
      statement(`INSERT INTO sessions (realm_key, id, user_id, offline, client_ids, started_at, data)
      VALUES ('${KEY}', '${id}', 'u', ${id.startsWith('offline')}, '{}', 7, '${JSON.stringify(data)}')`);
    await usingDatabase(given.newSettings(), async (database) => {
      await migrate(database, STEPS.slice(0, 2));
      await database.run(
        statement(`INSERT INTO realms (key, id, name, position, version, unique_emails, data)
        VALUES ('${KEY}', 'r', 'r', 1, 1, TRUE, '{}')`),
      );
      await database.run(add('a', { lastAccessAt: 120_001, rememberMe: true }));
      await database.run(add('b', { lastAccessAt: 1e300, rememberMe: false }));
      await migrate(database);
      await database.run(add('offline', { lastAccessAt: 1.4, rememberMe: true }));
      const text = 'SELECT id, remembered, used_at, used_minute FROM sessions ORDER BY id';
      assert.deepEqual(await database.query(statement(text)), [
        { id: 'a', remembered: true, used_at: 120_001, used_minute: 2 },
        { id: 'b', remembered: false, used_at: 9e15, used_minute: 15e10 },
        { id: 'offline', remembered: false, used_at: 1, used_minute: 0 },
      ]);
    });
  },
);

check('a step that fails leaves the tables as they were', async (given) => {
  const steps = [['CREATE TABLE kept (n INTEGER)']];
  const broken = [...steps, ['INSERT INTO kept VALUES (1)', 'INSERT INTO nowhere VALUES (1)']];
  await usingDatabase(given.newSettings(), async (database) => {
    await migrate(database, steps);
    await assert.rejects(migrate(database, broken), (error) => codeOf(error) === '42P01');
    assert.deepEqual(await database.query(statement('SELECT * FROM kept')), []);
    await migrate(database, steps);
  });
});

check('a database that a newer version has changed is refused and stays as it is', async (given) => {
  await usingDatabase(given.newSettings(), async (database) => {
    await migrate(database, [['CREATE TABLE kept (n INTEGER)'], ['INSERT INTO kept VALUES (1)']]);
    await assert.rejects(migrate(database, [['DROP TABLE kept']]), (error) => {
      assert.ok(error instanceof OptionError);
      assert.equal(error.option, 'db-url');
      assert.match(error.message, /a newer version of Understudy has changed the database at postgresql:/);
      assert.match(error.remedy, /another database or db-schema/);
      return true;
    });
    assert.deepEqual(await database.query(statement('SELECT * FROM kept')), [{ n: 1 }]);
  });
});

check('a role without the right to create may use tables that are there', async (given) => {
  const settings = given.newSettings();
  await usingDatabase(settings, (database) => migrate(database));
  await given.cluster.query(`CREATE ROLE guest LOGIN;
    GRANT USAGE ON SCHEMA "${settings.schema}" TO guest;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${settings.schema}" TO guest`);
  await usingDatabase({ ...settings, user: 'guest' }, (database) => migrate(database));
  await usingDatabase({ ...given.newSettings(), user: 'guest' }, async (database) => {
    await assert.rejects(
      migrate(database),
      (error) => error instanceof StorageError && error.code === '42501',
    );
  });
});
