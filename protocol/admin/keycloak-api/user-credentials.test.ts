import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type {
  CredentialRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const ann = `/admin/realms/shop/users/${await server.userId('ann')}`;
const reset = (body: unknown) => server.call('PUT', `${ann}/reset-password`, { body });

for (const [body, expected] of [
  [{ type: 'password' }, { error: 'No password provided' }],
  [{ type: 'password', value: null }, { error: 'No password provided' }],
  [{ type: 'password', value: ' ' }, { error: 'Empty password not allowed' }],
  [{ type: 'otp', value: 'x' }, { error: 'type must be password' }],
  [
    { value: ['1'] },
    {
      error: 'unknown_error',
      error_description: 'Cannot parse the JSON: value must be a string',
    },
  ],
] as const) {
  test(`realm-admin C5: reset-password rejects ${JSON.stringify(body)}`, async () => {
    const refused = await reset(body);
    assert.deepEqual([refused.status, refused.body], [400, expected]);
  });
}

test('Keycloak: a password may be written as a number', async () => {
  assert.equal((await reset({ type: 'password', value: 12345678, temporary: false })).status, 204);
  const stored = await server.store.users.findByUsername(server.store.realms.find('shop')?.id ?? '', 'ann');
  assert.ok(await verifyPasswordHash('12345678', stored?.credentials?.[0] ?? {}));
});

test('realm-admin C5: a password is stored hashed; a temporary one requires a change, and the next one lifts that', async () => {
  assert.equal((await reset({ type: 'password', value: 'fresh-1', temporary: true })).status, 204);
  assert.deepEqual((await server.call<UserRepresentation>('GET', ann)).body.requiredActions, [
    'UPDATE_PASSWORD',
  ]);
  assert.equal((await reset({ type: 'password', value: 'fresh-2', temporary: false })).status, 204);
  assert.deepEqual((await server.call<UserRepresentation>('GET', ann)).body.requiredActions, []);
  const stored = await server.store.users.findByUsername(server.store.realms.find('shop')?.id ?? '', 'ann');
  assert.equal(stored?.credentials?.length, 1);
  assert.ok(await verifyPasswordHash('fresh-2', stored?.credentials?.[0] ?? {}));
  assert.doesNotMatch(JSON.stringify(stored), /fresh-2/);
});

test('realm-admin C5: credentials are listed without secrets, renamed and removed', async () => {
  await reset({ value: 'fresh-3' });
  const [credential = {}] = (await server.call<CredentialRepresentation[]>('GET', `${ann}/credentials`)).body;
  assert.deepEqual(
    ['secretData' in credential, 'value' in credential, credential.type],
    [false, false, 'password'],
  );
  const path = `${ann}/credentials/${credential.id}`;
  assert.equal((await server.call('PUT', `${path}/userLabel`, { body: 'My own' })).status, 204);
  assert.equal(
    (await server.call<CredentialRepresentation[]>('GET', `${ann}/credentials`)).body[0]?.userLabel,
    'My own',
  );
  assert.deepEqual((await server.call('DELETE', `${ann}/credentials/none`)).body, {
    error: 'Credential not found',
  });
  assert.equal((await server.call('DELETE', path)).status, 204);
  assert.deepEqual((await server.call('GET', `${ann}/credentials`)).body, []);
});

test("realm-admin C2: the realm's password policy applies to administrators, too", async () => {
  await server.call('PUT', '/admin/realms/shop', { body: { passwordPolicy: 'length(8)' } });
  const { status, body } = await reset({ value: 'short' });
  assert.deepEqual(
    [status, body],
    [
      400,
      { error: 'invalidPasswordMinLengthMessage', error_description: 'Invalid password: minimum length 8.' },
    ],
  );
});

test('issue "Safe by default": Activity masks a password that is set', async () => {
  await reset({ value: 'very-fresh-password' });
  const { records } = server.activity.list({ text: 'Set password' });
  assert.ok(records.length > 0);
  for (const { id } of records)
    assert.doesNotMatch(JSON.stringify(server.activity.find(id)), /very-fresh-password/);
});

test('Keycloak: POST and PUT of a user take over credentials of one-time codes; roles are left to their endpoints', async () => {
  const otp = (label: string) => ({
    type: 'otp',
    userLabel: label,
    secretData: JSON.stringify({ value: 'secret' }),
    credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }),
  });
  const made = await server.call('POST', '/admin/realms/shop/users', {
    body: {
      username: 'otto',
      requiredActions: ['VERIFY_EMAIL'],
      groups: ['/staff'],
      realmRoles: ['boss'],
      clientRoles: { till: ['open'] },
      credentials: [{ type: 'password', value: 'otto-password' }, otp('phone')],
    },
  });
  const otto = `/admin/realms/shop/users/${made.createdId}`;
  const types = async () =>
    (await server.call<{ type: string; userLabel?: string }[]>('GET', `${otto}/credentials`)).body;
  assert.deepEqual((await types()).map(({ type }) => type).toSorted(), ['otp', 'password']);
  await server.call('PUT', otto, { body: { credentials: [otp('tablet')] } });
  assert.deepEqual((await types()).map(({ userLabel }) => userLabel ?? '').toSorted(), [
    '',
    'phone',
    'tablet',
  ]);
  const { body: user } = await server.call<UserRepresentation>('GET', otto);
  assert.deepEqual([user.requiredActions, user['totp']], [['VERIFY_EMAIL'], true]);
  const { body: groups } = await server.call<{ path: string }[]>('GET', `${otto}/groups`);
  assert.deepEqual(
    groups.map(({ path }) => path),
    ['/staff'],
  );
  const { body: roles } = await server.call<{ name: string }[]>('GET', `${otto}/role-mappings/realm`);
  assert.deepEqual(
    roles.map(({ name }) => name),
    ['default-roles-shop'],
  );
});

