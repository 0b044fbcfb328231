import assert from 'node:assert/strict';
import { test } from 'node:test';
import { executionsOf, listFlows } from '#protocol/realm/flows/realm-flows.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import {
  addFlow,
  checkIsOwn,
  findFlow,
  innerFlows,
  nextPriority,
  withExecutions,
} from './authentication-model.ts';

const realm = (members: object): StoredRealm => ({ id: 'realm-1', realm: 'r', ...members });
const flow = (alias: string, ...authenticationExecutions: readonly object[]) => ({
  alias,
  authenticationExecutions,
});

test('executions come in the order of their priorities, and keep their identifiers when they move', () => {
  const given = flow('a', { authenticator: 'late', priority: 20 }, { authenticator: 'early', priority: 10 });
  const executions = executionsOf(given);
  assert.deepEqual(
    executions.map(({ execution, index }) => [execution['authenticator'], index]),
    [
      ['early', 0],
      ['late', 1],
    ],
  );
  const ids = executionsOf(withExecutions(given, executions.toReversed())).map(({ id }) => id);
  assert.deepEqual(
    ids,
    executions.map(({ id }) => id),
  );
  assert.equal(nextPriority(given), 21);
  assert.equal(nextPriority(flow('empty')), 0);
});

test('a flow that contains itself has no flow within but the others', () => {
  const round = realm({
    authenticationFlows: [
      flow('a', { flowAlias: 'b' }),
      flow('b', { flowAlias: 'a' }, { flowAlias: 'gone' }),
    ],
  });
  const inner = innerFlows(round, findFlow(round, 'alias', 'a'));
  assert.deepEqual(
    inner.map(({ alias }) => alias),
    ['b'],
  );
});

test('a flow that is added to a realm without flows leaves it the built-in ones', () => {
  const before = listFlows(realm({})).length;
  assert.equal(listFlows(addFlow(realm({}), flow('a'))).length, before + 1);
});

test('Keycloak: a built-in flow is refused with what was tried', () => {
  assert.throws(
    () => checkIsOwn({ builtIn: true }, 'add execution to'),
    /illegal to add execution to a built in flow/,
  );
  checkIsOwn({ builtIn: false }, 'add execution to');
});
