import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { StoredRealm } from '#protocol/store/store.ts';
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

async function useBuiltIn(): Promise<void> {
  await server.store.realms.update('shop', ({ authenticationFlows, authenticatorConfig, ...realm }) => realm);
}

test('bad input: unknown flows, executions and configurations are 404', async () => {
  await setUp();
  const body = { alias: 'a', config: {} };
  for (const [method, path] of [
    ['GET', '/flows/none'],
    ['GET', '/flows/forms'],
    ['PUT', '/flows/none'],
    ['DELETE', '/flows/none'],
    ['POST', '/flows/none/copy'],
    ['GET', '/flows/none/executions'],
    ['GET', '/flows/flow-1/executions'],
    ['PUT', '/flows/none/executions'],
    ['GET', '/executions/none'],
    ['DELETE', '/executions/none'],
    ['POST', '/executions/none/raise-priority'],
    ['POST', '/executions/none/lower-priority'],
    ['POST', '/executions/none/config'],
    ['GET', '/executions/none/config/none'],
    ['GET', '/config/none'],
    ['PUT', '/config/none'],
    ['DELETE', '/config/none'],
  ] as const) {
    const sent = path.endsWith('copy') ? { newName: 'a' } : body;
    const { status } = await server.call(method, BASE + path, method === 'GET' ? {} : { body: sent });
    assert.equal(status, 404, `${method} ${path}`);
  }
});

test('bad input: anything in place of flows and executions is passed over', async () => {
  for (const authenticationFlows of ['x', [7], [{ ...BROWSER, authenticationExecutions: 'x' }]]) {
    await server.store.realms.update(
      'shop',
      (realm) => ({ ...realm, authenticationFlows }) as unknown as StoredRealm,
    );
    assert.ok((await server.call('GET', `${BASE}/flows`)).status === 200);
    assert.ok(
      [200, 404].includes((await server.call('GET', `${BASE}/flows/Copy%20of%20browser/executions`)).status),
    );
  }
});

test('Keycloak: a realm file without flows has the built-in ones, without the one for enhanced clients in the list', async () => {
  await useBuiltIn();
  const { body } = await server.call<Members[]>('GET', `${BASE}/flows`);
  assert.deepEqual(
    body.map(({ alias }) => alias),
    [
      'browser',
      'direct grant',
      'registration',
      'reset credentials',
      'clients',
      'first broker login',
      'docker auth',
    ],
  );
});

test('Keycloak: flows are those of the realm file, top-level ones in the list', async () => {
  await setUp();
  assert.deepEqual((await server.call('GET', `${BASE}/flows`)).body, [BROWSER]);
  const { body } = await server.call<Members>('GET', `${BASE}/flows/flow-2`);
  const shown = FORMS.authenticationExecutions.map(({ id: _id, ...members }) => members);
  assert.deepEqual(body, { ...FORMS, authenticationExecutions: shown });
});

test('Keycloak: a created flow is empty, can be renamed and removed; the built-in ones stay with it', async () => {
  await useBuiltIn();
  const made = await server.call('POST', `${BASE}/flows`, {
    body: { alias: 'mine', providerId: 'basic-flow', topLevel: true },
  });
  assert.equal(made.status, 201);
  const place = `${BASE}/flows/${made.createdId}`;
  const flow = {
    id: made.createdId,
    alias: 'mine',
    description: '',
    providerId: 'basic-flow',
    topLevel: true,
    builtIn: false,
    authenticationExecutions: [],
  };
  assert.deepEqual((await server.call('GET', place)).body, flow);
  await server.store.realms.update('shop', (realm) => ({ ...realm, browserFlow: 'mine' }));
  const changed = await server.call('PUT', place, { body: { ...flow, alias: 'ours', description: 'x' } });
  assert.equal(changed.status, 202);
  assert.equal(server.store.realms.find('shop')?.['browserFlow'], 'ours');
  const inUse = await server.call<Members>('DELETE', place);
  assert.deepEqual(
    [inUse.status, inUse.body['errorMessage']],
    [400, 'Cannot remove authentication flow, it is currently in use'],
  );
  await server.store.realms.update('shop', (realm) => ({ ...realm, browserFlow: 'browser' }));
  assert.equal((await server.call('DELETE', place)).status, 204);
  assert.equal((await server.call('GET', place)).status, 404);
  assert.equal((await server.call<Members[]>('GET', `${BASE}/flows`)).body.length, 7);
});

