import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { choicesOf, chooseFlows, type FlowFilter, groupFlows, mainExchange } from './group-flows.ts';

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
const everything: FlowFilter = {
  refusedOnly: false,
  realm: undefined,
  kind: undefined,
  client: undefined,
  user: undefined,
  test: undefined,
  search: '',
};
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

test('console "Activity": a realm filter hides the flows of other realms, but not those without a realm', () => {
  assert.deepEqual(idsOf({ realm: 'demo' }), ['a']);
  const flows = groupFlows([...records, exchange('0', 'c', { title: 'Request outside any endpoint' })]);
  const shown = chooseFlows(flows, { ...everything, realm: 'demo' }, none);
  assert.deepEqual(
    shown.map((flow) => flow.id),
    ['a', 'c'],
  );
});

test('console "Activity": filters by kind, client and user combine', () => {
  assert.deepEqual(idsOf({ kind: 'sign-in' }), ['b', 'a']);
  assert.deepEqual(idsOf({ kind: 'ciba' }), []);
  assert.deepEqual(idsOf({ client: 'demo-web' }), ['a']);
  assert.deepEqual(idsOf({ kind: 'sign-in', client: 'demo-spa', realm: 'other' }), ['b']);
  assert.deepEqual(idsOf({ client: 'demo-spa', refusedOnly: true }), []);
  assert.deepEqual(idsOf({ user: 'alice' }), []);
});

test('console "Activity": flows are filtered by what they offer: kinds in their order, clients and users by name', () => {
  const more = exchange('9', 'd', { title: 'Userinfo', username: 'bob', clientId: 'a-client' });
  assert.deepEqual(choicesOf(groupFlows([more, ...records])), {
    kinds: ['sign-in', 'token-use'],
    clients: ['a-client', 'demo-spa', 'demo-web'],
    users: ['bob'],
    tests: [],
  });
  assert.deepEqual(choicesOf([]), { kinds: [], clients: [], users: [], tests: [] });
});

test('console "Activity": a flow has the test of any of its exchanges, and is filtered and found by it', () => {
  const tested = [...records, exchange('0', 'a', { test: 'pays by phone' })];
  const flows = groupFlows(tested);
  assert.deepEqual(
    flows.map((flow) => flow.test),
    [undefined, 'pays by phone'],
  );
  assert.deepEqual(choicesOf(flows).tests, ['pays by phone']);
  const chosen = (filter: Partial<FlowFilter>) =>
    chooseFlows(flows, { ...everything, ...filter }, none).map(({ id }) => id);
  assert.deepEqual(chosen({ test: 'pays by phone' }), ['a']);
  assert.deepEqual(chosen({ test: 'pays' }), []);
  assert.deepEqual(chosen({ search: 'by PHONE' }), ['a']);
});

test('console "Activity": a flow whose user has not answered waits, although its request was accepted', () => {
  const device = exchange('1', 'a', { title: 'Device authorization request', clientId: 'tv' });
  const consent = exchange('2', 'a', { title: 'Consent form', username: 'alice' });
  assert.deepEqual(
    [[device], [consent, device]].map((one) => groupFlows(one)[0]?.outcome),
    ['asked', 'accepted'],
  );
});

test('console "Activity": a flow is found by its name', () => {
  assert.deepEqual(idsOf({ search: 'sign-in · demo-spa' }), ['b']);
});

test('console "Activity": a flow is named by what it is, and says why it was refused', () => {
  const flow = groupFlows(records)[1];
  assert.equal(flow?.name, 'Sign-in · demo-web');
  assert.equal(flow?.problem, 'Refused: The code was used before');
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
