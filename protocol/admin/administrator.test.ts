import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { type Named, startAdminServer } from './testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const viewer = await server.tokenOf('shop', 'viewer');
const manager = await server.tokenOf('shop', 'manager');
const ann = await server.tokenOf('shop', 'ann');

for (const [token, what] of [
  [null, 'no token'],
  ['nonsense', 'a token that is not a JWT'],
  [`${server.token.slice(0, -4)}AAAA`, 'a wrong signature'],
  [
    `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ iss: `${server.baseUrl}/realms/master` }))}.`,
    'alg none',
  ],
  [`${btoa('{"alg":"RS256"}')}.${btoa('{"iss":"http://x/realms/nowhere"}')}.AAAA`, 'an unknown realm'],
] as const) {
  test(`realm-admin C1: ${what} gets 401, whether the realm exists or not`, async () => {
    for (const path of [
      '/admin/realms',
      '/admin/realms/shop/users',
      '/admin/realms/nowhere',
      '/emulator/v1/server',
    ]) {
      const { status, body } = await server.call('GET', path, { token });
      assert.equal(status, 401);
      assert.deepEqual(body, { error: 'HTTP 401 Unauthorized' });
    }
  });
}

test('realm-admin C1: a user with any role for a realm may call what belongs to no realm', async () => {
  for (const token of [viewer, manager, server.token])
    assert.equal((await server.call('GET', '/admin/serverinfo', { token })).status, 200);
});

test('realm-admin C1: a token ends with its session', async () => {
  const token = await server.tokenOf('master', 'admin');
  const master = server.store.realms.find('master')?.id ?? '';
  const [session] = (await collect(server.store.sessions.list(master))).slice(-1);
  await server.store.sessions.remove(master, session?.id ?? '');
  assert.equal((await server.call('GET', '/admin/realms', { token })).status, 401);
});

for (const [method, path] of [
  ['GET', '/admin/realms'],
  ['GET', '/admin/realms/shop'],
  ['GET', '/admin/realms/shop/users'],
  ['POST', '/admin/realms'],
  ['GET', '/admin/serverinfo'],
  ['GET', '/emulator/v1/server'],
  ['POST', '/emulator/v1/certificates'],
] as const) {
  test(`realm-admin C1: ${method} ${path} of a user without administrator roles is 403`, async () => {
    const { status, body } = await server.call(method, path, { token: ann });
    assert.deepEqual([status, body], [403, { error: 'HTTP 403 Forbidden' }]);
  });
}

test("realm-admin C1: a realm's administrator may act on that realm only", async () => {
  assert.equal((await server.call('GET', '/admin/realms/shop/users', { token: viewer })).status, 200);
  assert.equal((await server.call('GET', '/admin/realms/master/users', { token: viewer })).status, 403);
  assert.equal((await server.call('GET', '/admin/realms/nowhere/users', { token: viewer })).status, 403);
  assert.equal((await server.call('GET', '/emulator/v1/server', { token: manager })).status, 403);
});

test('realm-admin C1: view roles do not allow changes', async () => {
  const { status } = await server.call('POST', '/admin/realms/shop/users', {
    token: viewer,
    body: { username: 'eve' },
  });
  assert.equal(status, 403);
});

test('0169: administrators cannot grant power that they lack', async () => {
  const management = server.clientUuid('realm-management');
  const path = `/admin/realms/shop/users/${await server.userId('manager')}/role-mappings/clients/${management}`;
  const { body: available } = await server.call<Named[]>('GET', `${path}/available`, { token: manager });
  const admin = available.find(({ name }) => name === 'realm-admin');
  assert.equal((await server.call('POST', path, { token: manager, body: [admin] })).status, 403);
  const held = (await server.call<Named[]>('GET', path, { token: manager })).body.find(
    ({ name }) => name === 'view-users',
  );
  assert.equal((await server.call('POST', path, { token: manager, body: [held] })).status, 204);
});

test('0169: power cannot be gained through a composite role', async () => {
  const management = server.clientUuid('realm-management');
  const { body: admin } = await server.call(
    'GET',
    `/admin/realms/shop/clients/${management}/roles/realm-admin`,
  );
  const composites = '/admin/realms/shop/roles/clerk/composites';
  assert.equal((await server.call('POST', composites, { token: manager, body: [admin] })).status, 403);
  const role = { name: 'sneaky', composites: { client: { 'realm-management': ['realm-admin'] } } };
  assert.equal(
    (await server.call('POST', '/admin/realms/shop/roles', { token: manager, body: role })).status,
    403,
  );
});

test('0169: power cannot be gained through a group', async () => {
  const management = server.clientUuid('realm-management');
  const { body: admin } = await server.call(
    'GET',
    `/admin/realms/shop/clients/${management}/roles/realm-admin`,
  );
  const { createdId } = await server.call('POST', '/admin/realms/shop/groups', { body: { name: 'chiefs' } });
  const given = await server.call(
    'POST',
    `/admin/realms/shop/groups/${createdId}/role-mappings/clients/${management}`,
    { body: [admin] },
  );
  assert.equal(given.status, 204);
  const [guests] = (await server.call<Named[]>('GET', '/admin/realms/shop/groups?search=guests')).body;
  const attempts: readonly (readonly [string, string, unknown])[] = [
    ['PUT', `/admin/realms/shop/users/${await server.userId('manager')}/groups/${createdId}`, undefined],
    ['POST', '/admin/realms/shop/users', { username: 'eve', groups: ['/chiefs'] }],
    ['POST', `/admin/realms/shop/groups/${createdId}/children`, { name: 'guests', id: guests?.id }],
    ['PUT', `/admin/realms/shop/default-groups/${createdId}`, undefined],
  ];
  for (const [method, path, body] of attempts) {
    const { status } = await server.call(method, path, {
      token: manager,
      ...(body === undefined ? {} : { body }),
    });
    assert.equal(status, 403, path);
  }
});

