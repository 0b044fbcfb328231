import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RequiredActionRepresentation } from '#protocol/contract/realm-representation.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const BASE = '/admin/realms/shop/authentication';
const ACTIONS = `${BASE}/required-actions`;

const list = async (): Promise<readonly RequiredActionRepresentation[]> =>
  (await server.call<RequiredActionRepresentation[]>('GET', ACTIONS)).body;

test('Keycloak: a realm that lists no required actions has those with a page, enabled and in order', async () => {
  const actions = await list();
  assert.deepEqual(
    actions.map(({ alias, enabled, defaultAction }) => [alias, enabled, defaultAction]),
    [
      'CONFIGURE_TOTP',
      'TERMS_AND_CONDITIONS',
      'UPDATE_PASSWORD',
      'UPDATE_PROFILE',
      'VERIFY_EMAIL',
      'VERIFY_PROFILE',
    ].map((alias) => [alias, true, false]),
  );
  assert.deepEqual(actions[0], {
    alias: 'CONFIGURE_TOTP',
    name: 'Configure OTP',
    providerId: 'CONFIGURE_TOTP',
    enabled: true,
    defaultAction: false,
    priority: 10,
    config: {},
  });
});

test('Keycloak: a changed action acts: a default action is asked of new users', async () => {
  const body = { defaultAction: true, priority: 5 };
  assert.equal((await server.call('PUT', `${ACTIONS}/UPDATE_PASSWORD`, { body })).status, 204);
  const [first] = await list();
  assert.deepEqual(
    [first?.alias, first?.defaultAction, first?.name],
    ['UPDATE_PASSWORD', true, 'Update Password'],
  );
  const made = await server.call('POST', '/admin/realms/shop/users', { body: { username: 'newcomer' } });
  const { body: user } = await server.call<{ requiredActions: string[] }>(
    'GET',
    `/admin/realms/shop/users/${made.createdId}`,
  );
  assert.deepEqual(user.requiredActions, ['UPDATE_PASSWORD']);
});

test('Keycloak before 21: the former alias of terms and conditions names the same action', async () => {
  const path = `${ACTIONS}/terms_and_conditions`;
  assert.equal((await server.call('PUT', path, { body: { enabled: false } })).status, 204);
  const { body } = await server.call<RequiredActionRepresentation>('GET', path);
  assert.deepEqual([body.alias, body.enabled], ['TERMS_AND_CONDITIONS', false]);
  assert.equal((await list()).length, 6);
});

test('keycloak-config-cli: an action that the realm does not have is registered, then changed', async () => {
  const body = { providerId: 'webauthn-register', name: 'Webauthn Register' };
  assert.equal((await server.call('POST', `${BASE}/register-required-action`, { body })).status, 204);
  const last = (await list()).at(-1);
  assert.deepEqual(
    [last?.alias, last?.name, last?.enabled],
    ['webauthn-register', 'Webauthn Register', true],
  );
  assert.equal((await server.call('POST', `${BASE}/register-required-action`, { body })).status, 409);
  const change = {
    body: { ...body, alias: 'webauthn-register', enabled: false, config: { max_auth_age: '300' } },
  };
  assert.equal((await server.call('PUT', `${ACTIONS}/webauthn-register`, change)).status, 204);
  const { body: changed } = await server.call<RequiredActionRepresentation>(
    'GET',
    `${ACTIONS}/webauthn-register`,
  );
  assert.deepEqual([changed.enabled, changed.config], [false, { max_auth_age: '300' }]);
  assert.deepEqual((await server.call('GET', `${BASE}/unregistered-required-actions`)).body, []);
});

test('bad input: unknown actions are 404, wrong types 400, and an action keeps its alias', async () => {
  for (const method of ['GET', 'PUT'] as const) {
    const { status } = await server.call(method, `${ACTIONS}/none`, method === 'GET' ? {} : { body: {} });
    assert.equal(status, 404, method);
  }
  assert.equal((await server.call('PUT', `${ACTIONS}/VERIFY_EMAIL`, { body: { enabled: [] } })).status, 400);
  assert.equal((await server.call('PUT', `${ACTIONS}/VERIFY_EMAIL`, { body: [] })).status, 400);
  assert.equal((await server.call('POST', `${BASE}/register-required-action`, { body: {} })).status, 400);
  await server.call('PUT', `${ACTIONS}/VERIFY_EMAIL`, { body: { alias: 'other' } });
  assert.equal((await server.call('GET', `${ACTIONS}/VERIFY_EMAIL`)).status, 200);
  assert.equal((await server.call('GET', `${ACTIONS}/other`)).status, 404);
});
