import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { hashPassword, verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { addRealmToMaster, createMasterRealm } from '#protocol/realm/master-realm.ts';
import { passwordCredential } from '#protocol/realm/users/credentials.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { DEFAULT_PASSWORD, secureAdministrators } from './administrator-passwords.ts';

const clock = { now: () => 1_000_000 };

/** Master with these users and an administrator `root`, whose password is not the default one. */
async function setUp(...others: readonly UserRepresentation[]) {
  const store = createMemoryStore();
  const { realm, users } = createMasterRealm({ username: 'root', password: 'root-password' }, clock);
  const groups = [{ id: 'g', name: 'crew', path: '/crew', realmRoles: ['admin'] }];
  const more = others.map((user) => ({ ...user, id: user.username ?? '', username: user.username ?? '' }));
  await store.realms.create({ ...addRealmToMaster(realm, 'demo'), groups }, [...users, ...more]);
  const log = createCollectingLogger();
  const secure = (password?: string) =>
    secureAdministrators(
      { store, clock, log, administrator: { password } },
      { address: '10.0.0.1', commandFor: (username) => `set ${username}` },
    );
  const credentialOf = async (username: string) => {
    const user = await store.users.findByUsername(realm.id, username);
    return user === undefined ? undefined : passwordCredential(user);
  };
  return { store, log, secure, credentialOf };
}

const plain = [{ type: 'password', value: DEFAULT_PASSWORD }];
const hashed = [await hashPassword(DEFAULT_PASSWORD, 0)];

async function refusal(work: Promise<void>): Promise<OptionError> {
  const error = await work.then(
    () => assert.fail('accepted'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof OptionError);
  assert.deepEqual([error.option, error.exitCode], ['bootstrap-admin-password', 2]);
  return error;
}

for (const [who, user] of [
  ['the first administrator', { username: 'boss', credentials: plain, realmRoles: ['admin'] }],
  ['with a hashed password', { username: 'boss', credentials: hashed, realmRoles: ['admin'] }],
  ['with the role from a group', { username: 'boss', credentials: hashed, groups: ['/crew'] }],
  ['with create-realm only', { username: 'boss', credentials: hashed, realmRoles: ['create-realm'] }],
  [
    'of a single realm',
    { username: 'boss', credentials: hashed, clientRoles: { 'demo-realm': ['view-users'] } },
  ],
  ['disabled', { username: 'boss', credentials: hashed, realmRoles: ['admin'], enabled: false }],
] satisfies readonly [string, UserRepresentation][]) {
  test(`contract "Start": an administrator with the default password is rejected where other machines reach the server: ${who}`, async () => {
    const { secure, credentialOf } = await setUp(user);
    for (const password of [undefined, DEFAULT_PASSWORD]) {
      const { message, remedy } = await refusal(secure(password));
      assert.match(message, /boss of realm master still has the default password, .* 10\.0\.0\.1/);
      assert.match(remedy, /^Set another one with set boss, or start with --bootstrap-admin-password=/);
    }
    assert.deepEqual(await credentialOf('boss'), passwordCredential(user as never));
  });
}

test('contract "Start": the given password replaces every default password, and no other', async () => {
  const { secure, credentialOf, log } = await setUp(
    { username: 'boss', credentials: hashed, realmRoles: ['admin'], requiredActions: ['CONFIGURE_TOTP'] },
    { username: 'chief', credentials: plain, realmRoles: ['admin'] },
    { username: 'guest', credentials: plain },
  );
  const before = { root: await credentialOf('root'), guest: await credentialOf('guest') };
  await secure('Strong-123');
  for (const username of ['boss', 'chief']) {
    const credential = await credentialOf(username);
    assert.ok(credential !== undefined && credential.value === undefined, username);
    assert.ok(await verifyPasswordHash('Strong-123', credential), username);
  }
  assert.deepEqual({ root: await credentialOf('root'), guest: await credentialOf('guest') }, before);
  assert.deepEqual(
    log.records.map(({ level, parameters }) => [level, parameters]),
    [['WARN', { realm: 'master', usernames: 'boss, chief' }]],
  );
  await secure();
});

test('contract "Start": without default passwords, no password is required and nothing changes', async () => {
  const { secure, log, credentialOf } = await setUp(
    { username: 'guest', credentials: plain },
    { username: 'nobody', realmRoles: ['admin'] },
  );
  const before = await credentialOf('root');
  await secure();
  await secure(DEFAULT_PASSWORD);
  await secure('Strong-123');
  assert.deepEqual([await credentialOf('root'), log.records], [before, []]);
});

test('contract "Start": a new data directory requires a password other than the default', async () => {
  const store = createMemoryStore();
  const exposure = { address: '::', commandFor: () => '' };
  const secure = (password?: string) =>
    secureAdministrators(
      { store, clock, log: createCollectingLogger(), administrator: { password } },
      exposure,
    );
  assert.match((await refusal(secure())).message, /there is no default on ::/);
  assert.match((await refusal(secure(DEFAULT_PASSWORD))).message, /default password cannot be used on ::/);
  await secure('Strong-123');
});
