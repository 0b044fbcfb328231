import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createRealmClocks } from '#protocol/realm/realm-clocks.ts';
import { createImportDeps } from '#protocol/realm/testing/import-deps.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { AdminError } from '../admin-error.ts';
import { createImportJobs } from './import-jobs.ts';

const MINUTE = 60_000;
const status = (expected: number) => (error: unknown) =>
  error instanceof AdminError && error.status === expected;

function open() {
  const store = createMemoryStore();
  const clock = createMovableClock({ now: () => 0 });
  const deps = {
    ...createImportDeps(store, silentLogger),
    clock,
    clocks: createRealmClocks(store.realms, clock),
  };
  const jobs = createImportJobs(deps);
  const begin = (owner: string, realm: string, startsAtOnce = true) =>
    jobs.begin(owner, {
      text: JSON.stringify({ realm }),
      existing: 'refuse',
      startsAtOnce,
      checkRights: () => undefined,
    });
  return { jobs, begin, clock, store };
}

test('an import is found by its id: by who began it, and by administrators of the server', () => {
  const { jobs, begin } = open();
  const { id } = begin('ann', 'a');
  assert.equal(jobs.find('ann', id).id, id);
  assert.equal(jobs.find(undefined, id).id, id);
  assert.throws(() => jobs.find('bob', id), status(404));
  assert.throws(() => jobs.find(undefined, 'unknown'), status(404));
});

test('two imports may be in progress or wait; a third is refused until one has ended', async () => {
  const { jobs, begin } = open();
  const waiting = begin('ann', 'a', false);
  await begin('ann', 'b').settle();
  begin('ann', 'c', false);
  assert.throws(() => begin('ann', 'd'), status(409));
  await jobs.find('ann', waiting.id).cancel();
  await begin('ann', 'd').settle();
});

test('an import is forgotten ten minutes after it was last read; one that waits is cancelled', async () => {
  const { jobs, begin, clock, store } = open();
  const done = begin('ann', 'a');
  const waiting = begin('ann', 'b', false);
  await Promise.all([done.settle(), waiting.settle()]);
  clock.setOffsetMs(9 * MINUTE);
  jobs.find('ann', done.id);
  clock.setOffsetMs(11 * MINUTE);
  await jobs.removeExpired();
  assert.equal(jobs.find('ann', done.id).phase, 'done');
  assert.throws(() => jobs.find('ann', waiting.id), status(404));
  assert.equal(waiting.phase, 'cancelled');
  assert.equal(store.realms.find('b'), undefined);
});

test('the number of imports that have ended is bounded', async () => {
  const { jobs, begin } = open();
  const first = begin('ann', 'r0');
  await first.settle();
  for (let index = 1; index <= 50; index += 1) await begin('ann', `r${index}`).settle();
  assert.throws(() => jobs.find('ann', first.id), status(404));
});

test('at the end of the server, imports in progress are cancelled', async () => {
  const { jobs, begin, store } = open();
  const job = begin('ann', 'a', false);
  await jobs.close();
  assert.equal(job.phase, 'cancelled');
  assert.equal(store.realms.find('a'), undefined);
});
