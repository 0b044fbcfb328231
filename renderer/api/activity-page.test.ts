import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { addToPage } from './activity-page.ts';

function exchange(id: string, refused = false): ActivitySummary {
  return {
    id,
    flow: 'f',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    from: 'browser',
    to: 'understudy',
    method: 'GET',
    path: '/',
    status: refused ? 400 : 200,
    outcome: refused ? 'refused' : 'accepted',
    title: 'x',
    ...(refused ? { refusal: { code: 'invalid_grant', description: 'd', reason: 'r' } } : {}),
  };
}

const page = { records: [exchange('2'), exchange('1')], capacity: 3, refusals: 0 };

test('Activity: exchanges from the stream come first, newest on top', () => {
  const next = addToPage({ ...page, capacity: 10 }, [exchange('3'), exchange('4', true)]);
  assert.deepEqual(
    next.records.map((record) => record.id),
    ['4', '3', '2', '1'],
  );
  assert.equal(next.refusals, 1);
});

test('Activity: an exchange that is in both list and stream is shown once and counted once', () => {
  assert.equal(addToPage(page, [exchange('2'), exchange('1')]), page);
  assert.equal(addToPage(page, [exchange('5', true), exchange('5', true)]).refusals, 1);
});

test('Activity: the oldest exchanges are removed when the list exceeds its capacity', () => {
  const next = addToPage(page, [exchange('3'), exchange('4')]);
  assert.deepEqual(
    next.records.map((record) => record.id),
    ['4', '3', '2'],
  );
});
