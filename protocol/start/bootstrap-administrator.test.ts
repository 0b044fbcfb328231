import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { passwordCredential } from '#protocol/realm/users/credentials.ts';
import { effectiveRoles } from '#protocol/realm/view/roles.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { bootstrapAdministrator } from './bootstrap-administrator.ts';

const clock = { now: () => 1_000_000 };

/** Master with these users and administrator `admin`, who has the default password. */
async function setUp(...others: readonly UserRepresentation[]) {
  const store = createMemoryStore();
  const { realm, users } = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
  const more = others.map((user) => ({ ...user, id: user.username ?? '', username: user.username ?? '' }));
  await store.realms.create(realm, [...users, ...more]);
  const find = (username: string) => store.users.findByUsername(realm.id, username);
  const bootstrap = (username: string, password: string) =>
    bootstrapAdministrator(store, realm, { username, password }, clock);
  const signsIn = async (username: string, password: string) => {
    const user = await find(username);
    const credential = user && passwordCredential(user);
    return credential !== undefined && (await verifyPasswordHash(password, credential));
  };
  return { store, realm, find, bootstrap, signsIn };
}

test('Keycloak bootstrap-admin: a new name becomes an administrator of the server', async () => {
  const { bootstrap, find, realm, signsIn } = await setUp();
  assert.equal(await bootstrap('Rescue', 'Strong-123'), 'created');
  const user = await find('rescue');
  assert.ok(user !== undefined && effectiveRoles(viewRealm(realm), user).realm.has('admin'));
  assert.ok(user.realmRoles?.includes('default-roles-master'));
  assert.ok(await signsIn('rescue', 'Strong-123'));
  assert.ok(await signsIn('admin', 'admin'), 'nobody else has another password');
});

test('Keycloak bootstrap-admin: an existing administrator gets the password and keeps everything else', async () => {
  const totp = { id: 't', type: 'otp', secretData: '{}', credentialData: '{}' };
  const password = { id: 'p', type: 'password', value: 'forgotten' };
  const { bootstrap, find, signsIn } = await setUp({
    username: 'boss',
    enabled: false,
    realmRoles: ['admin'],
    requiredActions: ['UPDATE_PASSWORD', 'VERIFY_PROFILE'],
    credentials: [password, totp],
  });
  assert.equal(await bootstrap('admin', 'Strong-123'), 'password set');
  assert.equal(await bootstrap(' Boss ', 'Strong-456'), 'password set and enabled');
  assert.deepEqual(
    [
      await signsIn('admin', 'Strong-123'),
      await signsIn('boss', 'Strong-456'),
      await signsIn('boss', 'forgotten'),
    ],
    [true, true, false],
  );
  const boss = await find('boss');
  assert.deepEqual([boss?.enabled, boss?.requiredActions], [true, ['VERIFY_PROFILE']]);
  assert.deepEqual(boss?.credentials?.slice(1), [totp]);
});

for (const [what, user] of [
  ['a user without roles', { username: 'guest' }],
  ['an administrator of one realm', { username: 'guest', clientRoles: { 'master-realm': ['manage-users'] } }],
  [
    "a client's service account",
    { username: 'guest', realmRoles: ['admin'], serviceAccountClientId: 'robot' },
  ],
] satisfies readonly [string, UserRepresentation][]) {
  test(`Keycloak bootstrap-admin: naming ${what} does not create an administrator`, async () => {
    const { bootstrap, find } = await setUp(user);
    const before = await find('guest');
    await assert.rejects(bootstrap('guest', 'Strong-123'), (error) => {
      assert.ok(error instanceof OptionError);
      assert.match(
        error.toLine(),
        /^username: user guest of realm master is not an administrator.*new name\.$/,
      );
      return error.exitCode === 1;
    });
    assert.deepEqual(await find('guest'), before);
  });
}

for (const password of ['', '  ', 'admin']) {
  test(`Keycloak bootstrap-admin: password "${password}" is rejected`, async () => {
    const { bootstrap, find } = await setUp();
    for (const username of ['admin', 'rescue'])
      await assert.rejects(bootstrap(username, password), (error) => error instanceof OptionError);
    assert.equal(await find('rescue'), undefined);
  });
}
