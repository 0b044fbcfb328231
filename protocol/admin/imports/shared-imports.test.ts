// Own process: servers share a database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#protocol/clock.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createRealmClocks } from '#protocol/realm/realm-clocks.ts';
import { createImportDeps } from '#protocol/realm/testing/import-deps.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { withTwoServers } from '#protocol/store/postgres/testing/servers.ts';
import { withDatabase } from '#protocol/store/postgres/testing/test-database.ts';
import type { Store } from '#protocol/store/store.ts';
import { AdminError } from '../admin-error.ts';
import { createImportJobs, type ImportJobs } from './import-jobs.ts';
import { type SharedImports, shareImports } from './shared-imports.ts';

const check = withDatabase();

const ANY = undefined;

interface Server {
  readonly own: ImportJobs;
  readonly imports: SharedImports;
}

function open(store: Store): Server {
  const clocks = createRealmClocks(store.realms, systemClock);
  const own = createImportJobs({ ...createImportDeps(store, silentLogger), clock: systemClock, clocks });
  return { own, imports: shareImports(own, store) };
}

/** Begins an import that waits once it has read the file; its id. */
async function begin({ own, imports }: Server, owner: string, realm: string): Promise<string> {
  const text = JSON.stringify({ realm });
  const request = { text, existing: 'refuse', startsAtOnce: false, checkRights: () => undefined } as const;
  const { id } = imports.begin(owner, request);
  await own.find(owner, id).settle();
  return id;
}

const refusal = (status: number, words: RegExp) => (error: unknown) =>
  error instanceof AdminError && error.status === status && words.test(error.body.error ?? '');

/** A test with two servers of one database. */
function withTwo(title: string, run: (one: Server, other: Server, store: Store) => Promise<void>): void {
  check(title, (given) =>
    withTwoServers(given, ({ first, second }) => run(open(first), open(second), first)),
  );
}

withTwo('an import is read, started and followed on every server', async (one, other, store) => {
  const id = await begin(one, 'ann', 'shop');
  for (const { imports } of [one, other]) {
    const { phase, realms } = await imports.show('ann', id);
    assert.deepEqual([phase, realms.map(({ realm }) => realm)], ['waiting', ['shop']]);
  }
  assert.notEqual((await other.imports.start('ann', id, 'refuse')).phase, 'waiting');
  await one.own.find('ann', id).settle();
  assert.equal((await other.imports.show('ann', id)).phase, 'done');
  assert.notEqual(store.realms.find('shop'), undefined);
  await assert.rejects(other.imports.start('ann', id, 'refuse'), refusal(409, /its phase is "done"/));
});

withTwo('an import is cancelled on any server, and forgotten on every one', async (one, other, store) => {
  const id = await begin(one, 'ann', 'shop');
  assert.equal((await other.imports.cancel('ann', id)).phase, 'cancelled');
  for (const { imports } of [one, other])
    await assert.rejects(imports.show('ann', id), refusal(404, /no such import/));
  assert.equal(store.realms.find('shop'), undefined);
});

withTwo(
  'an import of another administrator does not exist on any server, except for those of the server',
  async (one, other) => {
    const id = await begin(one, 'ann', 'shop');
    for (const { imports } of [one, other]) {
      await assert.rejects(imports.show('bob', id), refusal(404, /no such import/));
      await assert.rejects(imports.start('bob', id, 'refuse'), refusal(404, /no such import/));
      await assert.rejects(imports.cancel('bob', id), refusal(404, /no such import/));
      await assert.rejects(imports.show(ANY, 'unknown'), refusal(404, /no such import/));
      assert.equal((await imports.show(ANY, id)).phase, 'waiting');
    }
  },
);

test('a server that shares its store with no other has its own imports', async () => {
  const own = open(createMemoryStore());
  const id = await begin(own, 'ann', 'shop');
  assert.equal((await own.imports.show('ann', id)).phase, 'waiting');
  assert.equal((await own.imports.cancel(ANY, id)).phase, 'cancelled');
});
