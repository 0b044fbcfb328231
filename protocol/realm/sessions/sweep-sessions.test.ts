import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { collect } from '#protocol/store/collect.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredRealm, UserSession } from '#protocol/store/store.ts';
import { createRealmClocks } from '../realm-clocks.ts';
import { manualClock, TEST_NOW, testRealm } from '../testing/realm.ts';
import { startSessionSweep, sweepSessions } from './sweep-sessions.ts';

function session(id: string, lastAccessAt: number): UserSession {
  return {
    id,
    realmId: 'r-id',
    userId: 'u',
    username: 'u',
    offline: false,
    startedAt: TEST_NOW,
    lastAccessAt,
    authenticatedAt: TEST_NOW,
    rememberMe: false,
    ipAddress: '',
    flow: '',
    clients: {},
  };
}

test("sessions that have expired by their realm's clock are removed, the others are kept", async () => {
  const store = createMemoryStore();
  await store.realms.create(testRealm({ ssoSessionIdleTimeout: 10 }).stored, []);
  await store.sessions.create(session('idle', TEST_NOW));
  await store.sessions.create(session('busy', TEST_NOW + 5000));
  const clocks = createRealmClocks(store.realms, manualClock());
  const expired: string[] = [];
  const report = ({ realm }: StoredRealm, { id }: UserSession) => void expired.push(`${realm} ${id}`);
  assert.equal(await sweepSessions(store, clocks, report), 0);
  await store.realms.create(testRealm({ realm: 'other', id: 'other-id' }).stored, []);
  await clocks('other').set({ offsetMs: 60_000 });
  assert.equal(await sweepSessions(store, clocks, report), 0);
  await clocks('r').set({ offsetMs: 10_000 });
  assert.equal(await sweepSessions(store, clocks, report), 1);
  assert.deepEqual(
    (await collect(store.sessions.list('r-id'))).map(({ id }) => id),
    ['busy'],
  );
  assert.deepEqual(expired, ['r idle']);
});

test('a running sweep can be stopped', async () => {
  const store = createMemoryStore();
  const clocks = createRealmClocks(store.realms, manualClock());
  await startSessionSweep(store, clocks, () => undefined, silentLogger)();
});
