import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '../collect.ts';
import type { ClientSession } from '../store.ts';
import { createSession, putSession } from '../testing/sample-session.ts';
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
const key = { realmId: 'demo-id', id: 's1' };
const joined = createSession('s1', { clients: { c1: part } });

test('changes restored from disk are not reported', async () => {
  const { memory, heard } = listeningMemory();
  memory.apply('demo-id', { save: createSession('s1') });
  memory.apply('demo-id', { revoke: { j1: 100 } });
  assert.deepEqual(heard, []);
  assert.equal((await memory.find('demo-id', 's1'))?.id, 's1');
  assert.equal(await memory.isTokenRevoked('demo-id', 'j1'), true);
});

test('every change is reported once, with all revoked tokens', async () => {
  const { memory, heard } = listeningMemory();
  await memory.create(createSession('s1'));
  await memory.remove('demo-id', 's1');
  await memory.revokeToken('demo-id', 'j1', 100);
  await memory.revokeToken('demo-id', 'j2', 200);
  await memory.forgetExpiredTokens(new Map([['demo-id', 150]]));
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
  test(`${what} ${isRevocation ? 'must' : 'need not'} be on disk before it is applied`, async () => {
    const { memory, heard } = listeningMemory();
    await memory.create(joined);
    await putSession(memory, { ...joined, ...change });
    assert.equal(heard[1], `demo-id save ${isRevocation ? 'saved before it is made' : 'saved'}`);
  });
}

test('saving a session and revoking tokens is one change', async () => {
  const { memory, heard } = listeningMemory();
  await memory.update(key, () => ({ session: joined, revoked: { j1: 100 }, result: undefined }));
  assert.deepEqual(heard, ['demo-id save+revoke saved before it is made', 'demo-id revoked j1']);
  assert.equal(await memory.isTokenRevoked('demo-id', 'j1'), true);
});

test('an expired session is discarded without waiting for the disk', async () => {
  const { memory, heard } = listeningMemory();
  await memory.create(joined);
  assert.equal(await memory.discard(joined), true);
  assert.equal(await memory.discard(joined), false);
  assert.equal(heard[1], 'demo-id remove saved');
  assert.equal(await memory.find('demo-id', 's1'), undefined);
});

test('a revocation that cannot be saved is not applied', async () => {
  const refuse = (): never => {
    throw new RangeError('no');
  };
  const { memory } = listeningMemory({
    sessionChanging: (_realmId, _change, isRevocation) => (isRevocation ? refuse() : undefined),
  });
  await memory.create(joined);
  await assert.rejects(memory.remove('demo-id', 's1'), RangeError);
  await assert.rejects(memory.revokeToken('demo-id', 'j1', 100), RangeError);
  await assert.rejects(putSession(memory, { ...joined, clients: {} }), RangeError);
  for (const session of ['ended', { ...joined, lastAccessAt: 9 }] as const) {
    const change = () => ({ session, revoked: { j1: 100 }, result: undefined });
    await assert.rejects(memory.update(key, change), RangeError);
  }
  assert.equal(await memory.find('demo-id', 's1'), joined);
  assert.equal((await collect(memory.list('demo-id', { userId: joined.userId }))).length, 1);
  assert.equal(await memory.isTokenRevoked('demo-id', 'j1'), false);
});

test('captured sessions are restored with one change for all revoked tokens', async () => {
  const { memory, heard } = listeningMemory();
  await memory.restore('demo-id', { sessions: [joined], revoked: { j1: 100, j2: 200 } });
  await memory.restore('demo-id', { sessions: [], revoked: {} });
  assert.deepEqual(heard, [
    'demo-id save saved',
    'demo-id revoke saved before it is made',
    'demo-id revoked j1,j2',
  ]);
});

test('calls that change nothing are not reported', async () => {
  const { memory, heard } = listeningMemory();
  await memory.remove('demo-id', 's1');
  await memory.update(key, (session) => ({ result: session }));
  await memory.update(key, () => ({ session: 'ended', result: undefined }));
  await memory.forgetExpiredTokens(new Map([['demo-id', 1]]));
  memory.removeRealm('demo-id');
  memory.apply('demo-id', { save: joined, revoke: { j1: 100 } });
  await memory.update(key, () => ({ session: joined, result: undefined }));
  assert.equal(await memory.revokeToken('demo-id', 'j1', 100), false);
  assert.deepEqual(heard, []);
});
