import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ActivityPage } from '#protocol/contract/activity.ts';
import type { UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { BY_USERS } from '#protocol/realm/testing/profile.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());

const PROFILE = {
  attributes: [
    { name: 'username', validations: { length: { min: 3 } }, ...BY_USERS },
    { name: 'email', ...BY_USERS },
    { name: 'firstName', required: { roles: ['user'] }, ...BY_USERS },
    { name: 'phone', validations: { pattern: { pattern: '[0-9]+' } }, ...BY_USERS },
    { name: 'cost', required: { roles: ['admin'] }, permissions: { view: ['admin'], edit: ['admin'] } },
    { name: 'diary', permissions: { view: ['user'], edit: ['user'] } },
  ],
};

async function useProfile(profile: object): Promise<void> {
  const { status } = await server.call('PUT', '/admin/realms/shop/users/profile', { body: profile });
  assert.equal(status, 200);
}
const create = (body: object) => server.call('POST', '/admin/realms/shop/users', { body });
async function change(id: string, body: object) {
  return server.call('PUT', `/admin/realms/shop/users/${id}`, { body });
}
async function attributesOf(id: string): Promise<UserRepresentation['attributes']> {
  const { body } = await server.call('GET', `/admin/realms/shop/users/${id}`);
  return (body as UserRepresentation).attributes;
}

test('without a user profile configuration, users may have any attribute', async () => {
  const { status } = await create({ username: 'zo', attributes: { any: ['1'] } });
  assert.equal(status, 201);
  assert.deepEqual(await attributesOf(await server.userId('zo')), { any: ['1'] });
});

for (const [body, expected] of [
  [
    { username: 'ed', attributes: { cost: ['1'] } },
    { field: 'username', errorMessage: 'error-invalid-length-too-short', params: ['username', '3'] },
  ],
  [
    { username: 'edward', attributes: { cost: ['1'], phone: ['one'] } },
    { field: 'phone', errorMessage: 'error-pattern-no-match', params: ['phone', '[0-9]+'] },
  ],
  [
    { username: 'edward' },
    { field: 'cost', errorMessage: 'error-user-attribute-required', params: ['cost'] },
  ],
  [
    { username: 'edward', attributes: { cost: ['1', '2'] } },
    { field: 'cost', errorMessage: 'error-invalid-multivalued-size', params: ['cost', '0', '1'] },
  ],
] as const)
  test(`Keycloak user profile: ${JSON.stringify(body)} is refused at its field, for new and existing users`, async () => {
    await useProfile(PROFILE);
    for (const { status, body: answer } of [
      await create(body),
      await change(await server.userId('ann'), body),
    ]) {
      assert.equal(status, 400);
      const { error_description: text, ...error } = answer as { error_description?: string };
      assert.deepEqual(error, expected);
      assert.match(text ?? '', new RegExp(`^${expected.field}: .+`));
    }
  });

test('Keycloak user profile: several faults are a list, and nothing is stored', async () => {
  await useProfile(PROFILE);
  const { status, body } = await create({ username: 'edward', attributes: { phone: ['x'] } });
  assert.equal(status, 400);
  const { errors } = body as { errors: readonly { field: string }[] };
  assert.deepEqual(
    errors.map(({ field }) => field),
    ['phone', 'cost'],
  );
  const { body: found } = await server.call('GET', '/admin/realms/shop/users?username=edward');
  assert.deepEqual(found, []);
});

test('Keycloak user profile: what users alone must fill in is not asked of administrators', async () => {
  await useProfile(PROFILE);
  assert.equal((await create({ username: 'noname', attributes: { cost: ['1'] } })).status, 201);
});

test('Keycloak user profile: attributes that administrators may not change are left as they are, and Activity names them', async () => {
  await useProfile({ ...PROFILE, unmanagedAttributePolicy: 'ENABLED' });
  assert.equal(
    (await create({ username: 'olaf', attributes: { cost: ['1'], shoe: ['42'], diary: ['x'] } })).status,
    201,
  );
  const olaf = await server.userId('olaf');
  assert.deepEqual(await attributesOf(olaf), { cost: ['1'], shoe: ['42'] });
  await useProfile(PROFILE);
  assert.equal((await change(olaf, { attributes: { cost: ['2'], shoe: ['43'], hat: ['8'] } })).status, 204);
  assert.deepEqual(await attributesOf(olaf), { shoe: ['42'], cost: ['2'] });
  const { body: page } = await server.call<ActivityPage>('GET', '/emulator/v1/activity');
  const [record] = page.records;
  const { body } = await server.call('GET', `/emulator/v1/activity/${record?.id}`);
  assert.match(JSON.stringify(body), /does not let administrators change are left as they are: shoe, hat/);
});

test('import: a realm file keeps every attribute of its users, whatever its user profile says', async () => {
  const component = {
    providerId: 'declarative-user-profile',
    config: { 'kc.user.profile.config': [JSON.stringify(PROFILE)] },
  };
  const file = {
    realm: 'kept',
    components: { 'org.keycloak.userprofile.UserProfileProvider': [component] },
    users: [{ username: 'x', attributes: { phone: ['none'], other: ['1'] } }],
  };
  assert.equal((await server.call('POST', '/admin/realms', { body: file })).status, 201);
  const { body } = await server.call('GET', '/admin/realms/kept/users');
  assert.deepEqual((body as readonly UserRepresentation[])[0]?.attributes, { phone: ['none'], other: ['1'] });
});
