import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { MappingsRepresentation } from '#protocol/contract/admin-api.ts';
import type { UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { type Named, namesOf, startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const USERS = '/admin/realms/shop/users';
const post = (body: unknown) => server.call('POST', USERS, { body });

const REFUSED: readonly (readonly [unknown, number, object])[] = [
  [{}, 400, { errorMessage: 'User name is missing' }],
  [{ username: 'ann' }, 409, { errorMessage: 'User exists with same username' }],
  [{ username: 'ANN' }, 409, { errorMessage: 'User exists with same username' }],
  [{ username: 'x', email: 'Ann@example.test' }, 409, { errorMessage: 'User exists with same email' }],
  [
    { username: 'x', email: 'x' },
    400,
    { field: 'email', errorMessage: 'error-invalid-email', params: ['email', 'x'] },
  ],
  [
    { username: 'x', groups: ['/none'] },
    400,
    { errorMessage: 'Unable to find group specified by path: /none' },
  ],
  [
    { username: 'x', enabled: 1 },
    400,
    { error: 'unknown_error', error_description: 'Cannot parse the JSON: enabled must be true or false' },
  ],
];
for (const [body, status, expected] of REFUSED) {
  test(`realm-admin C5: ${JSON.stringify(body)} is rejected with ${status}`, async () => {
    const refused = await post(body);
    assert.deepEqual([refused.status, refused.body], [status, expected]);
  });
}

for (const [clientConsents, problem] of [
  ['till', 'clientConsents must be a JSON array'],
  [[7], 'clientConsents[0] must be a JSON object'],
  [[{}], 'clientConsents[0].clientId is missing'],
  [[{ clientId: ['till'] }], 'clientConsents[0].clientId must be a string'],
  [
    [{ clientId: 'till', grantedClientScopes: 'email' }],
    'clientConsents[0].grantedClientScopes must be a JSON array',
  ],
  [
    [{ clientId: 'till', grantedClientScopes: [{}] }],
    'clientConsents[0].grantedClientScopes[0] must be a string',
  ],
  [[{ clientId: 'till', createdDate: 'today' }], 'clientConsents[0].createdDate must be a whole number'],
  [[{ clientId: 'till', lastUpdatedDate: {} }], 'clientConsents[0].lastUpdatedDate must be a whole number'],
] as const) {
  test(`bad input: clientConsents ${JSON.stringify(clientConsents)} are rejected for new and existing users`, async () => {
    const ann = `${USERS}/${await server.userId('ann')}`;
    const changed = await server.call('PUT', ann, { body: { username: 'ann', clientConsents } });
    for (const { status, body } of [changed, await post({ username: 'x', clientConsents })]) {
      assert.equal(status, 400);
      assert.equal(
        JSON.stringify(body),
        JSON.stringify({
          error: 'unknown_error',
          error_description: `Cannot parse the JSON: ${problem}`,
        }),
      );
    }
  });
}

test('realm-admin C5: consents to unknown clients and client scopes are left out for new and existing users', async () => {
  const clientConsents = [
    { clientId: 'none', grantedClientScopes: ['email'] },
    { clientId: 'till', grantedClientScopes: ['email', 'none'] },
    { clientId: 'page' },
  ];
  const { createdId } = await post({ username: 'consenting', clientConsents });
  const kept = [{ clientId: 'till', grantedClientScopes: ['email'] }, { clientId: 'page' }];
  const realmId = server.store.realms.find('shop')?.id ?? '';
  const stored = async () => (await server.store.users.find(realmId, createdId))?.clientConsents;
  assert.deepEqual(await stored(), kept);
  for (const [given, expected] of [
    [[], []],
    [clientConsents, kept],
    [null, kept],
  ]) {
    const { status } = await server.call('PUT', `${USERS}/${createdId}`, { body: { clientConsents: given } });
    assert.equal(status, 204);
    assert.deepEqual(await stored(), expected);
  }
  await server.call('DELETE', `${USERS}/${createdId}`);
});

test('realm-admin A2: with e-mail as username, the address becomes the username', async () => {
  await server.call('PUT', '/admin/realms/shop', { body: { registrationEmailAsUsername: true } });
  const made = await post({ username: 'other', email: 'Named@Example.test' });
  const { body } = await server.call<UserRepresentation>('GET', `${USERS}/${made.createdId}`);
  assert.equal(body.username, 'named@example.test');
  await server.call('PUT', `${USERS}/${made.createdId}`, { body: { email: 'again@example.test' } });
  const changed = await server.call<UserRepresentation>('GET', `${USERS}/${made.createdId}`);
  assert.equal(changed.body.username, 'again@example.test');
  await server.call('DELETE', `${USERS}/${made.createdId}`);
  await server.call('PUT', '/admin/realms/shop', { body: { registrationEmailAsUsername: false } });
});

test('realm-admin C2: an unknown user is 404', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['PUT', '/reset-password'],
    ['GET', '/sessions'],
    ['GET', '/groups'],
    ['GET', '/role-mappings'],
  ] as const) {
    const { status, body } = await server.call(
      method,
      `${USERS}/none${path}`,
      method === 'PUT' ? { body: { value: 'x' } } : {},
    );
    assert.deepEqual([status, body], [404, { error: 'User not found' }], `${method} ${path}`);
  }
});

