import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { clientOf, TEST_NOW, testRealm } from '../testing/realm.ts';
import { joinOfflineSession, offlineSessionId, requestsOfflineAccess, sidOf } from './offline-sessions.ts';

const realm = testRealm({
  offlineSessionIdleTimeout: 100,
  clients: [
    { id: 'web-id', clientId: 'web' },
    { id: 'till-id', clientId: 'till' },
  ],
});
const web = clientOf(realm, 'web');
const till = clientOf(realm, 'till');
const SESSION: UserSession = {
  id: 's1',
  realmId: realm.id,
  userId: 'u',
  username: 'alice',
  offline: false,
  startedAt: TEST_NOW,
  lastAccessAt: TEST_NOW,
  authenticatedAt: TEST_NOW,
  rememberMe: false,
  ipAddress: '127.0.0.1',
  flow: 'f',
  clients: {
    'web-id': {
      clientUuid: 'web-id',
      startedAt: TEST_NOW,
      lastRefreshAt: TEST_NOW,
      scope: 'openid',
      acr: '0',
    },
  },
};

test('the online and the offline session of a sign-in have the same sid', () => {
  assert.equal(sidOf({ id: offlineSessionId('s1'), offline: true }), 's1');
  assert.equal(sidOf(SESSION), 's1');
  assert.equal(sidOf({ id: 'of-old', offline: true }), 'of-old');
});

test('OIDC Core §11: the offline session is a separate record with only the client that requested it', async () => {
  const { sessions } = createMemoryStore();
  await sessions.create(SESSION);
  const joined = await joinOfflineSession(sessions, realm, web, SESSION, {
    scope: 'openid offline_access',
    now: TEST_NOW,
  });
  assert.equal(joined.offline, true);
  assert.deepEqual(await sessions.find(realm.id, 's1'), SESSION);
  assert.deepEqual(await sessions.find(realm.id, offlineSessionId('s1')), joined);
  assert.deepEqual(
    [joined.clients['web-id']?.scope, joined.clients['web-id']?.acr],
    ['openid offline_access', '0'],
  );
});

test('a second client joins the active offline session, which keeps its start', async () => {
  const { sessions } = createMemoryStore();
  await joinOfflineSession(sessions, realm, web, SESSION, { scope: 'a', now: TEST_NOW });
  const later = TEST_NOW + 50_000;
  const joined = await joinOfflineSession(sessions, realm, till, SESSION, { scope: 'b', now: later });
  assert.deepEqual(Object.keys(joined.clients), ['web-id', 'till-id']);
  assert.deepEqual([joined.startedAt, joined.lastAccessAt], [TEST_NOW, later]);
});

test('an idle offline session is replaced', async () => {
  const { sessions } = createMemoryStore();
  await joinOfflineSession(sessions, realm, web, SESSION, { scope: 'a', now: TEST_NOW });
  const later = TEST_NOW + 100_000;
  const joined = await joinOfflineSession(sessions, realm, till, SESSION, { scope: 'b', now: later });
  assert.deepEqual(Object.keys(joined.clients), ['till-id']);
  assert.equal(joined.startedAt, later);
});

test('only offline_access requests an offline session', () => {
  assert.equal(requestsOfflineAccess(web.defaultScopes), false);
  assert.equal(requestsOfflineAccess(web.optionalScopes), true);
});