test('0169: power depends on names, so names that give power are protected from creation, change and removal', async () => {
  const management = server.clientUuid('realm-management');
  const roles = `/admin/realms/shop/clients/${management}/roles`;
  const attempts: readonly (readonly [string, string, unknown])[] = [
    ['POST', roles, { name: 'fresh' }],
    ['PUT', `${roles}/query-users`, { name: 'mine' }],
    ['DELETE', `${roles}/realm-admin`, undefined],
    ['PUT', `/admin/realms/shop/clients/${management}`, { clientId: 'elsewhere' }],
  ];
  for (const [method, path, body] of attempts) {
    const { status } = await server.call(method, path, {
      token: manager,
      ...(body === undefined ? {} : { body }),
    });
    assert.equal(status, 403, path);
  }
});

test('issue "Safe by default": a page of another origin is rejected; the server\'s own and the window are not', async () => {
  const origin = (value: string) => server.call('GET', '/admin/realms', { headers: { origin: value } });
  for (const foreign of ['http://evil.test', 'null', 'http://127.0.0.1:1', 'app://evil'])
    assert.equal((await origin(foreign)).status, 403);
  for (const own of [server.baseUrl, server.baseUrl.replace('127.0.0.1', 'localhost'), 'app://understudy']) {
    assert.equal((await origin(own)).status, 200);
  }
});

test('issue "The window": Activity names the missing role', async () => {
  await server.call('POST', '/admin/realms/shop/users', { token: viewer, body: { username: 'eve' } });
  const refusal = server.activity.list({ realm: undefined, outcome: 'refused' }).records[0]?.refusal;
  assert.match(refusal?.reason ?? '', /viewer of realm shop lacks manage-users/);
  assert.match(refusal?.remedy ?? '', /realm-management/);
});

test('realm-admin C1: Activity names the required role, and its owner', async () => {
  const remedyOf = async (method: string, path: string, token: string): Promise<string> => {
    assert.equal((await server.call(method, path, { token })).status, 403);
    const [newest] = server.activity.list({ limit: 1, outcome: 'refused' }).records;
    return newest?.refusal?.remedy ?? '';
  };
  assert.match(
    await remedyOf('POST', '/admin/realms', manager),
    /realm master who has the realm role create-realm/,
  );
  assert.match(
    await remedyOf('POST', '/admin/realms/shop/users', viewer),
    /Give the user the role manage-users of client realm-management/,
  );
});

test('Keycloak admin API: admin-cli acts with every role of the user, even if its scope has none', async () => {
  const stored = server.store.realms.find('shop');
  const client = stored?.clients?.find(({ clientId }) => clientId === 'admin-cli');
  const path = `/admin/realms/shop/clients/${client?.id}`;
  const put = async (fullScopeAllowed: boolean) => {
    const { status } = await server.call('PUT', path, { body: { ...client, fullScopeAllowed } });
    assert.equal(status, 204);
  };
  await put(false);
  const token = await server.tokenOf('shop', 'viewer');
  assert.equal((await server.call('GET', '/admin/realms/shop/users', { token })).status, 200);
  await put(true);
});

test('test kit "control key": on this machine, it admits to everything that an administrator of the server may do', async () => {
  const token = server.controlKey;
  for (const path of [
    '/admin/realms',
    '/admin/realms/shop/users',
    '/emulator/v1/server',
    '/emulator/v1/settings',
  ])
    assert.equal((await server.call('GET', path, { token })).status, 200, path);
  const body = { realm: 'by-control-key' };
  assert.equal((await server.call('POST', '/admin/realms', { token, body })).status, 201);
  assert.equal((await server.call('DELETE', '/admin/realms/by-control-key', { token })).status, 204);
});

test('test kit "control key": Activity names it in place of a user, and hides it', async () => {
  const token = server.controlKey;
  await server.call('POST', '/admin/realms', { token, body: { realm: 'named' } });
  const [summary] = server.activity.list().records;
  assert.equal(summary?.username, 'control key');
  const record = server.activity.find(summary?.id ?? '', { reveal: false });
  assert.equal(JSON.stringify(record).includes(token), false);
});

test('test kit "control key": from another machine it is 401, with the reason in Activity', async () => {
  const proxied = await startAdminServer({ 'proxy-headers': 'xforwarded' });
  const call = (address: string) =>
    proxied.call('POST', '/admin/realms', {
      token: proxied.controlKey,
      body: { realm: 'far' },
      headers: { 'x-forwarded-for': address },
    });
  for (const address of ['192.0.2.1', '2001:db8::1']) {
    const { status, body } = await call(address);
    assert.deepEqual([status, body], [401, { error: 'HTTP 401 Unauthorized' }]);
    assert.match(proxied.activity.list().records[0]?.refusal?.reason ?? '', /another machine/);
  }
  assert.equal((await call('127.0.0.1')).status, 201);
  await proxied.stop();
});

test('test kit "control key": a key that is only similar, and pages of other origins, are refused', async () => {
  for (const token of [server.controlKey.slice(1), `${server.controlKey}x`, server.controlKey.toUpperCase()])
    assert.equal((await server.call('GET', '/emulator/v1/server', { token })).status, 401);
  const headers = { origin: 'https://evil.test' };
  const { status } = await server.call('GET', '/emulator/v1/server', { token: server.controlKey, headers });
  assert.equal(status, 403);
});
