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
