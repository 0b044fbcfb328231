import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { clientOf, manualClock, TEST_NOW, testRealm } from '../testing/realm.ts';
import {
  clientSessionMaxEndsAt,
  createSession,
  createSessionEnder,
  endClientSession,
  isClientSessionActive,
  isSessionActive,
  isUnconfirmed,
  joinClient,
  refreshExpiresAt,
  sessionEndsAt,
  touchSession,
  withClientSession,
} from './sessions.ts';

const SECONDS = 1000;

const realm = testRealm({
  rememberMe: true,
  ssoSessionIdleTimeout: 100,
  ssoSessionMaxLifespan: 1000,
  ssoSessionIdleTimeoutRememberMe: 200,
  ssoSessionMaxLifespanRememberMe: 2000,
  offlineSessionIdleTimeout: 5000,
  clients: [
    { id: 'web-id', clientId: 'web' },
    {
      id: 'short-id',
      clientId: 'short',
      attributes: { 'client.session.idle.timeout': '10', 'client.session.max.lifespan': '50' },
    },
    {
      id: 'long-id',
      clientId: 'long',
      attributes: { 'client.session.idle.timeout': '9999', 'client.session.max.lifespan': '9999' },
    },
    {
      id: 'odd-id',
      clientId: 'odd',
      attributes: { 'client.session.idle.timeout': 'soon', 'client.session.max.lifespan': '-1' },
    },
  ],
});

function session(changes: Partial<UserSession> = {}): UserSession {
  const part = (clientUuid: string): UserSession['clients'][string] => ({
    clientUuid,
    startedAt: TEST_NOW,
    lastRefreshAt: TEST_NOW,
    scope: '',
  });
  const clients = Object.fromEntries(['web-id', 'short-id', 'long-id', 'odd-id'].map((id) => [id, part(id)]));
  return {
    id: 's',
    realmId: 'r-id',
    userId: 'u',
    username: 'u',
    offline: false,
    startedAt: TEST_NOW,
    lastAccessAt: TEST_NOW,
    authenticatedAt: TEST_NOW,
    rememberMe: false,
    ipAddress: '127.0.0.1',
    flow: 'f',
    clients,
    ...changes,
  };
}

test('an unused session ends after Session idle, to the millisecond', () => {
  assert.equal(sessionEndsAt(realm, session()), TEST_NOW + 100 * SECONDS);
  assert.equal(isSessionActive(realm, session(), TEST_NOW + 100 * SECONDS - 1), true);
  assert.equal(isSessionActive(realm, session(), TEST_NOW + 100 * SECONDS), false);
});

test('a session in use ends at Session max', () => {
  const used = touchSession(session(), TEST_NOW + 950 * SECONDS);
  assert.equal(sessionEndsAt(realm, used), TEST_NOW + 1000 * SECONDS);
});

test('with remember-me the longer lifespans apply', () => {
  assert.equal(sessionEndsAt(realm, session({ rememberMe: true })), TEST_NOW + 200 * SECONDS);
  const forgetful = testRealm({ ssoSessionIdleTimeout: 100, ssoSessionIdleTimeoutRememberMe: 200 });
  assert.equal(sessionEndsAt(forgetful, session({ rememberMe: true })), TEST_NOW + 100 * SECONDS);
});

test('an offline session ends only when idle, unless the realm sets a maximum', () => {
  const old = session({ offline: true, lastAccessAt: TEST_NOW + 9_000_000 * SECONDS });
  assert.equal(sessionEndsAt(realm, old), TEST_NOW + 9_005_000 * SECONDS);
  const aged = testRealm({ offlineSessionMaxLifespanEnabled: true, offlineSessionMaxLifespan: 60 });
  assert.equal(sessionEndsAt(aged, session({ offline: true })), TEST_NOW + 60 * SECONDS);
});

