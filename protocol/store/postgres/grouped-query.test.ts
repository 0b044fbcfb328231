import assert from 'node:assert/strict';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { type Connection, Connections } from './connections.ts';
import { codeOf } from './database-errors.ts';
import type { TextQuery } from './grouped-query.ts';
import { migrate } from './migrations.ts';
import { type TestDatabase, usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const TABLE = ['CREATE TABLE kept (id INTEGER CONSTRAINT kept_id PRIMARY KEY, n INTEGER, document JSON)'];

const LIMITS = { answer: 20_000, suspicion: 20_000 };

const add = (id: number, n: number | null = id): TextQuery => ({
  name: 'add',
  text: 'INSERT INTO kept (id, n, document) VALUES ($1, $2, $3)',
  values: [String(id), n === null ? null : String(n), '{"a":[1]}'],
});
const find = (id: number): TextQuery => ({
  name: 'find',
  text: 'SELECT n, document FROM kept WHERE id = $1',
  values: [String(id)],
});
const divide = (by: number): TextQuery => ({
  name: 'divide',
  text: 'SELECT 6 / $1::INTEGER AS n',
  values: [String(by)],
});

/** All on one connection. */
async function withConnection(
  given: TestDatabase,
  run: (connection: Connection) => Promise<void>,
): Promise<void> {
  const settings = given.newSettings({ poolMaxSize: 1 });
  await usingDatabase(settings, (database) => migrate(database, [TABLE]));
  const connections = new Connections(settings, silentLogger, LIMITS);
  try {
    await connections.use(run, () => false);
  } finally {
    await connections.close();
  }
}

check('each statement has its rows, or the number of rows that it changed', (given) =>
  withConnection(given, async (connection) => {
    for (const id of [1, 2]) {
      const answers = await connection.together([add(id), find(id), find(9), divide(2)]);
      assert.deepEqual(
        answers.map(({ rows, rowCount }) => ({ rows, rowCount })),
        [
          { rows: [], rowCount: 1 },
          { rows: [{ n: id, document: { a: [1] } }], rowCount: 1 },
          { rows: [], rowCount: 0 },
          { rows: [{ n: 3 }], rowCount: 1 },
        ],
      );
    }
  }),
);

check('a statement that stands twice in the first group is prepared once', (given) =>
  withConnection(given, async (connection) => {
    const [, , first, second] = await connection.together([add(1), add(2, null), find(1), find(2)]);
    assert.deepEqual([first?.rows[0].n, second?.rows[0].n], [1, null]);
  }),
);

check('a statement without a name may have another text each time', (given) =>
  withConnection(given, async (connection) => {
    const [one, two] = await connection.together([{ text: 'SELECT 1 AS a' }, { text: 'SELECT 2 AS b' }]);
    assert.deepEqual([one?.rows, two?.rows], [[{ a: 1 }], [{ b: 2 }]]);
  }),
);

check('if a statement fails, nothing has happened, and none of them is lost for later', (given) =>
  withConnection(given, async (connection) => {
    const failing = connection.together([add(1), divide(0), find(1)]);
    await assert.rejects(failing, (error) => codeOf(error) === '22012');
    const [none, two] = await connection.together([find(1), divide(3)]);
    assert.deepEqual([none?.rows, two?.rows], [[], [{ n: 2 }]]);
    await assert.rejects(connection.together([add(1), add(1)]), (error) => codeOf(error) === '23505');
    assert.equal((await connection.together([find(1)]))[0]?.rowCount, 0);
  }),
);

check('a statement that cannot be prepared fails each time, with the reason', (given) =>
  withConnection(given, async (connection) => {
    const wrong: TextQuery = { name: 'wrong', text: 'SELECT missing FROM kept' };
    for (const group of [[wrong], [add(1), wrong], [wrong]])
      await assert.rejects(connection.together(group), (error) => codeOf(error) === '42703');
    assert.equal((await connection.together([find(1)]))[0]?.rowCount, 0);
  }),
);

check('the same statement can be sent alone on the connection', (given) =>
  withConnection(given, async (connection) => {
    await connection.together([add(1), find(1)]);
    assert.equal((await connection.query(find(1))).rows[0].n, 1);
    assert.equal((await connection.together([find(1)]))[0]?.rows[0].n, 1);
  }),
);

check('a violation that shows only at the end undoes all statements', (given) =>
  withConnection(given, async (connection) => {
    await connection.query({
      text: 'ALTER TABLE kept ADD CONSTRAINT kept_n UNIQUE (n) DEFERRABLE INITIALLY DEFERRED',
    });
    await assert.rejects(connection.together([add(1, 5), add(2, 5)]), (error) => codeOf(error) === '23505');
    assert.equal((await connection.together([find(1)]))[0]?.rowCount, 0);
  }),
);
