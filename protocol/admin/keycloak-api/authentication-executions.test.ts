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

test('Keycloak: executions are listed with level and place; a flow that contains itself is listed once', async () => {
  await setUp();
  const list = await executions();
  assert.deepEqual(
    list.map(({ displayName, level, index }) => [displayName, level, index]),
    [
      ['Cookie', 0, 0],
      ['forms', 0, 1],
      ['Username Password Form', 1, 0],
      ['Copy of browser', 1, 1],
      ['x509', 0, 2],
    ],
  );
  assert.deepEqual(list[2]?.['id'], 'execution-1');
  assert.deepEqual([list[1]?.['authenticationFlow'], list[1]?.['flowId']], [true, 'flow-2']);
  assert.deepEqual([list[4]?.['alias'], list[4]?.['authenticationConfig']], ['x509 settings', 'config-1']);
  assert.deepEqual(list[0]?.['requirementChoices'], ['REQUIRED', 'ALTERNATIVE', 'DISABLED']);
  assert.deepEqual(await executions(), list);
});

const at = (path: string): string => `${BASE}/flows/Copy%20of%20browser/executions${path}`;
const order = async (): Promise<unknown[]> =>
  (await executions()).filter(({ level }) => level === 0).map(({ displayName }) => displayName);

test('Keycloak: executions are added at the end, disabled unless nothing else is possible, and removed', async () => {
  await setUp();
  const made = await server.call('POST', at('/execution'), { body: { provider: 'auth-username-form' } });
  assert.equal(made.status, 201);
  assert.match(
    made.headers.get('location') ?? '',
    /\/admin\/realms\/shop\/authentication\/executions\/[\w-]+$/,
  );
  await server.call('POST', at('/execution'), { body: { provider: 'of-an-extension' } });
  const list = await executions();
  assert.deepEqual(
    list.slice(-2).map(({ providerId, requirement, displayName }) => [providerId, requirement, displayName]),
    [
      ['auth-username-form', 'REQUIRED', 'Username Form'],
      ['of-an-extension', 'DISABLED', 'of-an-extension'],
    ],
  );
  const { body } = await server.call<Members>('GET', `${BASE}/executions/${made.createdId}`);
  assert.deepEqual([body['authenticator'], body['parentFlow']], ['auth-username-form', 'flow-1']);
  assert.equal((await server.call('DELETE', `${BASE}/executions/${made.createdId}`)).status, 204);
  assert.equal((await executions()).length, list.length - 1);
});

test('Keycloak: a flow within a flow is created with its execution, renamed through it and removed with it', async () => {
  await setUp();
  const body = { alias: 'second', type: 'basic-flow', description: 'x' };
  const made = await server.call('POST', at('/flow'), { body });
  assert.equal(made.status, 201);
  assert.equal((await server.call('POST', at('/flow'), { body })).status, 409);
  const info = (await executions()).at(-1);
  assert.deepEqual([info?.['flowId'], info?.['requirement']], [made.createdId, 'DISABLED']);
  const sent = { ...info, displayName: 'third', requirement: 'CONDITIONAL' };
  assert.equal((await server.call('PUT', at(''), { body: sent })).status, 202);
  const renamed = (await executions()).at(-1);
  assert.deepEqual([renamed?.['displayName'], renamed?.['requirement']], ['third', 'CONDITIONAL']);
  assert.equal(
    (await server.call('PUT', at(''), { body: { ...renamed, displayName: 'forms' } })).status,
    409,
  );
  assert.equal((await server.call('DELETE', `${BASE}/executions/${info?.['id']}`)).status, 204);
  assert.equal((await server.call('GET', `${BASE}/flows/${made.createdId}`)).status, 404);
});

test('Keycloak: executions are raised and lowered, also those of the same priority; the ends stay', async () => {
  await setUp();
  const [cookie, , , , last] = await executions();
  const move = (id: unknown, way: string) => server.call('POST', `${BASE}/executions/${id}/${way}-priority`);
  assert.equal((await move(cookie?.['id'], 'raise')).status, 204);
  assert.deepEqual(await order(), ['Cookie', 'forms', 'x509']);
  assert.equal((await move(cookie?.['id'], 'lower')).status, 204);
  assert.deepEqual(await order(), ['forms', 'Cookie', 'x509']);
  await move(last?.['id'], 'raise');
  await move(last?.['id'], 'raise');
  assert.deepEqual(await order(), ['x509', 'forms', 'Cookie']);
  assert.deepEqual((await executions())[0]?.['authenticationConfig'], 'config-1');
});

test('Keycloak: an execution is added by the ID of its flow', async () => {
  await setUp();
  const path = `${BASE}/executions`;
  const body = { parentFlow: 'flow-1', authenticator: 'auth-otp-form', requirement: 'REQUIRED' };
  const made = await server.call('POST', path, { body });
  assert.equal(made.status, 201);
  assert.deepEqual((await executions()).map(({ id, requirement }) => [id, requirement]).at(-1), [
    made.createdId,
    'REQUIRED',
  ]);
  const { parentFlow: _flow, ...without } = body;
  for (const wrong of [without, { ...body, parentFlow: 'none' }, { parentFlow: 'flow-1' }])
    assert.equal((await server.call('POST', path, { body: wrong })).status, 400);
});

test('bad input: executions of built-in flows stay, and wrong values are 400', async () => {
  await server.store.realms.update('shop', ({ authenticationFlows: _flows, ...realm }) => realm);
  const list = await server.call<Members[]>('GET', `${BASE}/flows/browser/executions`);
  const id = list.body[0]?.['id'];
  const built = `${BASE}/flows/browser/executions`;
  for (const [method, path, body] of [
    ['POST', `${built}/execution`, { provider: 'auth-cookie' }],
    ['POST', `${built}/flow`, { alias: 'a', type: 'basic-flow' }],
    ['POST', `${BASE}/flows/none/executions/execution`, { provider: 'auth-cookie' }],
    ['POST', `${BASE}/flows/none/executions/flow`, { alias: 'a', type: 'basic-flow' }],
    ['DELETE', `${BASE}/executions/${id}`, undefined],
    ['POST', `${BASE}/executions/${id}/raise-priority`, undefined],
    ['PUT', built, { id, requirement: 'SOMETIMES' }],
    ['PUT', built, { requirement: 'REQUIRED' }],
  ] as const) {
    const { status } = await server.call(method, path, body === undefined ? {} : { body });
    assert.equal(status, 400, `${method} ${path}`);
  }
  assert.equal((await server.call('PUT', built, { body: { id, requirement: 'DISABLED' } })).status, 202);
  const { body } = await server.call<Members[]>('GET', built);
  assert.deepEqual([body[0]?.['id'], body[0]?.['requirement']], [id, 'DISABLED']);
});