test('realm-admin C5: a user is created, read, changed and removed', async () => {
  const made = await post({
    username: 'Dora',
    email: 'Dora@Example.test',
    attributes: { team: ['red'] },
    futureMember: 1,
    realmRoles: ['boss'],
  });
  assert.equal(made.status, 201);
  assert.equal(made.body, undefined);
  const path = `${USERS}/${made.createdId}`;
  const { body: user } = await server.call<UserRepresentation>('GET', path);
  assert.equal(user.username, 'dora');
  assert.equal(user.email, 'dora@example.test');
  assert.equal(user.enabled, true);
  assert.equal(user['futureMember'], 1);
  assert.equal(user.credentials, undefined);
  assert.deepEqual(user['access'], {
    manageGroupMembership: true,
    view: true,
    mapRoles: true,
    impersonate: true,
    manage: true,
  });
  const { body: mappings } = await server.call<MappingsRepresentation>('GET', `${path}/role-mappings`);
  assert.deepEqual(
    mappings.realmMappings?.map(({ name }) => name),
    ['default-roles-shop'],
  );
  assert.equal(
    (
      await server.call('PUT', path, {
        body: { firstName: 'Dora', attributes: { size: ['m'] }, lastName: null },
      })
    ).status,
    204,
  );
  const { body: changed } = await server.call<UserRepresentation>('GET', path);
  assert.deepEqual(
    [changed.firstName, changed.attributes, changed.email],
    ['Dora', { size: ['m'] }, 'dora@example.test'],
  );
  assert.equal((await server.call('PUT', path, { body: { username: 'ann' } })).status, 409);
  assert.equal((await server.call('PUT', path, { body: { email: '' } })).status, 204);
  assert.equal((await server.call<UserRepresentation>('GET', path)).body.email, undefined);
  assert.equal((await server.call('DELETE', path)).status, 204);
  assert.equal((await server.call('GET', path)).status, 404);
});

test('realm-admin C5: changing a user neither grants roles nor changes groups', async () => {
  const path = `${USERS}/${await server.userId('ann')}`;
  await server.call('PUT', path, {
    body: {
      realmRoles: ['boss'],
      clientRoles: { 'realm-management': ['realm-admin'] },
      groups: [],
      id: 'other',
    },
  });
  const { body } = await server.call<Named[]>('GET', `${path}/role-mappings/realm`);
  assert.ok(!namesOf(body).includes('boss'));
  assert.equal((await server.call<Named[]>('GET', `${path}/groups`)).body.length, 1);
});

test('realm-admin C5: list and count exclude service accounts and are paged', async () => {
  const { body: names } = await server.call<UserRepresentation[]>('GET', USERS);
  assert.deepEqual(
    names.map(({ username }) => username),
    ['ann', 'manager', 'viewer'],
  );
  assert.equal((await server.call('GET', `${USERS}/count`)).body, 3);
  const { body: page } = await server.call<UserRepresentation[]>(
    'GET',
    `${USERS}?first=1&max=1&briefRepresentation=true`,
  );
  assert.deepEqual(
    page.map(({ username }) => username),
    ['manager'],
  );
  const { body: found } = await server.call<Named[]>(
    'GET',
    `${USERS}?username=service-account-till&exact=true`,
  );
  assert.equal(found.length, 1);
  assert.equal((await server.call('GET', `${USERS}?max=many`)).status, 400);
});

test('realm-admin A6: a response never contains a credential', async () => {
  const { body } = await server.call('GET', USERS);
  assert.doesNotMatch(JSON.stringify(body), /ann-password|secretData/);
});

test('Keycloak: a new user joins the default groups of the realm besides the given ones', async () => {
  const shop = server.store.realms.find('shop');
  const staff = shop?.groups?.find(({ name }) => name === 'staff')?.id ?? '';
  await server.call('PUT', `/admin/realms/shop/default-groups/${staff}`);
  const made = await server.call('POST', '/admin/realms/shop/users', {
    body: { username: 'joiner', groups: ['/guests', '/staff'] },
  });
  const { body } = await server.call<{ path: string }[]>(
    'GET',
    `/admin/realms/shop/users/${made.createdId}/groups`,
  );
  assert.deepEqual(body.map(({ path }) => path).toSorted(), ['/guests', '/staff']);
  const other = await server.call('POST', '/admin/realms/shop/users', { body: { username: 'other' } });
  assert.equal((await server.store.users.find(shop?.id ?? '', other.createdId))?.groups?.[0], '/staff');
  await server.call('DELETE', `/admin/realms/shop/default-groups/${staff}`);
});

test('Keycloak: a user created or changed with a password keeps the required actions that are sent; a temporary password adds UPDATE_PASSWORD', async () => {
  const password = (temporary: boolean) => [{ type: 'password', value: 'pw', temporary }];
  const actionsOf = async (id: string | undefined) =>
    (await server.call<UserRepresentation>('GET', `${USERS}/${id}`)).body.requiredActions;
  const requiredActions = ['UPDATE_PASSWORD', 'CONFIGURE_TOTP'];
  const { createdId } = await post({ username: 'starter', credentials: password(false), requiredActions });
  assert.deepEqual(await actionsOf(createdId), requiredActions);
  const change = (body: object) => server.call('PUT', `${USERS}/${createdId}`, { body });
  await change({ credentials: password(false), requiredActions: ['VERIFY_EMAIL'] });
  assert.deepEqual(await actionsOf(createdId), ['VERIFY_EMAIL']);
  await change({ credentials: password(true) });
  assert.deepEqual(await actionsOf(createdId), ['VERIFY_EMAIL', 'UPDATE_PASSWORD']);
  await change({ credentials: password(false) });
  assert.deepEqual(await actionsOf(createdId), ['VERIFY_EMAIL', 'UPDATE_PASSWORD']);
});
