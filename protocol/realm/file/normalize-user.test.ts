import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import { manualClock, TEST_NOW, testRealm } from '../testing/realm.ts';
import { normalizeUser } from './normalize-user.ts';
import { RealmFileError } from './realm-file-error.ts';

const { stored } = testRealm();
const imported = { grantDefaultRole: false };

test('a user without a username is rejected', () => {
  for (const username of [undefined, '', '   ']) {
    const user = username === undefined ? {} : { username };
    assert.throws(() => normalizeUser(stored, user, manualClock(), imported), RealmFileError);
  }
});

test('Keycloak storage: username and e-mail address are stored in lower case', () => {
  const user = normalizeUser(
    stored,
    { username: 'Alice', email: 'Alice@Example.TEST' },
    manualClock(),
    imported,
  );
  assert.equal(user.username, 'alice');
  assert.equal(user.email, 'alice@example.test');
});

test('contract "Realm files": a user without enabled is enabled; a disabled one stays disabled', () => {
  assert.equal(normalizeUser(stored, { username: 'a' }, manualClock(), imported).enabled, true);
  assert.equal(
    normalizeUser(stored, { username: 'a', enabled: false }, manualClock(), imported).enabled,
    false,
  );
});

test("missing identifiers and dates are filled in, by the realm's clock", () => {
  const credentials = [{ value: 'secret' }, { id: 'c', type: 'otp', createdDate: 5 }];
  const user = normalizeUser(stored, { username: 'a', credentials }, manualClock(), imported);
  assert.match(user.id, /^[0-9a-f-]{36}$/);
  assert.equal(user.createdTimestamp, TEST_NOW);
  assert.equal(user.credentials?.[0]?.type, 'password');
  assert.equal(user.credentials?.[0]?.createdDate, TEST_NOW);
  assert.deepEqual(user.credentials?.[1], { id: 'c', type: 'otp', createdDate: 5 });
});

test('contract "Realm files": a plain password is hashed and does not appear in the stored user', async () => {
  const given = { username: 'a', credentials: [{ value: 'hush-hush', temporary: true, userLabel: 'first' }] };
  const user = normalizeUser(stored, given, manualClock(), imported);
  assert.doesNotMatch(JSON.stringify(user), /hush-hush|temporary/);
  const credential = user.credentials?.[0] ?? {};
  assert.equal(credential.userLabel, 'first');
  assert.equal(await verifyPasswordHash('hush-hush', credential), true);
});

test('Keycloak import and create: the default role is granted only on request, and only once', () => {
  const given = { username: 'a', realmRoles: ['x', 'default-roles-r'] };
  assert.equal(normalizeUser(stored, { username: 'a' }, manualClock(), imported).realmRoles, undefined);
  const created = normalizeUser(stored, given, manualClock(), { grantDefaultRole: true });
  assert.deepEqual(created.realmRoles, ['x', 'default-roles-r']);
  assert.deepEqual(
    normalizeUser(stored, { username: 'a' }, manualClock(), { grantDefaultRole: true }).realmRoles,
    ['default-roles-r'],
  );
});
