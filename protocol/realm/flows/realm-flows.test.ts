import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRealm } from '#protocol/store/store.ts';
import { executionsOf, findConfig, findSubFlow, listConfigs, listFlows } from './realm-flows.ts';

const realm = (members: object): StoredRealm => ({ id: 'realm-1', realm: 'r', ...members });
const flow = (alias: string, ...authenticationExecutions: readonly object[]) => ({
  alias,
  authenticationExecutions,
});

test('bad input: flows without an identifier have one, always the same', () => {
  const [first] = listFlows(realm({ authenticationFlows: [flow('a')] }));
  assert.equal(typeof first?.['id'], 'string');
  assert.deepEqual(listFlows(realm({ authenticationFlows: [flow('a')] })), [first]);
});

test('a realm file with an empty list of flows has none, and no settings of built-in ones', () => {
  assert.deepEqual(listFlows(realm({ authenticationFlows: [] })), []);
  assert.deepEqual(listConfigs(realm({ authenticationFlows: [] })), []);
  assert.ok(listConfigs(realm({})).length > 0);
});

test('executions come in the order of their priorities; what is no object is passed over', () => {
  const given = {
    alias: 'a',
    authenticationExecutions: [7, { authenticator: 'late', priority: 20 }, null, { authenticator: 'early' }],
  };
  assert.deepEqual(
    executionsOf(given).map(({ execution }) => execution['authenticator']),
    ['early', 'late'],
  );
});

test('bad input: settings and flows that an execution names and that do not exist are undefined', () => {
  const given = realm({ authenticationFlows: [flow('a', { flowAlias: 'gone' })] });
  assert.equal(findConfig(given, 'gone'), undefined);
  assert.equal(findConfig(given, undefined), undefined);
  assert.equal(findSubFlow(given, { flowAlias: 'gone' }), undefined);
  assert.equal(findSubFlow(given, {}), undefined);
});
