import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientSession } from '../store.ts';
import { createSession } from '../testing/sample-session.ts';
import { type SessionListener, SessionMemory } from './session-memory.ts';

function listeningMemory(changes: Partial<SessionListener> = {}) {
  const heard: string[] = [];
  const memory = new SessionMemory({
    sessionChanging: (realmId, change, isRevocation) =>
      heard.push(
        `${realmId} ${Object.keys(change).join('+')} ${isRevocation ? 'saved before it is made' : 'saved'}`,
      ),
    revokedTokensChanged: (realmId, tokens) => heard.push(`${realmId} revoked ${[...tokens.keys()].join()}`),
    realmRemoved: (realmId) => heard.push(`${realmId} removed`),
    ...changes,
  });
  return { memory, heard };
}

const part: ClientSession = { clientUuid: 'c1', startedAt: 1, lastRefreshAt: 1, scope: 'openid' };
const joined = createSession('s1', { clients: { c1: part } });

test('changes restored from disk are not reported', () => {
  const { memory, heard } = listeningMemory();
  memory.restore('demo-id', { save: createSession('s1') });
  memory.restore('demo-id', { revoke: { j1: 100 } });
  assert.deepEqual(heard, []);
  assert.equal(memory.find('demo-id', 's1')?.id, 's1');
  assert.equal(memory.isTokenRevoked('demo-id', 'j1'), true);
});

test('every change is reported once, with all revoked tokens', () => {
  const { memory, heard } = listeningMemory();
  memory.save(createSession('s1'));
  memory.remove('demo-id', 's1');
  memory.revokeToken('demo-id', 'j1', 100);
  memory.revokeToken('demo-id', 'j2', 200);
  memory.forgetExpiredTokens('demo-id', 150);
  memory.removeRealm('demo-id');
  assert.deepEqual(heard, [
    'demo-id save saved',
    'demo-id remove saved before it is made',
    'demo-id revoke saved before it is made',
    'demo-id revoked j1',
    'demo-id revoke saved before it is made',
    'demo-id revoked j1,j2',
    'demo-id revoked j2',
    'demo-id removed',
  ]);
});

for (const [what, change, isRevocation] of [
  ['a session that is used', { lastAccessAt: 9 }, false],
  ['a client that joins', { clients: { c1: part, c2: { ...part, clientUuid: 'c2' } } }, false],
  ['an ordinary refresh', { clients: { c1: { ...part, lastRefreshAt: 9 } } }, false],
  ['a client that leaves', { clients: {} }, true],
  [
    'the use of a rotating refresh token',
    { clients: { c1: { ...part, refreshTokenUse: { jti: 'j', count: 0, startedAt: 1 } } } },
    true,
  ],
] as const) {
  test(`${what} ${isRevocation ? 'must' : 'need not'} be on disk before it is applied`, () => {
    const { memory, heard } = listeningMemory();
    memory.save(joined);
    memory.save({ ...joined, ...change });
    assert.equal(heard[1], `demo-id save ${isRevocation ? 'saved before it is made' : 'saved'}`);
  });
}

test('saving a session and revoking tokens is one change', () => {
  const { memory, heard } = listeningMemory();
  memory.save(joined, { j1: 100 });
  assert.deepEqual(heard, ['demo-id save+revoke saved before it is made', 'demo-id revoked j1']);
  assert.equal(memory.isTokenRevoked('demo-id', 'j1'), true);
});

test('an expired session is discarded without waiting for the disk', () => {
  const { memory, heard } = listeningMemory();
  memory.save(joined);
  assert.equal(memory.discard('demo-id', 's1'), true);
  assert.equal(memory.discard('demo-id', 's1'), false);
  assert.equal(heard[1], 'demo-id remove saved');
  assert.equal(memory.find('demo-id', 's1'), undefined);
});

test('a revocation that cannot be saved is not applied', () => {
  const refuse = (): never => {
    throw new RangeError('no');
  };
  const { memory } = listeningMemory({
    sessionChanging: (_realmId, _change, isRevocation) => (isRevocation ? refuse() : undefined),
  });
  memory.save(joined);
  assert.throws(() => memory.remove('demo-id', 's1'), RangeError);
  assert.throws(() => memory.revokeToken('demo-id', 'j1', 100), RangeError);
  assert.throws(() => memory.save({ ...joined, clients: {} }), RangeError);
  assert.throws(() => memory.save({ ...joined, lastAccessAt: 9 }, { j1: 100 }), RangeError);
  assert.equal(memory.find('demo-id', 's1'), joined);
  assert.equal(memory.listByUser('demo-id', joined.userId).length, 1);
  assert.equal(memory.isTokenRevoked('demo-id', 'j1'), false);
});

test('calls that change nothing are not reported', () => {
  const { memory, heard } = listeningMemory();
  memory.remove('demo-id', 's1');
  memory.forgetExpiredTokens('demo-id', 1);
  memory.removeRealm('demo-id');
  assert.deepEqual(heard, []);
});
