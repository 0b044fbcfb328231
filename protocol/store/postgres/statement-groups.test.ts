import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { type FaultyLink, startFaultyLink } from '../../../tools/faulty-link.mjs';
import { Connections } from './connections.ts';
import { codeOf, isConnectionLost } from './database-errors.ts';
import type { Answer } from './grouped-query.ts';
import { migrate } from './migrations.ts';
import { type GroupedStatement, StatementGroups } from './statement-groups.ts';
import { type TestDatabase, usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const LIMITS = { answer: 20_000, suspicion: 20_000 };

const TABLE = ['CREATE TABLE kept (id INTEGER CONSTRAINT kept_id PRIMARY KEY, n INTEGER)'];

const write = (text: string, ...values: number[]): GroupedStatement => ({
  query: { text, values: values.map(String) },
  isRead: false,
});
const read = (text: string, ...values: number[]): GroupedStatement => ({
  query: { text, values: values.map(String) },
  isRead: true,
});
const add = (id: number, n: number) =>
  write('INSERT INTO kept (id, n) VALUES ($1, $2) RETURNING txid_current()::TEXT AS transaction', id, n);
const take = (id: number) => write('UPDATE kept SET n = 0 WHERE id = $1 AND n > 0', id);
/** Returns `off` if the answer has not waited for the disk. */
const note = (id: number, mayBeLost: boolean): GroupedStatement => ({
  ...write(
    "INSERT INTO kept (id, n) VALUES ($1, 0) RETURNING current_setting('synchronous_commit') AS waits",
    id,
  ),
  mayBeLost,
});
const find = (id: number) => read('SELECT n FROM kept WHERE id = $1', id);

interface Given {
  readonly groups: StatementGroups;
  readonly connections: Connections;
  readonly link: FaultyLink;
}

async function withGroups(
  given: TestDatabase,
  run: (use: Given) => Promise<void>,
  poolMaxSize = 4,
): Promise<void> {
  const settings = given.newSettings({ poolMaxSize });
  await usingDatabase(settings, (database) => migrate(database, [TABLE]));
  const link = await startFaultyLink(given.cluster.port);
  const connections = new Connections({ ...settings, port: link.port }, silentLogger, LIMITS);
  try {
    await run({ groups: new StatementGroups(connections), connections, link });
  } finally {
    await connections.close();
    await link.stop();
  }
}

const rowOf = async (answer: Promise<Answer>) => (await answer).rows[0];

check('statements of one moment that write are one transaction', (given) =>
  withGroups(given, async ({ groups }) => {
    const together = await Promise.all([1, 2, 3].map((id) => rowOf(groups.run(add(id, id)))));
    assert.equal(new Set(together.map(({ transaction }) => transaction)).size, 1);
    const later = await rowOf(groups.run(add(4, 4)));
    assert.notEqual(later.transaction, together[0].transaction);
  }),
);

check('each statement gets its own answer, and a write sees the writes that were sent before it', (given) =>
  withGroups(given, async ({ groups }) => {
    const writes = await Promise.all(
      [add(1, 5), take(1), take(1), add(2, 7)].map((each) => groups.run(each)),
    );
    assert.deepEqual(
      writes.map(({ rowCount }) => rowCount),
      [1, 1, 0, 1],
    );
    const reads = await Promise.all([find(1), find(2), find(3)].map((each) => groups.run(each)));
    assert.deepEqual(
      reads.map(({ rows }) => rows),
      [[{ n: 0 }], [{ n: 7 }], []],
    );
  }),
);

check(
  'writes that may be lost do not wait for the disk, alone or together; beside other writes they do',
  (given) =>
    withGroups(
      given,
      async ({ groups }) => {
        const waits = async (...statements: readonly GroupedStatement[]) => {
          const rows = await Promise.all(statements.map((each) => rowOf(groups.run(each))));
          return rows.map((row) => row.waits);
        };
        assert.deepEqual(await waits(note(1, true)), ['off']);
        assert.deepEqual(await waits(note(2, false)), ['on']);
        assert.deepEqual(await waits(note(3, true), note(4, true)), ['off', 'off']);
        assert.deepEqual(await waits(note(5, true), note(6, false)), ['on', 'on']);
        assert.deepEqual(await waits(note(7, false)), ['on']);
      },
      1,
    ),
);

check('a write that may be lost is answered while another one waits for a lock', (given) =>
  withGroups(given, async ({ groups, connections }) => {
    await groups.run(add(1, 1));
    await connections.use(
      async (locking) => {
        await locking.query({ text: 'BEGIN' });
        await locking.query({ text: 'SELECT 1 FROM kept WHERE id = 1 FOR UPDATE' });
        const waiting = groups.run(take(1));
        await nextTurn();
        assert.equal((await groups.run(note(2, true))).rowCount, 1);
        await locking.query({ text: 'COMMIT' });
        assert.equal((await waiting).rowCount, 1);
      },
      () => false,
    );
  }),
);

check('if one statement fails, the others are executed all the same', (given) =>
  withGroups(given, async ({ groups }) => {
    await groups.run(add(1, 1));
    const results = await Promise.allSettled(
      [add(2, 2), add(1, 9), find(1), add(3, 3)].map((each) => groups.run(each)),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.equal(codeOf(results[1]?.status === 'rejected' && results[1].reason), '23505');
    for (const [id, n] of [
      [1, 1],
      [2, 2],
      [3, 3],
    ] as const)
      assert.deepEqual(await rowOf(groups.run(find(id))), { n });
  }),
);

check('a read that fails fails alone', (given) =>
  withGroups(given, async ({ groups }) => {
    const [failed, found] = await Promise.allSettled([
      groups.run(read('SELECT 1 / $1::INTEGER', 0)),
      groups.run(read('SELECT 2 AS n')),
    ]);
    assert.equal(failed.status, 'rejected');
    assert.deepEqual(found.status === 'fulfilled' && found.value.rows, [{ n: 2 }]);
  }),
);

check('many statements on one connection all get their answers', (given) =>
  withGroups(
    given,
    async ({ groups }) => {
      const ids = Array.from({ length: 500 }, (_, id) => id);
      await Promise.all(ids.map((id) => groups.run(add(id, 2 * id))));
      const found = await Promise.all(ids.map(async (id) => (await rowOf(groups.run(find(id)))).n));
      assert.deepEqual(
        found,
        ids.map((id) => 2 * id),
      );
    },
    1,
  ),
);

check('a statement that waits for the lock of a row keeps no other one waiting', (given) =>
  withGroups(given, async ({ groups, connections }) => {
    await groups.run(add(1, 1));
    await connections.use(
      async (locking) => {
        await locking.query({ text: 'BEGIN' });
        await locking.query({ text: 'SELECT 1 FROM kept WHERE id = 1 FOR UPDATE' });
        const waiting = groups.run(take(1));
        const [found, added] = await Promise.all([groups.run(find(1)), groups.run(add(2, 2))]);
        assert.deepEqual([found.rows, added.rowCount], [[{ n: 1 }], 1]);
        await locking.query({ text: 'COMMIT' });
        assert.equal((await waiting).rowCount, 1);
      },
      () => false,
    );
  }),
);

check('groups that wait for locks do not keep later groups from being sent', (given) =>
  withGroups(
    given,
    async ({ groups, connections }) => {
      await Promise.all([1, 2, 3].map((id) => groups.run(add(id, 1))));
      await connections.use(
        async (locking) => {
          await locking.query({ text: 'BEGIN' });
          await locking.query({ text: 'SELECT 1 FROM kept FOR UPDATE' });
          const waiting = [];
          for (const id of [1, 2, 3]) {
            waiting.push(groups.run(take(id)));
            await nextTurn();
          }
          assert.deepEqual((await groups.run(find(1))).rows, [{ n: 1 }]);
          await locking.query({ text: 'COMMIT' });
          for (const { rowCount } of await Promise.all(waiting)) assert.equal(rowCount, 1);
        },
        () => false,
      );
    },
    8,
  ),
);

check(
  'if the connection is lost, reads are repeated; writes fail, because nothing is known about them',
  (given) =>
    withGroups(given, async ({ groups, link }) => {
      await groups.run(add(1, 1));
      link.cutAt('SELECT n');
      const reads = await Promise.all([groups.run(find(1)), groups.run(find(1))]);
      assert.deepEqual(
        reads.map(({ rows }) => rows),
        [[{ n: 1 }], [{ n: 1 }]],
      );
      link.cutAt('INSERT INTO kept');
      const [lost, found] = await Promise.allSettled([groups.run(add(2, 2)), groups.run(find(1))]);
      assert.equal(lost.status, 'rejected');
      assert.ok(isConnectionLost(lost.reason));
      assert.deepEqual(found.status === 'fulfilled' && found.value.rows, [{ n: 1 }]);
    }),
);
