import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession } from '../conformance.ts';
import { SessionMemory } from './session-memory.ts';

function listeningMemory() {
  const heard: string[] = [];
  const memory = new SessionMemory({
    sessionChanged: (realmId, id, session) =>
      heard.push(`${realmId} ${id} ${session === undefined ? 'removed' : 'saved'}`),
    revokedTokensChanged: (realmId, tokens) => heard.push(`${realmId} revoked ${[...tokens.keys()].join()}`),
    realmRemoved: (realmId) => heard.push(`${realmId} removed`),
  });
  return { memory, heard };
}

test('what is read from disk is not reported as a change', () => {
  const { memory, heard } = listeningMemory();
  memory.load(createSession('s1'));
  memory.loadRevokedToken('demo-id', 'j1', 100);
  assert.deepEqual(heard, []);
  assert.equal(memory.find('demo-id', 's1')?.id, 's1');
  assert.equal(memory.isTokenRevoked('demo-id', 'j1'), true);
});

test('every change is reported once, with all tokens that are revoked', () => {
  const { memory, heard } = listeningMemory();
  memory.save(createSession('s1'));
  memory.remove('demo-id', 's1');
  memory.revokeToken('demo-id', 'j1', 100);
  memory.revokeToken('demo-id', 'j2', 200);
  memory.forgetExpiredTokens('demo-id', 150);
  memory.removeRealm('demo-id');
  assert.deepEqual(heard, [
    'demo-id s1 saved',
    'demo-id s1 removed',
    'demo-id revoked j1',
    'demo-id revoked j1,j2',
    'demo-id revoked j2',
    'demo-id removed',
  ]);
});

test('what changes nothing is not reported', () => {
  const { memory, heard } = listeningMemory();
  memory.remove('demo-id', 's1');
  memory.forgetExpiredTokens('demo-id', 1);
  memory.removeRealm('demo-id');
  assert.deepEqual(heard, []);
});
