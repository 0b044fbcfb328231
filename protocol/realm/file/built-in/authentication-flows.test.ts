import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listUnsupportedSteps } from '#protocol/contract/settings/flow-steps.ts';
import { builtInAuthenticatorConfigs, builtInFlows } from './authentication-flows.ts';

type Members = Readonly<Record<string, unknown>>;

const flows = builtInFlows('realm-1');
const executions = flows.flatMap((flow) => flow['authenticationExecutions'] as Members[]);

test('each flow and setting that a flow refers to exists, and none is left over', () => {
  const aliases = new Set(flows.map(({ alias }) => alias));
  const inner = new Set(flows.filter(({ topLevel }) => topLevel === false).map(({ alias }) => alias));
  const used = new Set(executions.map(({ flowAlias }) => flowAlias).filter((alias) => alias !== undefined));
  assert.deepEqual(
    [...used].filter((alias) => !aliases.has(alias)),
    [],
  );
  assert.deepEqual(used, inner);
  const configs = builtInAuthenticatorConfigs('realm-1').map(({ alias }) => alias);
  const named = executions.map((each) => each['authenticatorConfig']).filter((alias) => alias !== undefined);
  assert.deepEqual(named.toSorted(), configs.toSorted());
});

test('Keycloak 26: a new realm has a flow for each of its bindings', () => {
  const top = flows.filter(({ topLevel }) => topLevel === true).map(({ alias }) => alias);
  assert.deepEqual(top, [
    'browser',
    'direct grant',
    'registration',
    'reset credentials',
    'clients',
    'first broker login',
    'docker auth',
    'saml ecp',
  ]);
});

test('import report: every step of a new realm’s flows is run', () => {
  assert.deepEqual(listUnsupportedSteps(flows, {}), []);
});

test('the same realm gets the same identifiers, another realm gets others', () => {
  const ids = (realmId: string) => builtInFlows(realmId).map(({ id }) => id);
  assert.deepEqual(ids('realm-1'), ids('realm-1'));
  assert.equal(new Set([...ids('realm-1'), ...ids('realm-2')]).size, 2 * flows.length);
});
