import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { WEB } from '#protocol/oauth/testing/realm.ts';
import { startOAuthServer } from '#protocol/oauth/testing/server.ts';
import { groupFlows, isFailure, listTraced, type TraceFilter } from './trace-flows.ts';

const server = await startOAuthServer();
after(() => server.stop());
const realmId = server.store.realms.find('demo')?.id ?? '';
const PASSWORD = { ...WEB, grant_type: 'password', username: 'bob', password: 'bob-password' };

await server.tokens();
server.testKit.faults.arm(realmId, { match: { endpoint: 'token' }, do: { status: 500 } });
await server.post('token', PASSWORD, { 'x-understudy-test': 'one' });
await server.post('token', { ...PASSWORD, password: 'wrong' }, { 'x-understudy-test': 'two' });
await server.send('/realms/none');
await server.send('/emulator/v1/server');

const traced = (filter: TraceFilter = {}) => listTraced(server.activity, 'demo', filter);

test('test kit "trace": refused flows come first, those made to fail on purpose after them', () => {
  const flows = groupFlows(traced());
  assert.deepEqual(
    flows.map(({ name, isRefused, exchanges }) => [name, isRefused, exchanges.length]),
    [
      ['Password grant · web', true, 1],
      ['Password grant · bob', true, 1],
      ['Sign-in with code · alice', false, 3],
    ],
  );
  assert.deepEqual(
    flows.map(({ tests }) => tests),
    [['two'], ['one'], []],
  );
  assert.deepEqual([flows[2]?.users, flows[2]?.clients], [['alice'], ['web']]);
});

test('test kit "trace": other realms and the test kit itself are not shown', () => {
  assert.ok(traced().every(({ record }) => record.realm === 'demo' && !record.path.startsWith('/emulator/')));
  assert.deepEqual(listTraced(server.activity, 'none', {}), []);
});

test('test kit "trace": test, flow and since choose what is shown', () => {
  const all = traced();
  assert.equal(traced({ test: 'one' }).length, 1);
  assert.equal(traced({ test: 'none' }).length, 0);
  assert.equal(traced({ flow: all[0]?.record.flow }).length, 3);
  assert.equal(traced({ since: all.at(-2)?.record.id }).length, 1);
  assert.equal(traced({ since: Date.UTC(2030, 0, 1) }).length, all.length);
  assert.equal(traced({ since: Date.UTC(2030, 0, 2) }).length, 0);
});

test('test kit "trace": waiting for the user is no failure', () => {
  assert.deepEqual((['accepted', 'asked', 'refused', 'failed'] as const).map(isFailure), [
    false,
    false,
    true,
    true,
  ]);
});
