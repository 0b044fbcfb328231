import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { chooseFlows, type FlowFilter, groupFlows, mainExchange } from './group-flows.ts';

function exchange(id: string, flow: string, more: Partial<ActivitySummary> = {}): ActivitySummary {
  return {
    id,
    flow,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    from: 'browser',
    to: 'understudy',
    method: 'GET',
    path: '/realms/demo',
    status: 200,
    outcome: 'accepted',
    title: 'Authorization request',
    ...more,
  };
}

const refusal = { code: 'invalid_grant', description: 'Code not valid', reason: 'The code was used before.' };
const records = [
  exchange('4', 'b', { clientId: 'demo-spa', realm: 'other' }),
  exchange('3', 'a', { title: 'Token request (authorization_code)' }),
  exchange('2', 'a', { outcome: 'refused', refusal, clientId: 'demo-web', realm: 'demo' }),
  exchange('1', 'a', { outcome: 'asked' }),
];
const everything: FlowFilter = { refusedOnly: false, realm: undefined, search: '' };
const none: ReadonlySet<string> = new Set();

function idsOf(filter: Partial<FlowFilter>, pinned = none): string[] {
  return chooseFlows(groupFlows(records), { ...everything, ...filter }, pinned).map((flow) => flow.id);
}

test('console "Activity": an exchange is listed before those it causes, even if it ends later', () => {
  // The delegation (2) is recorded before the authentication request (1) that waits for it.
  const [flow] = groupFlows([exchange('1', 'c'), exchange('2', 'c')]);
  assert.deepEqual(
    flow?.exchanges.map(({ id }) => id),
    ['1', '2'],
  );
});

test('console "Activity": flows are listed newest first, the exchanges of a flow in order', () => {
  const flows = groupFlows(records);
  assert.deepEqual(
    flows.map((flow) => flow.id),
    ['b', 'a'],
  );
  assert.deepEqual(
    flows[1]?.exchanges.map((row) => row.id),
    ['1', '2', '3'],
  );
});

test('console "Activity": a flow with a refusal is refused, and has its client', () => {
  const flow = groupFlows(records)[1];
  assert.equal(flow?.outcome, 'refused');
  assert.equal(flow?.clientId, 'demo-web');
});

test('console "Activity": "Refused" hides flows without a refusal', () => {
  assert.deepEqual(idsOf({ refusedOnly: true }), ['a']);
});

test('console "Activity": every word of a search must occur somewhere in the flow', () => {
  assert.deepEqual(idsOf({ search: 'INVALID_grant token' }), ['a']);
  assert.deepEqual(idsOf({ search: 'invalid_grant nowhere' }), []);
});

test('console "Activity": a realm filter hides the flows of other realms', () => {
  assert.deepEqual(idsOf({ realm: 'demo' }), ['a']);
});

test('console "Activity": a pinned flow stays on top regardless of the filter', () => {
  assert.deepEqual(idsOf({ search: 'demo-spa' }, new Set(['a'])), ['a', 'b']);
});

test('console "Activity": a flow opens at its latest refusal, or else at its latest exchange', () => {
  const [other, refused] = groupFlows(records);
  assert.ok(other && refused);
  assert.equal(mainExchange(refused).id, '2');
  assert.equal(mainExchange(other).id, '4');
});
