import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import { hashPlainPasswords } from '../file/plain-passwords.ts';
import { createDemoPasswords } from './demo-passwords.ts';

const attributes = { 'understudy.oneClickSignIn': 'true' };
const ALICE = { username: 'Alice', credentials: [{ value: 'alice-password' }] };
const DEMO: RealmRepresentation = { realm: 'demo', attributes, users: [ALICE] };
const stored = hashPlainPasswords({ ...ALICE, id: 'a', username: 'alice' });
const none = () => Promise.resolve(undefined);

test('passwords of the demo realm are read from its file if this process has not imported it', async () => {
  const passwords = createDemoPasswords(() => Promise.resolve(DEMO));
  assert.equal(await passwords.find('demo', stored), 'alice-password');
  assert.equal(await passwords.find('other', stored), undefined);
});

test('a password is shown while it is valid, whatever the cost of its hash', async () => {
  const passwords = createDemoPasswords(none);
  passwords.learn(DEMO);
  const full = await hashPassword('alice-password', 0);
  const changed = await hashPassword('changed', 0);
  assert.equal(await passwords.find('demo', { ...stored, credentials: [full] }), 'alice-password');
  assert.equal(await passwords.find('demo', { ...stored, credentials: [changed] }), undefined);
  assert.equal(await passwords.find('demo', { id: 'a', username: 'alice' }), undefined);
});

test('an imported file overrides the built-in one of the same name', async () => {
  const passwords = createDemoPasswords(() => Promise.resolve(DEMO));
  const own = { username: 'alice', credentials: [{ value: 'own' }] };
  passwords.learn({ ...DEMO, users: [own] });
  assert.equal(await passwords.find('demo', stored), undefined);
  assert.equal(await passwords.find('demo', hashPlainPasswords({ ...own, id: 'a' })), 'own');
});

test('passwords of a realm without one-click sign-in are not kept', async () => {
  const passwords = createDemoPasswords(none);
  passwords.learn({ realm: 'demo', users: [ALICE] });
  assert.equal(await passwords.find('demo', stored), undefined);
});

for (const users of [
  'none',
  [null, 1, { username: 7, credentials: 'x' }, { username: 'alice', credentials: [1] }],
]) {
  test(`a file with users ${JSON.stringify(users)} is ignored without an error`, async () => {
    const passwords = createDemoPasswords(none);
    passwords.learn({ realm: 'demo', attributes, users } as unknown as RealmRepresentation);
    assert.equal(await passwords.find('demo', stored), undefined);
  });
}

test("a clone's users have the passwords of its template, until either is forgotten", async () => {
  const passwords = createDemoPasswords(none);
  passwords.learn(DEMO);
  passwords.copy('demo', 'clone');
  passwords.copy('unknown', 'other');
  passwords.forget('demo');
  const known = await passwords.find('clone', stored);
  assert.ok(known);
  assert.equal(await passwords.find('demo', stored), undefined);
  assert.equal(await passwords.find('other', stored), undefined);
  passwords.forget('clone');
  assert.equal(await passwords.find('clone', stored), undefined);
});

test('a clone of another server has the passwords of the realm that it was made from', async () => {
  const passwords = createDemoPasswords(
    () => Promise.resolve(DEMO),
    (name) => (name === 'clone' ? 'demo' : undefined),
  );
  assert.equal(await passwords.find('clone', stored), 'alice-password');
  assert.equal(await passwords.find('other', stored), undefined);
});
