import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  store.sessions.save(session('idle', TEST_NOW));
  store.sessions.save(session('busy', TEST_NOW + 5000));
  const clocks = createRealmClocks(store.realms, manualClock());
  const expired: string[] = [];
  const report = ({ realm }: StoredRealm, { id }: UserSession) => void expired.push(`${realm} ${id}`);
  assert.equal(sweepSessions(store, clocks, report), 0);
  await store.realms.create(testRealm({ realm: 'other', id: 'other-id' }).stored, []);
  await clocks('other').set({ offsetMs: 60_000 });
  assert.equal(sweepSessions(store, clocks, report), 0);
  await clocks('r').set({ offsetMs: 10_000 });
  assert.equal(sweepSessions(store, clocks, report), 1);
  assert.deepEqual(
    [...store.sessions.list('r-id')].map(({ id }) => id),
    ['busy'],
  );
  assert.deepEqual(expired, ['r idle']);
});

test('a running sweep can be stopped', () => {
  const store = createMemoryStore();
  startSessionSweep(store, createRealmClocks(store.realms, manualClock()), () => undefined)();
});
