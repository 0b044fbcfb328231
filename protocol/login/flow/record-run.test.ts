import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createLastRuns } from './last-runs.ts';
import { recordFlowRun } from './record-run.ts';

test('a run is the last one of its flow, with its exchange and its time on the realm’s clock', async () => {
  const exchange = createTestExchange({});
  const runs = createLastRuns(createMemoryStore());
  const reports = [{ key: 'mine/a', name: 'a', did: 'refused', why: 'it is late' }] as const;
  await recordFlowRun(runs, exchange, 'shop', { flow: 'mine', reports, username: undefined });
  assert.deepEqual(await runs.find(exchange.realm.id, 'mine'), {
    realmId: exchange.realm.id,
    flow: 'mine',
    at: exchange.clock.now(),
    clientId: 'shop',
    username: undefined,
    exchange: exchange.id,
    steps: reports,
  });
});
