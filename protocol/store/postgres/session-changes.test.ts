import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession } from '../testing/sample-session.ts';
import { checkDecision, sessionValues, tokenValues } from './session-changes.ts';

test('a session keeps its id and its realm', () => {
  const session = createSession('s1');
  const at = { realmId: session.realmId, id: 's1' };
  checkDecision(at, { session, result: 0 });
  checkDecision(at, { session: 'ended', result: 0 });
  for (const moved of [{ id: 's2' }, { realmId: 'other' }])
    assert.throws(() => checkDecision(at, { session: { ...session, ...moved }, result: 0 }), TypeError);
});

test('the columns of a session have its clients and a whole time', () => {
  const part = { clientUuid: 'c1', startedAt: 1, lastRefreshAt: 1, scope: '' };
  const [id, user, offline, clients, startedAt] = sessionValues(
    createSession('s1', { startedAt: 1.6, clients: { c1: part } }),
  );
  assert.deepEqual([id, user, offline, clients, startedAt], ['s1', 'u1', false, ['c1'], 2]);
  assert.deepEqual(tokenValues({ j1: 5, j2: 6.4 }), [
    ['j1', 'j2'],
    [5, 6],
  ]);
});
