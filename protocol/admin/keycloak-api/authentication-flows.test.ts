import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const BASE = '/admin/realms/shop/authentication';

type Members = Readonly<Record<string, unknown>>;

const execution = (members: Members): Members => ({ requirement: 'REQUIRED', priority: 10, ...members });
const BROWSER = {
  id: 'flow-1',
  alias: 'Copy of browser',
  providerId: 'basic-flow',
  topLevel: true,
  builtIn: false,
  authenticationExecutions: [
    execution({ authenticator: 'auth-cookie', requirement: 'ALTERNATIVE' }),
    execution({ flowAlias: 'forms', authenticatorFlow: true }),
    execution({ authenticator: 'x509', authenticatorConfig: 'x509 settings' }),
  ],
};
const FORMS = {
  id: 'flow-2',
  alias: 'forms',
  topLevel: false,
  authenticationExecutions: [
    execution({ id: 'execution-1', authenticator: 'auth-username-password-form' }),
    execution({ flowAlias: 'Copy of browser' }),
  ],
};
const CONFIG = { id: 'config-1', alias: 'x509 settings', config: { regex: '(.*)' } };

async function setUp(): Promise<void> {
  await server.store.realms.update('shop', (realm) => ({
    ...realm,
    authenticationFlows: [BROWSER, FORMS],
    authenticatorConfig: [CONFIG],
  }));
}

const executions = async (): Promise<Members[]> =>
  (await server.call<Members[]>('GET', `${BASE}/flows/Copy%20of%20browser/executions`)).body;

test('bad input: a realm without flows has none, and unknown flows, executions and configurations are 404', async () => {
  assert.deepEqual((await server.call('GET', `${BASE}/flows`)).body, []);
  await setUp();
  const body = { alias: 'a', config: {} };
  for (const [method, path] of [
    ['GET', '/flows/none'],
    ['GET', '/flows/forms'],
    ['GET', '/flows/none/executions'],
    ['GET', '/flows/flow-1/executions'],
    ['POST', '/executions/none/config'],
    ['GET', '/config/none'],
    ['PUT', '/config/none'],
    ['DELETE', '/config/none'],
  ] as const) {
    const { status } = await server.call(method, BASE + path, method === 'GET' ? {} : { body });
    assert.equal(status, 404, `${method} ${path}`);
  }
});

test('bad input: anything in place of flows and executions is passed over', async () => {
  for (const authenticationFlows of ['x', [7], [{ ...BROWSER, authenticationExecutions: 'x' }]]) {
    await server.store.realms.update('shop', (realm) => ({ ...realm, authenticationFlows }));
    assert.ok((await server.call('GET', `${BASE}/flows`)).status === 200);
    assert.ok(
      [200, 404].includes((await server.call('GET', `${BASE}/flows/Copy%20of%20browser/executions`)).status),
    );
  }
});

test('Keycloak: flows are those of the realm file, top-level ones in the list', async () => {
  await setUp();
  assert.deepEqual((await server.call('GET', `${BASE}/flows`)).body, [BROWSER]);
  assert.deepEqual((await server.call('GET', `${BASE}/flows/flow-2`)).body, FORMS);
});

test('Keycloak: executions are listed with level and place; a flow that contains itself is listed once', async () => {
  await setUp();
  const list = await executions();
  assert.deepEqual(
    list.map(({ displayName, level, index }) => [displayName, level, index]),
    [
      ['auth-cookie', 0, 0],
      ['forms', 0, 1],
      ['auth-username-password-form', 1, 0],
      ['Copy of browser', 1, 1],
      ['x509', 0, 2],
    ],
  );
  assert.deepEqual(list[2]?.['id'], 'execution-1');
  assert.deepEqual([list[1]?.['authenticationFlow'], list[1]?.['flowId']], [true, 'flow-2']);
  assert.deepEqual([list[4]?.['alias'], list[4]?.['authenticationConfig']], ['x509 settings', 'config-1']);
  assert.deepEqual(await executions(), list);
});

test('Keycloak: an execution gets a configuration, which is shown, changed and removed', async () => {
  await setUp();
  const [cookie] = await executions();
  const path = `${BASE}/executions/${cookie?.['id']}/config`;
  assert.equal((await server.call('POST', path, { body: { config: {} } })).status, 400);
  assert.equal((await server.call('POST', path, { body: { alias: CONFIG.alias } })).status, 409);
  const made = await server.call('POST', path, { body: { alias: 'cookie', config: { days: 7 } } });
  assert.equal(made.status, 201);
  const place = `${BASE}/config/${made.createdId}`;
  assert.deepEqual((await server.call('GET', place)).body, {
    id: made.createdId,
    alias: 'cookie',
    config: { days: '7' },
  });
  assert.equal((await executions())[0]?.['authenticationConfig'], made.createdId);
  const changed = { id: 'other', alias: 'biscuit', config: { days: '8' } };
  assert.equal((await server.call('PUT', place, { body: changed })).status, 204);
  assert.deepEqual((await server.call('GET', place)).body, { ...changed, id: made.createdId });
  assert.equal((await executions())[0]?.['alias'], 'biscuit');
  assert.equal((await server.call('DELETE', place)).status, 204);
  assert.equal('authenticationConfig' in ((await executions())[0] ?? {}), false);
  assert.equal((await executions())[4]?.['authenticationConfig'], 'config-1');
});
