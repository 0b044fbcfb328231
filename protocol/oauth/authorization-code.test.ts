import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { type AuthorizationCode, issueCode, sessionIdOf } from './authorization-code.ts';

const CODE: AuthorizationCode = {
  realmId: 'r',
  clientUuid: 'client-uuid',
  sessionId: 'session-id',
  redirectUri: undefined,
  scope: undefined,
  nonce: undefined,
  claimsRequest: undefined,
  codeChallenge: undefined,
  dpopJkt: undefined,
  acr: '1',
  authenticatedAt: 0,
  expiresAt: 60_000,
  flow: 'f',
};

test('RFC 6749 §10.10: a code has 256 random bits and is never repeated', async () => {
  const codes = createMemoryStore().createExpiringStore<AuthorizationCode>('code');
  const [first, second] = [await issueCode(codes, CODE, 0), await issueCode(codes, CODE, 0)];
  assert.match(first, /^[\w-]{43}\.session-id\.client-uuid$/);
  assert.notEqual(first, second);
});

test('RFC 6749 §4.1.2: an expired code is remembered for a while, so reuse is distinguished from guessing', async () => {
  const codes = createMemoryStore().createExpiringStore<AuthorizationCode>('code');
  const text = await issueCode(codes, CODE, 0);
  assert.equal((await codes.consume('r', text, 61_000)).state, 'found');
  assert.equal((await codes.consume('r', text, 359_999)).state, 'used');
  assert.equal((await codes.consume('r', text, 360_000)).state, 'unknown');
});

test('a code names its session; a text that is no code names none', async () => {
  const codes = createMemoryStore().createExpiringStore<AuthorizationCode>('code');
  assert.equal(sessionIdOf(await issueCode(codes, CODE, 0)), 'session-id');
  assert.equal(sessionIdOf('no-code'), '');
});
