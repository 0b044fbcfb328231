import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { detachClient } from './detach-client.ts';

const part = (clientUuid: string) => ({ clientUuid, startedAt: 0, lastRefreshAt: 0, scope: '' });
const SESSION: UserSession = {
  id: 's',
  realmId: 'r',
  userId: 'u',
  username: 'alice',
  offline: false,
  startedAt: 0,
  lastAccessAt: 0,
  authenticatedAt: 0,
  rememberMe: false,
  ipAddress: '127.0.0.1',
  flow: 'f',
  clients: { a: part('a'), b: part('b') },
};

test('a client is removed from the session; other clients and the session remain', async () => {
  const { sessions } = createMemoryStore();
  await sessions.create(SESSION);
  await detachClient(sessions, SESSION, 'a');
  assert.deepEqual(Object.keys((await sessions.find('r', 's'))?.clients ?? {}), ['b']);
});

test('the browser session remains even without clients', async () => {
  const { sessions } = createMemoryStore();
  const alone = { ...SESSION, clients: { a: part('a') } };
  await sessions.create(alone);
  await detachClient(sessions, alone, 'a');
  assert.deepEqual((await sessions.find('r', 's'))?.clients, {});
});

test('an ended session is not restored for a client that was not part of it', async () => {
  const { sessions } = createMemoryStore();
  await detachClient(sessions, SESSION, 'c');
  assert.equal(await sessions.find('r', 's'), undefined);
});