test('Keycloak: credentials are put in another order', async () => {
  const otto = `/admin/realms/shop/users/${await server.userId('otto')}`;
  const list = async () =>
    (await server.call<{ id: string }[]>('GET', `${otto}/credentials`)).body.map(({ id }) => id);
  const [first, second, third] = await list();
  assert.equal((await server.call('POST', `${otto}/credentials/${third}/moveToFirst`)).status, 204);
  assert.deepEqual(await list(), [third, first, second]);
  assert.equal((await server.call('POST', `${otto}/credentials/${third}/moveAfter/${first}`)).status, 204);
  assert.deepEqual(await list(), [first, third, second]);
  for (const path of ['none/moveToFirst', `none/moveAfter/${first}`, `${first}/moveAfter/none`])
    assert.equal((await server.call('POST', `${otto}/credentials/${path}`)).status, 404, path);
  assert.deepEqual(await list(), [first, third, second]);
});

test('Keycloak: no type of credential can be disabled, and none comes from a directory', async () => {
  const ann = `/admin/realms/shop/users/${await server.userId('ann')}`;
  assert.deepEqual((await server.call('GET', `${ann}/configured-user-storage-credential-types`)).body, []);
  assert.equal((await server.call('PUT', `${ann}/disable-credential-types`, { body: ['otp'] })).status, 204);
  assert.equal((await server.call('PUT', `${ann}/disable-credential-types`, { body: {} })).status, 400);
  const none = '/admin/realms/shop/users/none';
  assert.equal((await server.call('PUT', `${none}/disable-credential-types`, { body: [] })).status, 404);
  assert.equal((await server.call('GET', `${none}/configured-user-storage-credential-types`)).status, 404);
});

test('Keycloak: a password that is sent as its hash replaces the one before', async () => {
  const ann = `/admin/realms/shop/users/${await server.userId('ann')}`;
  const stored = (
    await server.store.users.find(server.store.realms.find('shop')?.id ?? '', ann.split('/').at(-1) ?? '')
  )?.credentials?.find(({ type }) => type === 'password');
  const made = await server.call('POST', '/admin/realms/shop/users', {
    body: { username: 'hashed', credentials: [{ type: 'password', value: 'first-password' }] },
  });
  const hashed = `/admin/realms/shop/users/${made.createdId}`;
  const { id: _id, ...credential } = stored ?? {};
  await server.call('PUT', hashed, { body: { credentials: [credential] } });
  const { body } = await server.call<{ type: string; credentialData: string }[]>(
    'GET',
    `${hashed}/credentials`,
  );
  assert.deepEqual(
    body.map(({ type, credentialData }) => [type, credentialData]),
    [['password', stored?.credentialData]],
  );
});
