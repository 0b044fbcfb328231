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

test('runs end with their realm', async () => {
  const store = createMemoryStore();
  const runs = createLastRuns(store);
  await runs.record(run);
  await store.dropExpiring('r');
  assert.equal(await runs.find('r', 'browser'), undefined);
});
