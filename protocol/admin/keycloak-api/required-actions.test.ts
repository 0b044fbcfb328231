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
      'CONFIGURE_RECOVERY_AUTHN_CODES',
      'update_user_locale',
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
  assert.equal((await list()).length, 8);
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
  const { body: others } = await server.call<RequiredActionRepresentation[]>(
    'GET',
    `${BASE}/unregistered-required-actions`,
  );
  assert.equal(
    others.some(({ providerId }) => providerId === 'webauthn-register'),
    false,
  );
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

const aliases = async (): Promise<unknown[]> => (await list()).map(({ alias }) => alias);

test('Terraform: an empty provider of an action leaves its provider as it is', async () => {
  const body = {
    alias: 'VERIFY_PROFILE',
    name: 'Verify Profile',
    providerId: '',
    enabled: true,
    priority: 70,
    config: {},
  };
  assert.equal((await server.call('PUT', `${ACTIONS}/VERIFY_PROFILE`, { body })).status, 204);
  const shown = await server.call<RequiredActionRepresentation>('GET', `${ACTIONS}/VERIFY_PROFILE`);
  assert.deepEqual([shown.body.name, shown.body.providerId], ['Verify Profile', 'VERIFY_PROFILE']);
});

test('Keycloak: a removed action is no longer asked for, is listed as unregistered and can be registered again', async () => {
  const path = `${ACTIONS}/VERIFY_PROFILE`;
  const before = await aliases();
  assert.equal((await server.call('DELETE', path)).status, 204);
  assert.deepEqual(
    await aliases(),
    before.filter((alias) => alias !== 'VERIFY_PROFILE'),
  );
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal((await server.call(method, path)).status, 404);
  const unregistered = { name: 'Verify Profile', providerId: 'VERIFY_PROFILE' };
  const [first] = (await server.call<object[]>('GET', `${BASE}/unregistered-required-actions`)).body;
  assert.deepEqual(first, unregistered);
  const stored = server.store.realms.find('shop')?.requiredActions;
  assert.equal(stored?.find(({ alias }) => alias === 'VERIFY_PROFILE')?.enabled, false);
  const register = { body: unregistered };
  assert.equal((await server.call('POST', `${BASE}/register-required-action`, register)).status, 204);
  assert.equal((await aliases()).at(-1), 'VERIFY_PROFILE');
});

test('Keycloak: actions are raised and lowered, also those of the same priority; the ends stay', async () => {
  const move = (alias: unknown, way: string) => server.call('POST', `${ACTIONS}/${alias}/${way}-priority`);
  const [first, second] = await aliases();
  assert.equal((await move(first, 'raise')).status, 204);
  assert.equal((await aliases())[0], first);
  assert.equal((await move(first, 'lower')).status, 204);
  assert.deepEqual((await aliases()).slice(0, 2), [second, first]);
  const last = (await aliases()).at(-1);
  assert.equal((await move(last, 'lower')).status, 204);
  assert.equal((await aliases()).at(-1), last);
  for (const action of [first, second])
    await server.call('PUT', `${ACTIONS}/${action}`, { body: { priority: 1 } });
  const [upper, lower] = await aliases();
  await move(upper, 'lower');
  assert.deepEqual((await aliases()).slice(0, 2), [lower, upper]);
  assert.equal((await move('none', 'raise')).status, 404);
});

test('Keycloak: the settings of an action are described, changed and removed; empty values are left out', async () => {
  const path = `${ACTIONS}/UPDATE_PASSWORD/config`;
  const { body } = await server.call<{ properties: { name: string }[] }>('GET', `${path}-description`);
  assert.equal(body.properties[0]?.name, 'max_auth_age');
  const sent = { config: { max_auth_age: '60', other: '' } };
  assert.equal((await server.call('PUT', path, { body: sent })).status, 204);
  assert.deepEqual((await server.call('GET', path)).body, { config: { max_auth_age: '60' } });
  assert.equal((await server.call('DELETE', path)).status, 204);
  assert.deepEqual((await server.call('GET', path)).body, { config: {} });
});

test('Terraform: an action without a page is listed as unregistered until a realm registers it', async () => {
  const unregistered = async () =>
    (await server.call<RequiredActionRepresentation[]>('GET', `${BASE}/unregistered-required-actions`)).body;
  const found = (await unregistered()).find(({ providerId }) => providerId === 'delete_account');
  assert.deepEqual(found, { name: 'Delete Account', providerId: 'delete_account' });
  assert.equal((await server.call('GET', `${ACTIONS}/delete_account`)).status, 404);
  assert.equal((await server.call('POST', `${BASE}/register-required-action`, { body: found })).status, 204);
  assert.equal((await server.call('GET', `${ACTIONS}/delete_account`)).status, 200);
  assert.ok(!(await unregistered()).some(({ providerId }) => providerId === 'delete_account'));
});

test('bad input: settings of an unknown action are 400, as is a configuration that is no object', async () => {
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? { body: { config: {} } } : {};
    assert.equal((await server.call(method, `${ACTIONS}/none/config`, body)).status, 400, method);
  }
  assert.equal((await server.call('GET', `${ACTIONS}/none/config-description`)).status, 404);
  for (const body of [{}, { config: 'x' }, []])
    assert.equal((await server.call('PUT', `${ACTIONS}/VERIFY_EMAIL/config`, { body })).status, 400);
});

test('Keycloak recovery codes: the warning threshold is described, changed, and refused if it is no number', async () => {
  const path = `${ACTIONS}/CONFIGURE_RECOVERY_AUTHN_CODES/config`;
  const { body } = await server.call<{ properties: { name: string }[] }>('GET', `${path}-description`);
  assert.deepEqual(
    body.properties.map(({ name }) => name),
    ['warning_threshold', 'max_auth_age'],
  );
  for (const warning_threshold of ['-1', '4.5', 'few', '9'.repeat(20)]) {
    const { status } = await server.call('PUT', path, { body: { config: { warning_threshold } } });
    assert.equal(status, 400, warning_threshold);
  }
  const sent = { config: { warning_threshold: '12' } };
  assert.equal((await server.call('PUT', path, { body: sent })).status, 204);
  assert.deepEqual((await server.call('GET', path)).body, sent);
});
