import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { type FaultyLink, startFaultyLink } from '../../../tools/faulty-link.mjs';
import { createDatabase, type Database, Document, type Queries } from './database.ts';
import { codeOf, violatedUnique } from './database-errors.ts';
import { migrate } from './migrations.ts';
import { type TestDatabase, usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const TABLE = ['CREATE TABLE kept (id INTEGER CONSTRAINT kept_id PRIMARY KEY, n INTEGER, data JSONB)'];
const ADD = { name: 'add', text: 'INSERT INTO kept (id, n) VALUES ($1, $2)' };
const READ = { name: 'read', operation: 'read', text: 'SELECT n FROM kept WHERE id = $1' } as const;
const SET = { name: 'set', text: 'UPDATE kept SET n = $2 WHERE id = $1' };

const withTable = (given: TestDatabase, run: (database: Database) => Promise<void>) =>
  usingDatabase(given.newSettings(), async (database) => {
    await migrate(database, [TABLE]);
    await run(database);
  });

const readOne = async (queries: Queries, id: number): Promise<number | undefined> =>
  (await queries.query<{ n: number }>(READ, id))[0]?.n;

check('a transaction that fails changes nothing, and its connection is used again', async (given) => {
  await usingDatabase(given.newSettings({ poolMaxSize: 1 }), async (database) => {
    await migrate(database, [TABLE]);
    const fail = async (queries: Queries): Promise<never> => {
      await queries.run(ADD, 1, 1);
      throw new RangeError('no');
    };
    await assert.rejects(database.transaction(fail), RangeError);
    assert.equal(await readOne(database, 1), undefined);
  });
});

check('a violated unique constraint is named, alone and in a transaction', async (given) => {
  await withTable(given, async (database) => {
    await database.run(ADD, 1, 1);
    const isNamed = (error: unknown): boolean => violatedUnique(error) === 'kept_id';
    await assert.rejects(database.run(ADD, 1, 2), isNamed);
    await assert.rejects(
      database.transaction((queries) => queries.run(ADD, 1, 2)),
      isNamed,
    );
  });
});

check('transactions that cannot be serialized are repeated, so that no change is lost', async (given) => {
  await withTable(given, async (database) => {
    await database.run(ADD, 1, 0);
    const count = () =>
      database.transaction(
        async (queries) => {
          const n = (await readOne(queries, 1)) ?? 0;
          await queries.run(SET, 1, n + 1);
        },
        { isSnapshot: true },
      );
    await Promise.all(Array.from({ length: 8 }, count));
    assert.equal(await readOne(database, 1), 8);
  });
});

check('of two transactions that block each other, one is repeated', async (given) => {
  await withTable(given, async (database) => {
    for (const id of [1, 2]) await database.run(ADD, id, 0);
    let resolve: () => void = () => undefined;
    const bothStarted = new Promise<void>((done) => {
      resolve = done;
    });
    let started = 0;
    const change = (first: number, second: number) =>
      database.transaction(async (queries) => {
        await queries.run(SET, first, first);
        started += 1;
        if (started === 2) resolve();
        await bothStarted;
        await queries.run(SET, second, first);
      });
    await Promise.all([change(1, 2), change(2, 1)]);
    assert.ok(started >= 3);
    assert.equal(await readOne(database, 1), await readOne(database, 2));
  });
});

check('a transaction whose connection is cut changes nothing, and the next one works', async (given) => {
  await withTable(given, async (database) => {
    const text = 'SELECT pg_terminate_backend(pg_backend_pid())';
    const cut = async (queries: Queries) => {
      await queries.run(ADD, 1, 1);
      await queries.query({ name: '', text });
    };
    await assert.rejects(database.transaction(cut), StorageError);
    assert.equal(await readOne(database, 1), undefined);
    await database.transaction((queries) => queries.run(ADD, 1, 3));
    assert.equal(await readOne(database, 1), 3);
  });
});

check(
  'a statement that the database does not understand is a defect, not a fault of the storage',
  async (given) => {
    await withTable(given, async (database) => {
      await assert.rejects(database.run({ name: '', text: 'SELEC 1' }), (error) => codeOf(error) === '42601');
    });
  },
);

check(
  'texts and documents with characters that the database rejects come back as they were',
  async (given) => {
    await withTable(given, async (database) => {
      const write = { name: 'write', text: 'INSERT INTO kept (id, data) VALUES ($1, $2)' };
      const document = { 'a\0': ['\ud800', '\uFDD0', { b: 'ü' }] };
      await database.run(write, 1, new Document(document));
      const text = 'SELECT data FROM kept';
      assert.deepEqual(await database.query({ name: '', text }), [{ data: document }]);
      const unknown = { name: 'find', text: 'SELECT 1 FROM kept WHERE data::text = $1' };
      assert.deepEqual(await database.query(unknown, 'a\0b'), []);
    });
  },
);

check('a database that can be written has no failure, one that is read-only or away has', async (given) => {
  await usingDatabase(given.newSettings(), async (database) => {
    assert.equal(await database.findFailure(), undefined);
    await given.cluster.query(
      'CREATE ROLE frozen LOGIN; ALTER ROLE frozen SET default_transaction_read_only = on',
    );
    await usingDatabase(given.newSettings({ user: 'frozen' }), async (frozen) => {
      assert.match((await frozen.findFailure())?.description ?? '', /the database is read-only/);
    });
    await given.cluster.halt();
    try {
      assert.match((await database.findFailure())?.description ?? '', /the database cannot be reached/);
    } finally {
      await given.cluster.resume();
    }
    assert.equal(await database.findFailure(), undefined);
  });
});

check('a database that does not answer has a failure', async (given) => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  assert.ok(typeof address === 'object' && address !== null);
  const database = createDatabase(given.newSettings({ port: address.port }), silentLogger);
  const failure = await database.findFailure();
  assert.equal(failure?.code, 'ETIMEDOUT');
  silent.close();
  await database.close();
});

