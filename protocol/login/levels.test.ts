import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserSession } from '#protocol/store/store.ts';
import { acrOf, sessionLevels } from './levels.ts';

test('OIDC Core §2: acr is 1 after a sign-in and 0 when a session was enough', () => {
  assert.equal(acrOf(true), '1');
  assert.equal(acrOf(false), '0');
});

test('a session that was saved before there were levels has proven the password when it was authenticated', () => {
  const old = { authenticatedAt: 7 } as UserSession;
  assert.deepEqual(sessionLevels(old), { 1: 7 });
  assert.deepEqual(sessionLevels({ ...old, levels: { 1: 3, 2: 9 } }), { 1: 3, 2: 9 });
});
