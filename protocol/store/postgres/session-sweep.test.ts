import assert from 'node:assert/strict';
import { collect } from '../collect.ts';
import type { SessionLimits } from '../session-query.ts';
import { alice, demo } from '../testing/sample-realm.ts';
import { createSession } from '../testing/sample-session.ts';
import { REMOVE_OLD, REMOVE_UNUSED } from './session-sweep.ts';
import { type TwoServers, withTwoServers } from './testing/servers.ts';
import { checkStatements } from './testing/statements.ts';
import { type TestDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const LIMIT = { usedAt: 1000, startedAt: 500 };
const limits: SessionLimits = { online: LIMIT, remembered: LIMIT, offline: LIMIT };

/** Two servers with 1500 sessions, of which 500 are unused, 500 are too old, and 500 have not ended. */
const withSessions = (given: TestDatabase, run: (servers: TwoServers) => Promise<void>) =>
  withTwoServers(given, async (servers) => {
    await servers.first.realms.create(demo, [alice]);
    const sessions = Array.from({ length: 1500 }, (_, index) =>
      createSession(`s${index}`, {
        lastAccessAt: index % 3 === 0 ? 1000 : 1001,
        startedAt: index % 3 === 1 ? 500 : 501,
      }),
    );
    await servers.first.sessions.restore(demo.id, { sessions, revoked: {} });
    await run(servers);
  });

const sweep = ({ sessions }: TwoServers['first']) =>
  collect(sessions.sweep(new Map([[demo.id, limits]])), ({ id }) => id !== '');

check('the database understands every statement', (given) =>
  checkStatements(given, [REMOVE_UNUSED, REMOVE_OLD]),
);

check('of servers that sweep at the same time, one gets each session that has ended', (given) =>
  withSessions(given, async ({ first, second }) => {
    const swept = await Promise.all([sweep(first), sweep(second), sweep(first), sweep(second)]);
    // What one server was removing is left out by the others.
    swept.push(await sweep(second));
    const ids = swept.flat().map(({ id }) => id);
    assert.equal(ids.length, 1000);
    assert.equal(new Set(ids).size, 1000);
    assert.ok(ids.every((id) => Number(id.slice(1)) % 3 !== 2));
    assert.equal(await first.sessions.count(demo.id), 500);
  }),
);

check('a session that another server uses while the sweep goes on is kept', (given) =>
  withSessions(given, async ({ first, second }) => {
    const used = Array.from({ length: 100 }, (_, index) => `s${index * 3}`);
    const using = used.map((id) =>
      second.sessions.update({ realmId: demo.id, id }, (known) =>
        known === undefined
          ? { result: undefined }
          : { session: { ...known, lastAccessAt: 2000 }, result: id },
      ),
    );
    const [swept, kept] = await Promise.all([sweep(first), Promise.all(using)]);
    swept.push(...(await sweep(first)));
    const removed = new Set(swept.map(({ id }) => id));
    assert.equal(removed.size, swept.length);
    for (const [index, id] of used.entries()) assert.equal(removed.has(id), kept[index] === undefined, id);
    assert.equal(await first.sessions.count(demo.id), 1500 - removed.size);
  }),
);

check('the sweep looks only at sessions that may have ended', (given) =>
  withSessions(given, async ({ settings }) => {
    const plan = await given.cluster.query(
      `SET search_path TO "${settings.schema}"; SET enable_seqscan = off;
       EXPLAIN SELECT * FROM sessions WHERE realm_key = '00000000-0000-0000-0000-000000000000'
         AND offline = FALSE AND remembered = FALSE AND used_minute <= 1;
       EXPLAIN SELECT * FROM sessions WHERE realm_key = '00000000-0000-0000-0000-000000000000'
         AND offline = FALSE AND remembered = FALSE AND started_at <= 1`,
    );
    assert.match(plan, /sessions_use/);
    assert.match(plan, /sessions_start/);
  }),
);