test('bad input: names in use are 409, names that do not work in paths 400, and built-in flows stay', async () => {
  await useBuiltIn();
  const [browser] = (await server.call<Members[]>('GET', `${BASE}/flows`)).body;
  for (const [method, path, body, status] of [
    ['POST', '/flows', { alias: 'browser' }, 409],
    ['POST', '/flows', { alias: '' }, 409],
    ['POST', '/flows', { alias: 'a/b' }, 400],
    ['POST', '/flows', { alias: 'a', providerId: 'other' }, 400],
    ['POST', '/flows', [], 400],
    ['PUT', `/flows/${browser?.['id']}`, { alias: 'clients' }, 409],
    ['PUT', `/flows/${browser?.['id']}`, {}, 409],
    ['DELETE', `/flows/${browser?.['id']}`, undefined, 400],
    ['POST', '/flows/browser/copy', { newName: 'clients' }, 409],
    ['POST', '/flows/browser/copy', {}, 400],
  ] as const) {
    const answer = await server.call(method, BASE + path, body === undefined ? {} : { body });
    assert.equal(answer.status, status, `${method} ${path} ${JSON.stringify(body)}`);
  }
});

test('Keycloak: a copy has copies of the flows and settings within, named after it; it is removed as a whole', async () => {
  await useBuiltIn();
  const { status } = await server.call('POST', `${BASE}/flows/first%20broker%20login/copy`, {
    body: { newName: 'mine' },
  });
  assert.equal(status, 201);
  const { body: list } = await server.call<Members[]>('GET', `${BASE}/flows/mine/executions`);
  assert.deepEqual(list.map(({ displayName, level }) => [displayName, level]).slice(0, 3), [
    ['Review Profile', 0],
    ['mine User creation or linking', 0],
    ['Create User If Unique', 1],
  ]);
  assert.equal(list[0]?.['alias'], 'mine review profile config');
  const flows = (): Members[] => server.store.realms.find('shop')?.['authenticationFlows'] as Members[];
  const file = await server.call<Record<string, Members[]>>(
    'GET',
    '/emulator/v1/realms/shop/export?for=keycloak',
  );
  const exported = file.body['authenticationFlows']?.find(({ alias }) => alias === 'mine');
  const executions = exported?.['authenticationExecutions'] as Members[] | undefined;
  assert.deepEqual(
    executions?.map((each) => 'id' in each),
    [false, false, false],
  );
  const mine = flows().find(({ alias }) => alias === 'mine');
  assert.deepEqual([mine?.['builtIn'], flows().length], [false, 2 * 7 + 14]);
  assert.equal((await server.call('DELETE', `${BASE}/flows/${mine?.['id']}`)).status, 204);
  assert.deepEqual(
    flows().filter(({ alias }) => String(alias).startsWith('mine')),
    [],
  );
});

test('bad input: a flow that contains itself is copied and removed once', async () => {
  await setUp();
  const body = { newName: 'round' };
  assert.equal((await server.call('POST', `${BASE}/flows/Copy%20of%20browser/copy`, { body })).status, 201);
  const { body: flows } = await server.call<Members[]>('GET', `${BASE}/flows`);
  const copy = flows.find(({ alias }) => alias === 'round');
  assert.equal((await server.call('DELETE', `${BASE}/flows/${copy?.['id']}`)).status, 204);
  assert.deepEqual((await server.call('GET', `${BASE}/flows`)).body, [BROWSER]);
});
