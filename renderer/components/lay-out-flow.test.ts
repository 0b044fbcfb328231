import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivityParty, ActivitySummary } from '#protocol/contract/activity.ts';
import { layOutFlow } from './lay-out-flow.ts';

function exchange(from: ActivityParty, to: ActivityParty): ActivitySummary {
  return {
    id: `${from}-${to}`,
    flow: 'f',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    from,
    to,
    method: 'GET',
    path: '/',
    status: 200,
    outcome: 'accepted',
    title: 'x',
  };
}

test('console "Activity": only participating parties have a lifeline, with the server to the right of its callers', () => {
  const { parties } = layOutFlow([exchange('browser', 'understudy'), exchange('application', 'understudy')]);
  assert.deepEqual(
    parties.map(({ party }) => party),
    ['browser', 'application', 'understudy'],
  );
  assert.ok(parties.every(({ center }, index) => index === 0 || center > (parties[index - 1]?.center ?? 0)));
});

test('console "Activity": an arrow spans its two lifelines and has a direction', () => {
  const { placed } = layOutFlow([exchange('browser', 'understudy'), exchange('understudy', 'browser')]);
  assert.deepEqual(
    placed.map(({ left, width, toRight }) => [left, width, toRight]),
    [
      [25, 50, true],
      [25, 50, false],
    ],
  );
});

test('console "Activity": a flow without exchanges is empty', () => {
  assert.deepEqual(layOutFlow([]), { parties: [], placed: [] });
});