const withLink = async (
  given: TestDatabase,
  run: (database: Database, link: FaultyLink) => Promise<void>,
): Promise<void> => {
  const link = await startFaultyLink(given.cluster.port);
  await usingDatabase(given.newSettings({ port: link.port }), async (database) => {
    await migrate(database, [TABLE]);
    await database.run(ADD, 1, 0);
    await run(database, link);
  });
  await link.stop();
};

const INCREASE = { name: 'increase', text: 'UPDATE kept SET n = n + 1 WHERE id = $1' };

check('a change is not repeated when its connection is cut, whether it has arrived or not', (given) =>
  withLink(given, async (database, link) => {
    link.cutAt('increase');
    await assert.rejects(database.run(INCREASE, 1), StorageError);
    assert.equal(await readOne(database, 1), 0);
    link.cutAt('increase', { afterwards: true });
    await assert.rejects(database.run(INCREASE, 1), StorageError);
    assert.equal(await readOne(database, 1), 1);
  }),
);

check('a read is repeated when its connection is cut', (given) =>
  withLink(given, async (database, link) => {
    link.cutAt('read', { afterwards: true });
    assert.equal(await readOne(database, 1), 0);
  }),
);

check('a transaction whose connection is cut before it begins is made on another one', (given) =>
  withLink(given, async (database, link) => {
    link.cutAt('BEGIN');
    await database.transaction((queries) => queries.run(INCREASE, 1));
    assert.equal(await readOne(database, 1), 1);
  }),
);

for (const afterwards of [false, true])
  check(`a transaction whose commit ${afterwards ? 'is not confirmed' : 'does not arrive'} fails`, (given) =>
    withLink(given, async (database, link) => {
      link.cutAt('COMMIT', { afterwards });
      await assert.rejects(
        database.transaction((queries) => queries.run(INCREASE, 1)),
        StorageError,
      );
      assert.equal(await readOne(database, 1), afterwards ? 1 : 0);
    }),
  );

check('a slow database is waited for, by more callers than there are connections', (given) =>
  withLink(given, async (database, link) => {
    link.delay(50);
    const work = Array.from({ length: 40 }, () => database.run(INCREASE, 1));
    assert.equal(await database.findFailure(), undefined);
    await Promise.all(work);
    assert.equal(await readOne(database, 1), 40);
  }),
);

check('a database that is too slow to be asked has a failure, and no more when it is fast again', (given) =>
  withLink(given, async (database, link) => {
    link.delay(2000);
    assert.match((await database.findFailure())?.description ?? '', /cannot be reached/);
    link.delay(0);
    assert.equal(await readOne(database, 1), 0);
    assert.equal(await database.findFailure(), undefined);
  }),
);
