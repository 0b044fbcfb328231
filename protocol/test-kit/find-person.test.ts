import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { TEST_NOW, testRealm } from '#protocol/realm/testing/realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { checkRealmEnabled, findPerson } from './find-person.ts';
import { KitError } from './kit-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function find(
  user: Partial<StoredUser>,
  username = 'ann',
  realmChanges: Partial<RealmRepresentation> = {},
): Promise<string> {
  const realm = testRealm(realmChanges);
  const store = createMemoryStore();
  await store.realms.create(realm.stored, [{ id: 'u', username: 'ann', ...user }]);
  return (await findPerson(store.users, realm, username, TEST_NOW)).id;
}

const refused =
  (status: number, problem: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof KitError);
    assert.equal(error.status, status);
    assert.match(error.problem, problem);
    assert.notEqual(error.remedy, '');
    return true;
  };

test('nobody is found by an unknown or empty name, or by e-mail address where that does not sign in', async () => {
  for (const name of ['', ' ', 'nobody']) await assert.rejects(find({}, name), refused(400, /has no user/));
  const email = 'ann@example.test';
  await assert.rejects(find({ email }, email, { loginWithEmailAllowed: false }), refused(400, /has no user/));
  assert.equal(await find({ email }, email, { loginWithEmailAllowed: true }), 'u');
});

test('a user who could not finish a sign-in is refused, and the actions are named in the order of the pages', async () => {
  await assert.rejects(find({ enabled: false }), refused(409, /ann is disabled/));
  await assert.rejects(
    find({ serviceAccountClientId: 'web' }),
    refused(400, /service account of client web/),
  );
  const requiredActions = ['UPDATE_PROFILE', 'CONFIGURE_TOTP'];
  await assert.rejects(find({ requiredActions }), refused(409, /complete CONFIGURE_TOTP, UPDATE_PROFILE/));
  const unverified = { email: 'ann@example.test' };
  await assert.rejects(find(unverified, 'ann', { verifyEmail: true }), refused(409, /complete VERIFY_EMAIL/));
  const old = { type: 'password', createdDate: TEST_NOW - 11 * DAY_MS };
  await assert.rejects(
    find({ credentials: [old] }, 'ann', { passwordPolicy: 'forceExpiredPasswordChange(10)' }),
    refused(409, /complete UPDATE_PASSWORD/),
  );
});

test('an action that is off or has no page stops nobody', async () => {
  assert.equal(await find({ requiredActions: ['SOMETHING_ELSE'] }), 'u');
  const off = { requiredActions: [{ alias: 'UPDATE_PASSWORD', enabled: false }] };
  assert.equal(await find({ requiredActions: ['UPDATE_PASSWORD'] }, 'ANN', off), 'u');
});

test('a disabled realm is refused', () => {
  assert.throws(() => checkRealmEnabled(testRealm({ enabled: false })), refused(409, /Realm r is disabled/));
  checkRealmEnabled(testRealm());
});
