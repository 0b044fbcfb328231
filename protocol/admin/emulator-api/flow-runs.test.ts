import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FlowRunWire } from '#protocol/contract/flow-runs.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const PATH = '/emulator/v1/realms/shop/flow-runs';

test('a flow that has not run, or does not exist, is not found', async () => {
  for (const flow of ['browser', 'gone', '__proto__'])
    assert.equal((await server.call('GET', `${PATH}/${flow}`)).status, 404, flow);
});

test('the last run of a flow says what each step did, and which exchange it was', async () => {
  const client = { clientId: 'wiki', publicClient: true, redirectUris: ['http://wiki.test/'] };
  assert.equal((await server.call('POST', '/admin/realms/shop/clients', { body: client })).status, 201);
  const query = new URLSearchParams({
    client_id: 'wiki',
    redirect_uri: 'http://wiki.test/',
    response_type: 'code',
  });
  await fetch(`${server.baseUrl}/realms/shop/protocol/openid-connect/auth?${query}`);
  const { status, body } = await server.call('GET', `${PATH}/browser`);
  assert.equal(status, 200);
  const { flow, clientId, username, exchange, steps } = body as unknown as FlowRunWire;
  assert.deepEqual([flow, clientId, username], ['browser', 'wiki', undefined]);
  assert.ok(exchange);
  assert.deepEqual(
    steps.filter(({ did }) => did === 'asked').map(({ key }) => key),
    ['forms/auth-username-password-form', 'browser/forms'],
  );
});
