import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasEnded } from './session-query.ts';
import { createSession } from './testing/sample-session.ts';

const NEVER = Number.NEGATIVE_INFINITY;
const limits = {
  online: { usedAt: 100, startedAt: 10 },
  remembered: { usedAt: 50, startedAt: 5 },
  offline: { usedAt: 20, startedAt: NEVER },
};

test('a session has the limit of its kind, and an offline one is not remembered', () => {
  for (const [offline, rememberMe, usedAt] of [
    [false, false, 100],
    [false, true, 50],
    [true, false, 20],
    [true, true, 20],
  ] as const) {
    const ends = (lastAccessAt: number) =>
      hasEnded(limits, createSession('s', { offline, rememberMe, lastAccessAt, startedAt: 11 }));
    assert.deepEqual([ends(usedAt), ends(usedAt + 1)], [true, false]);
  }
});

test('a session ends at the limit of its last use or of its start, whichever comes first', () => {
  for (const [lastAccessAt, startedAt, ended] of [
    [101, 11, false],
    [100, 11, true],
    [101, 10, true],
    [99, 9, true],
  ] as const)
    assert.equal(hasEnded(limits, createSession('s', { lastAccessAt, startedAt })), ended);
});

test('a session without a limit of its start ends by its last use only', () => {
  const offline = { offline: true, startedAt: -9e15 };
  assert.equal(hasEnded(limits, createSession('s', { ...offline, lastAccessAt: 21 })), false);
  assert.equal(hasEnded(limits, createSession('s', { ...offline, lastAccessAt: 20 })), true);
});
