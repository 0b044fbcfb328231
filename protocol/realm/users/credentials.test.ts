import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isProvisionalHash } from '#protocol/crypto/password-hash.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { hashPlainPasswords } from '../file/plain-passwords.ts';
import { viewRealm } from '../view/view-realm.ts';
import { createPasswordChecker, hasPassword, passwordCredential } from './credentials.ts';

async function setUp(user: Partial<StoredUser>, realm: Partial<StoredRealm> = {}) {
  const store = createMemoryStore();
  const stored: StoredRealm = { id: 'r1', realm: 'demo', ...realm };
  await store.realms.create(stored, [hashPlainPasswords({ id: 'u1', username: 'alice', ...user })]);
  const log = createCollectingLogger();
  const checker = createPasswordChecker({ users: store.users, log });
  const check = async (password: string): Promise<boolean> =>
    checker.check(viewRealm(stored), await store.users.find('r1', 'u1'), password);
  const credential = async () => {
    const current = await store.users.find('r1', 'u1');
    return current === undefined ? undefined : passwordCredential(current);
  };
  return { store, log, check, checker, stored, credential };
}

const plain = { credentials: [{ type: 'password', value: 'secret', userLabel: 'mine', createdDate: 7 }] };

test('contract "Realm files": only the user\'s password from a realm file is accepted', async () => {
  const { check } = await setUp(plain);
  assert.equal(await check('secret'), true);
  for (const wrong of ['Secret', 'secret ', '', 'secre']) assert.equal(await check(wrong), false, wrong);
});

for (const attributes of [{}, { 'understudy.oneClickSignIn': 'true' }]) {
  test(`a provisional hash is replaced after its first correct use, and the password still works: ${JSON.stringify(attributes)}`, async () => {
    const { check, credential } = await setUp(plain, { attributes });
    const isProvisional = async (): Promise<boolean> => isProvisionalHash((await credential()) ?? {});
    assert.equal(await isProvisional(), true);
    assert.equal(await check('secret'), true);
    for (let turn = 0; turn < 10_000 && (await isProvisional()); turn++) await new Promise(setImmediate);
    const upgraded = await credential();
    assert.match(upgraded?.credentialData ?? '', /"hashIterations":27500/);
    assert.deepEqual([upgraded?.userLabel, upgraded?.createdDate], ['mine', 7]);
    assert.equal(await check('secret'), true);
    assert.equal(await check('other'), false);
  });
}

test('a wrong password does not change a provisional hash', async () => {
  const { check, credential } = await setUp(plain);
  const before = await credential();
  assert.equal(await check('wrong'), false);
  assert.equal(await credential(), before);
});

test('an imported hash accepts its password repeatedly, and no other', async () => {
  const { check } = await setUp({ credentials: [await hashPassword('secret', 0)] });
  for (const round of [1, 2]) {
    assert.equal(await check('secret'), true, String(round));
    assert.equal(await check('wrong'), false, String(round));
  }
});

test('a changed password is no longer accepted, even if it was correct before', async () => {
  const { check, store } = await setUp({ credentials: [await hashPassword('old', 0)] });
  assert.equal(await check('old'), true);
  const hashed = await hashPassword('new', 0);
  await store.users.update('r1', 'u1', (user) => ({ ...user, credentials: [hashed] }));
  assert.equal(await check('old'), false);
  assert.equal(await check('new'), true);
});

test('sign-in fails without a user or without a password', async () => {
  const { checker, stored, check } = await setUp({});
  assert.equal(await checker.check(viewRealm(stored), undefined, 'x'), false);
  assert.equal(await check(''), false);
  assert.equal(hasPassword({ id: 'u', username: 'u' }), false);
});

test('a provisional hash of a realm in memory only stays: its full cost would protect nothing', async () => {
  const { store, log, stored, credential } = await setUp(plain);
  const checker = createPasswordChecker({ users: store.users, log, isOnDisk: () => false });
  const before = await credential();
  const check = async (password: string) =>
    checker.check(viewRealm(stored), await store.users.find('r1', 'u1'), password);
  for (const _again of [1, 2]) assert.equal(await check('secret'), true);
  assert.equal(await check('other'), false);
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  assert.equal(await credential(), before);
});
