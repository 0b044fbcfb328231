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
  assert.equal((await server.call('GET', `${path}/${made.createdId}`)).status, 200);
  const taken = { ...changed, alias: CONFIG.alias };
  assert.equal((await server.call('PUT', place, { body: taken })).status, 409);
  assert.equal((await server.call('DELETE', place)).status, 204);
  assert.equal('authenticationConfig' in ((await executions())[0] ?? {}), false);
  assert.equal((await executions())[4]?.['authenticationConfig'], 'config-1');
});
