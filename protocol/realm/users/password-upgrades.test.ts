import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { isProvisionalHash, verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { UserStore } from '#protocol/store/store.ts';
import { hashPlainPasswords, type PlainPassword } from '../file/plain-passwords.ts';
import { createPasswordUpgrades, type PasswordUpgradesDeps } from './password-upgrades.ts';

const PASSWORDS: readonly PlainPassword[] = ['a', 'b'].map((name) => ({
  userId: name,
  credentialId: `of-${name}`,
  password: `${name}-password`,
}));

const isUpgraded = (credential: CredentialRepresentation): boolean => !isProvisionalHash(credential);

/** A queue over a memory store whose timers the test fires. */
async function setUp(change: (users: UserStore) => PasswordUpgradesDeps['users'] = (users) => users) {
  const store = createMemoryStore();
  const people = PASSWORDS.map(({ userId, credentialId, password }) =>
    hashPlainPasswords({
      id: userId,
      username: userId,
      credentials: [{ id: credentialId, value: password }],
    }),
  );
  await store.realms.create({ id: 'r', realm: 'r' }, people);
  const log = createCollectingLogger();
  const waiting: (() => void)[] = [];
  const upgrades = createPasswordUpgrades({
    users: change(store.users),
    log,
    after: (_delayMs, callback) => {
      waiting.push(callback);
      return () => waiting.splice(waiting.indexOf(callback), 1);
    },
  });
  const credential = async (userId: string) => (await store.users.find('r', userId))?.credentials?.[0] ?? {};
  /** Fires timers until the user's credential is as expected, up to a limit. */
  const runUntil = async (
    userId: string,
    isAsExpected = (_: CredentialRepresentation) => false,
  ): Promise<void> => {
    for (let turn = 0; turn < 20_000 && !isAsExpected(await credential(userId)); turn++) {
      waiting.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { store, log, waiting, upgrades, credential, runUntil };
}

test('imported passwords get a full-cost hash in the background, once started', async () => {
  const { upgrades, waiting, credential, runUntil } = await setUp();
  upgrades.add('r', PASSWORDS);
  assert.equal(waiting.length, 0);
  upgrades.start();
  await runUntil('b', isUpgraded);
  for (const { userId, credentialId, password } of PASSWORDS) {
    const upgraded = await credential(userId);
    assert.equal(upgraded.id, credentialId);
    assert.equal(isProvisionalHash(upgraded), false);
    assert.equal(await verifyPasswordHash(password, upgraded), true);
  }
});

test('passwords added after the start are hashed too', async () => {
  const { upgrades, credential, runUntil } = await setUp();
  upgrades.start();
  upgrades.add('r', PASSWORDS);
  await runUntil('b', isUpgraded);
  assert.equal(isProvisionalHash(await credential('b')), false);
});

test('a stopped queue hashes no more passwords', async () => {
  const { upgrades, waiting, credential } = await setUp();
  upgrades.start();
  upgrades.add('r', PASSWORDS);
  await upgrades.stop();
  upgrades.add('r', PASSWORDS);
  assert.equal(waiting.length, 0);
  assert.equal(isProvisionalHash(await credential('a')), true);
});

test('a password that was changed meanwhile is not restored', async () => {
  const { store, upgrades, credential, runUntil } = await setUp();
  const other = hashPlainPasswords({ id: 'a', username: 'a', credentials: [{ id: 'of-a', value: 'other' }] });
  await store.users.update('r', 'a', () => other);
  await store.users.remove('r', 'b');
  upgrades.add('r', PASSWORDS);
  upgrades.start();
  await runUntil('a');
  assert.equal(await verifyPasswordHash('other', await credential('a')), true);
  assert.equal(await verifyPasswordHash('a-password', await credential('a')), false);
});

test('a hash that cannot be stored is logged, and the queue continues', async () => {
  const { upgrades, log, credential, runUntil } = await setUp((users) => ({
    find: (realmId, userId) => users.find(realmId, userId),
    update: (realmId, userId, change) =>
      userId === 'a' ? Promise.reject(new Error('disk full')) : users.update(realmId, userId, change),
  }));
  upgrades.add('r', PASSWORDS);
  upgrades.start();
  await runUntil('b', isUpgraded);
  assert.equal(isProvisionalHash(await credential('a')), true);
  assert.equal(isProvisionalHash(await credential('b')), false);
  assert.equal(log.records.filter(({ level }) => level === 'ERROR').length, 1);
  assert.doesNotMatch(JSON.stringify(log.records), /a-password/);
});
