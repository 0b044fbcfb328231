// Own process: servers share a database.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { withTwoServers } from '#protocol/store/postgres/testing/servers.ts';
import { withDatabase } from '#protocol/store/postgres/testing/test-database.ts';
import type { Store } from '#protocol/store/store.ts';
import { createSampleApplications, SAMPLE_APPLICATIONS } from './sample-applications.ts';
import { type SharedApplications, shareApplications } from './shared-applications.ts';

const check = withDatabase();

const SETTINGS = { issuer: 'http://127.0.0.1/realms/demo', clientId: 'demo-web', clientSecret: 'secret' };

/** Each run has a URL of its own. */
const LISTENS = `import { randomUUID } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
setInterval(() => undefined, 1000);
parentPort.postMessage({ url: 'http://127.0.0.1:1/' + randomUUID() });`;

const FAILS = `import { parentPort } from 'node:worker_threads';
parentPort.postMessage({ error: 'no issuer there' });`;

interface Opened extends SharedApplications {
  close(): Promise<void>;
  states(realm?: string): Promise<readonly string[]>;
}

/** A server's applications, whose bundles all contain `source`. */
function open(store: Store, source: string = LISTENS): Opened {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-applications-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const { worker } of Object.values(SAMPLE_APPLICATIONS)) writeFileSync(join(folder, worker), source);
  const own = createSampleApplications({ folder, log: silentLogger });
  const shared = shareApplications(own, store);
  return {
    ...shared,
    close: () => own.close(),
    states: async (realm = 'demo') => (await shared.list(realm)).map(({ state }) => state),
  };
}

function withTwo(
  title: string,
  run: (one: Opened, other: Opened) => Promise<void>,
  source: string = LISTENS,
): void {
  check(title, (given) =>
    withTwoServers(given, async ({ first, second }) => {
      const [one, other] = [open(first, source), open(second)];
      try {
        await run(one, other);
      } finally {
        await Promise.all([one.close(), other.close()]);
      }
    }),
  );
}

const STOPPED = ['stopped', 'stopped', 'stopped'];
const WEB_RUNS = ['running', 'stopped', 'stopped'];

/** Answers may come too late on a busy machine; the test's own time limit ends it otherwise. */
async function until(states: readonly string[], applications: Opened): Promise<void> {
  while (String(await applications.states()) !== String(states));
}

withTwo(
  'decision 0211: an application of one server is listed by the other, and only in its realm',
  async (one, other) => {
    const { url } = await one.start('demo', 'web', SETTINGS);
    await until(WEB_RUNS, other);
    assert.equal((await other.list('demo'))[0]?.url, url);
    assert.deepEqual(await other.states('shop'), STOPPED);
  },
);

withTwo(
  'decision 0211: an application that runs on one server is not started again on the other',
  async (one, other) => {
    const running = await one.start('demo', 'web', SETTINGS);
    await until(WEB_RUNS, other);
    assert.deepEqual(await other.start('demo', 'web', SETTINGS), running);
    assert.deepEqual(await one.start('demo', 'web', SETTINGS), running);
  },
);

withTwo('decision 0211: an application is stopped on whichever server it runs', async (one, other) => {
  await one.start('demo', 'web', SETTINGS);
  await one.start('demo', 'service-provider', SETTINGS);
  await until(['running', 'stopped', 'running'], other);
  await other.stop('demo', 'web');
  await until(['stopped', 'stopped', 'running'], one);
  await other.stopRealm('shop');
  assert.deepEqual(await one.states(), ['stopped', 'stopped', 'running']);
  await other.stopRealm('demo');
  await until(STOPPED, one);
});

withTwo(
  'decision 0211: one that failed on one server is shown on the other, which can start it',
  async (one, other) => {
    assert.equal((await one.start('demo', 'web', SETTINGS)).state, 'failed');
    await until(['failed', 'stopped', 'stopped'], other);
    assert.equal((await other.list('demo'))[0]?.error, 'no issuer there');
    assert.equal((await other.start('demo', 'web', SETTINGS)).state, 'running');
    await until(WEB_RUNS, one);
  },
  FAILS,
);

test('a server that shares its store with no other lists, starts and stops its own', async () => {
  const alone = open(createMemoryStore());
  assert.deepEqual(await alone.states(), STOPPED);
  const running = await alone.start('demo', 'web', SETTINGS);
  assert.deepEqual(await alone.start('demo', 'web', SETTINGS), running);
  assert.deepEqual(await alone.states(), WEB_RUNS);
  assert.equal((await alone.stop('demo', 'web')).state, 'stopped');
  await alone.stopRealm('demo');
  assert.deepEqual(await alone.states(), STOPPED);
  await alone.close();
});