test('RFC 6749 §6: a client that is not in the session, or whose client session has expired, is not active', () => {
  const web = clientOf(realm, 'web');
  const short = clientOf(realm, 'short');
  assert.equal(isClientSessionActive(realm, web, session({ clients: {} }), TEST_NOW), false);
  assert.equal(isClientSessionActive(realm, short, session(), TEST_NOW + 10 * SECONDS), false);
  assert.equal(isClientSessionActive(realm, web, session(), TEST_NOW + 99 * SECONDS), true);
  const refreshed = withClientSession(session(), {
    clientUuid: 'short-id',
    startedAt: TEST_NOW,
    lastRefreshAt: TEST_NOW + 45 * SECONDS,
    scope: '',
  });
  assert.equal(isClientSessionActive(realm, short, refreshed, TEST_NOW + 49 * SECONDS), true);
  assert.equal(isClientSessionActive(realm, short, refreshed, TEST_NOW + 50 * SECONDS), false);
});

test('a refresh token is valid for the idle time, but never beyond the session or the client session', () => {
  const refresh = (clientId: string, afterSeconds: number): number | undefined =>
    refreshExpiresAt(realm, clientOf(realm, clientId), session(), TEST_NOW + afterSeconds * SECONDS);
  assert.equal(refresh('web', 0), TEST_NOW + 100 * SECONDS);
  assert.equal(refresh('web', 950), TEST_NOW + 1000 * SECONDS);
  assert.equal(refresh('short', 0), TEST_NOW + 10 * SECONDS);
  assert.equal(refresh('short', 45), TEST_NOW + 50 * SECONDS);
});

test("client lifespans that exceed the session's or are not numbers have no effect", () => {
  for (const clientId of ['long', 'odd']) {
    const client = clientOf(realm, clientId);
    assert.equal(refreshExpiresAt(realm, client, session(), TEST_NOW), TEST_NOW + 100 * SECONDS);
    assert.equal(clientSessionMaxEndsAt(realm, client, session()), TEST_NOW + 1000 * SECONDS);
  }
});

test('OIDC Core §11: an offline token never expires unless offline sessions have a maximum', () => {
  const web = clientOf(realm, 'web');
  assert.equal(refreshExpiresAt(realm, web, session({ offline: true }), TEST_NOW), undefined);
  const aged = testRealm({
    offlineSessionMaxLifespanEnabled: true,
    offlineSessionMaxLifespan: 60,
    clients: [{ id: 'web-id', clientId: 'web' }],
  });
  assert.equal(
    refreshExpiresAt(aged, clientOf(aged, 'web'), session({ offline: true }), TEST_NOW),
    TEST_NOW + 60 * SECONDS,
  );
});

test('RFC 7009 §2.1: detaching a client keeps the others, and the session ends with the last one', async () => {
  const { sessions } = createMemoryStore();
  const two = session({
    clients: {
      a: { clientUuid: 'a', startedAt: 0, lastRefreshAt: 0, scope: '' },
      b: { clientUuid: 'b', startedAt: 0, lastRefreshAt: 0, scope: '' },
    },
  });
  await sessions.create(two);
  assert.deepEqual(await endClientSession(sessions, two, 'unknown'), { session: two, hasEnded: false });
  assert.equal(await sessions.find('r-id', 's'), two);
  assert.deepEqual(await endClientSession(sessions, two, 'a'), { session: two, hasEnded: false });
  const left = await sessions.find('r-id', 's');
  assert.deepEqual(Object.keys(left?.clients ?? {}), ['b']);
  assert.deepEqual(await endClientSession(sessions, two, 'b'), { session: left, hasEnded: true });
  assert.equal(await sessions.find('r-id', 's'), undefined);
  assert.equal(await endClientSession(sessions, two, 'b'), undefined);
});

test('OIDC RP-Initiated Logout §2: a session is removed before the protocols notify its clients', async () => {
  const { sessions } = createMemoryStore();
  await sessions.create(session());
  const removed: boolean[] = [];
  const notice = { clientId: 'shop', outcome: 'accepted', detail: 'answered 200', section: '§1' } as const;
  const participant = {
    endSession: async () => {
      removed.push((await sessions.find('r-id', 's')) === undefined);
      return [notice];
    },
  };
  const end = createSessionEnder(sessions, () => [participant, participant]);
  const notices = await end({ realm, clock: manualClock(), baseUrl: 'http://server.test' }, session());
  assert.deepEqual(removed, [true, true]);
  assert.deepEqual(notices, [notice, notice]);
});

