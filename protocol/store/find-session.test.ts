import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFindSession } from './find-session.ts';
import { createMemoryStore } from './memory/memory-store.ts';
import { alice, demo } from './testing/sample-realm.ts';
import { createSession } from './testing/sample-session.ts';

test('a session is found with its user, and neither without a session', async () => {
  const store = createMemoryStore();
  await store.realms.create(demo, [alice]);
  await store.sessions.create(createSession('s1'));
  const find = createFindSession(store);
  const nothing = { session: undefined, user: undefined, isRevoked: false };
  assert.deepEqual(await find(demo.id, 's1'), {
    session: createSession('s1'),
    user: alice,
    isRevoked: false,
  });
  assert.deepEqual(await find(demo.id, 's2', 'j'), nothing);
  await store.sessions.revokeToken(demo.id, 'j', 9e15);
  assert.deepEqual(await find(demo.id, 's2', 'j'), { ...nothing, isRevoked: true });
  assert.deepEqual(await find(demo.id, 's2'), nothing);
});
