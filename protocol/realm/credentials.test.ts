import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import { createCollectingLogger } from '#protocol/log/collecting-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { createPasswordChecker, hasPassword, passwordCredential } from './credentials.ts';
import { viewRealm } from './view-realm.ts';

async function setUp(user: Partial<StoredUser>, realm: Partial<StoredRealm> = {}) {
  const store = createMemoryStore();
  const stored: StoredRealm = { id: 'r1', realm: 'demo', ...realm };
  await store.realms.create(stored, [{ id: 'u1', username: 'alice', ...user }]);
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

const plain = { credentials: [{ type: 'password', value: 'secret' }] };

test('contract "Realm files": a plain password fits, and no other', async () => {
  const { check } = await setUp(plain);
  assert.equal(await check('secret'), true);
  for (const wrong of ['Secret', 'secret ', '', 'secre']) assert.equal(await check(wrong), false, wrong);
});

test('a plain password is hashed in the background after its first good use, and still fits', async () => {
  const { check, credential } = await setUp(plain);
  assert.equal(await check('secret'), true);
  for (let turn = 0; turn < 10_000 && (await credential())?.value !== undefined; turn++)
    await new Promise(setImmediate);
  assert.equal((await credential())?.value, undefined);
  assert.match((await credential())?.credentialData ?? '', /pbkdf2-sha512/);
  assert.equal(await check('secret'), true);
  assert.equal(await check('other'), false);
});

test('a wrong password hashes nothing', async () => {
  const { check, credential } = await setUp(plain);
  assert.equal(await check('wrong'), false);
  assert.equal((await credential())?.value, 'secret');
});

test('a realm with one-click sign-in keeps its plain passwords, since it shows them', async () => {
  const { check, credential } = await setUp(plain, { attributes: { 'understudy.oneClickSignIn': 'true' } });
  assert.equal(await check('secret'), true);
  assert.equal((await credential())?.value, 'secret');
});

test('a hash that a realm file brought fits its password, again and again, and no other', async () => {
  const { check } = await setUp({ credentials: [await hashPassword('secret', 0)] });
  for (const round of [1, 2]) {
    assert.equal(await check('secret'), true, String(round));
    assert.equal(await check('wrong'), false, String(round));
  }
});

test('a password that was changed does not fit any more, though it was right before', async () => {
  const { check, store } = await setUp({ credentials: [await hashPassword('old', 0)] });
  assert.equal(await check('old'), true);
  const hashed = await hashPassword('new', 0);
  await store.users.update('r1', 'u1', (user) => ({ ...user, credentials: [hashed] }));
  assert.equal(await check('old'), false);
  assert.equal(await check('new'), true);
});

test('nobody signs in without a user or without a password', async () => {
  const { checker, stored, check } = await setUp({});
  assert.equal(await checker.check(viewRealm(stored), undefined, 'x'), false);
  assert.equal(await check(''), false);
  assert.equal(hasPassword({ id: 'u', username: 'u' }), false);
});