test('of concurrent callers that end a session, one notifies its clients, as they are then', async () => {
  const { sessions } = createMemoryStore();
  const part = (clientUuid: string) => ({ clientUuid, startedAt: 0, lastRefreshAt: 0, scope: '' });
  await sessions.create(session({ clients: { a: part('a'), b: part('b'), c: part('c') } }));
  const notified: string[][] = [];
  const participant = {
    endSession: async (_context: unknown, { clients }: UserSession) => {
      notified.push(Object.keys(clients));
      return [];
    },
  };
  const end = createSessionEnder(sessions, () => [participant]);
  const context = { realm, clock: manualClock(), baseUrl: 'http://server.test' };
  const stale = session();
  const answers = await Promise.all([end(context, stale, ['b']), end(context, stale), end(context, stale)]);
  assert.deepEqual(answers, [[], undefined, undefined]);
  assert.deepEqual(notified, [['a', 'c']]);
});

const ALICE = { id: 'a', username: 'alice' };

test('OIDC Core §2: a session starts now, for its user, with a new identifier', () => {
  const begin = () => createSession(realm, { user: ALICE, now: TEST_NOW, ipAddress: '::1', flow: 'f' });
  const { id, ...rest } = begin();
  assert.notEqual(id, begin().id);
  assert.deepEqual(rest, {
    realmId: realm.id,
    userId: 'a',
    username: 'alice',
    offline: false,
    startedAt: TEST_NOW,
    lastAccessAt: TEST_NOW,
    authenticatedAt: TEST_NOW,
    rememberMe: false,
    ipAddress: '::1',
    flow: 'f',
    clients: {},
  });
});

test('OIDC Core §2: auth_time is when the user authenticated, even if that was earlier', () => {
  const part = { clientUuid: 'web-id', startedAt: TEST_NOW, lastRefreshAt: TEST_NOW, scope: 'x' };
  const session = createSession(realm, {
    user: ALICE,
    now: TEST_NOW,
    authenticatedAt: TEST_NOW - SECONDS,
    levels: { 1: TEST_NOW },
    rememberMe: true,
    ipAddress: '::1',
    flow: 'f',
    part,
  });
  assert.equal(session.authenticatedAt, TEST_NOW - SECONDS);
  assert.deepEqual([session.levels, session.rememberMe], [{ 1: TEST_NOW }, true]);
  assert.deepEqual(session.clients, { 'web-id': part });
});

test('a client that signs in again keeps its start while its client session is active, and gets a new one afterwards', () => {
  const client = clientOf(realm, 'short');
  const empty = createSession(realm, { user: ALICE, now: TEST_NOW, ipAddress: '::1', flow: 'f' });
  const joined = joinClient(realm, client, empty, TEST_NOW, { scope: 'a', redirectUri: 'http://app.test/' });
  const soon = TEST_NOW + 5 * SECONDS;
  const again = joinClient(realm, client, joined, soon, { scope: 'b' });
  assert.deepEqual(again.clients['short-id'], {
    clientUuid: 'short-id',
    startedAt: TEST_NOW,
    lastRefreshAt: soon,
    scope: 'b',
    redirectUri: 'http://app.test/',
  });
  const late = TEST_NOW + 60 * SECONDS;
  const rejoined = joinClient(realm, client, joined, late, { scope: 'b' });
  assert.deepEqual(rejoined.clients['short-id'], {
    clientUuid: 'short-id',
    startedAt: late,
    lastRefreshAt: late,
    scope: 'b',
  });
});

test('SAML Core §3.7.3.2: a client that did not ask to be notified does not make a logout partial, every other silence does', () => {
  const unconfirmed = (['accepted', 'skipped', 'refused', 'failed', 'pending'] as const).filter((outcome) =>
    isUnconfirmed({ clientId: 'web', outcome, detail: '', section: '' }),
  );
  assert.deepEqual(unconfirmed, ['refused', 'failed', 'pending']);
});
