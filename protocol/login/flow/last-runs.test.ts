import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createLastRuns } from './last-runs.ts';

const run = {
  realmId: 'r',
  flow: 'browser',
  at: 1000,
  clientId: 'shop',
  username: undefined,
  exchange: 'e',
  steps: [],
};
test('only the last run of each flow of a realm is kept', async () => {
  const runs = createLastRuns(createMemoryStore());
  await runs.record(run);
  await runs.record({ ...run, exchange: 'later' });
  assert.equal((await runs.find('r', 'browser'))?.exchange, 'later');
  assert.equal(await runs.find('r', 'mine'), undefined);
  assert.equal(await runs.find('other', 'browser'), undefined);
});

test('runs that follow each other at once are stored together, and found before that', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const store = createMemoryStore();
  const [runs, other] = [createLastRuns(store), createLastRuns(store)];
  for (const exchange of ['1', '2', '3']) await runs.record({ ...run, exchange });
  assert.equal((await other.find('r', 'browser'))?.exchange, '1');
  assert.equal((await runs.find('r', 'browser'))?.exchange, '3');
  await runs.record({ ...run, exchange: '4' });
  context.mock.timers.tick(1000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await other.find('r', 'browser'))?.exchange, '4');
});

test('a run that follows does not come back after the realm is removed, or hide a later one of another server', async () => {
  const store = createMemoryStore();
  const [runs, other] = [createLastRuns(store), createLastRuns(store)];
  await runs.record(run);
  await runs.record({ ...run, exchange: 'follows' });
  await other.record({ ...run, at: 2000, exchange: 'elsewhere' });
  assert.equal((await runs.find('r', 'browser'))?.exchange, 'elsewhere');
  await runs.record({ ...run, at: 3000, exchange: 'follows' });
  await store.dropExpiring('r');
  assert.equal(await runs.find('r', 'browser'), undefined);
});

test('runs end with their realm', async () => {
  const store = createMemoryStore();
  const runs = createLastRuns(store);
  await runs.record(run);
  await store.dropExpiring('r');
  assert.equal(await runs.find('r', 'browser'), undefined);
});
