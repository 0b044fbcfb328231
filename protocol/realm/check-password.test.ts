import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createBruteForceDetection } from './brute-force.ts';
import { checkUserPassword, findAccountProblem } from './check-password.ts';
import { createPasswordChecker } from './credentials.ts';
import { hashPlainPasswords } from './plain-passwords.ts';
import { manualClock, testRealm } from './test-realm.ts';

const PEOPLE: readonly (UserRepresentation & { id: string; username: string })[] = [
  { id: 'a', username: 'alice', credentials: [{ type: 'password', value: 'secret' }] },
  { id: 's', username: 'service-account-x', serviceAccountClientId: 'x', credentials: [{ value: 'secret' }] },
];

async function setUp() {
  const realm = testRealm({ bruteForceProtected: true, failureFactor: 2 });
  const store = createMemoryStore();
  await store.realms.create(realm.stored, PEOPLE.map(hashPlainPasswords));
  const bruteForce = createBruteForceDetection(store.users);
  const deps = {
    store,
    bruteForce,
    passwords: createPasswordChecker({ users: store.users, log: silentLogger }),
  };
  const context = { realm, clock: manualClock(), remoteAddress: '127.0.0.1' };
  return (username: string, password: string) => checkUserPassword(context, { username, password }, deps);
}

test('a user name and its password give the user', async () => {
  const check = await setUp();
  const found = await check('alice', 'secret');
  assert.ok('user' in found);
  assert.equal(found.user.id, 'a');
});

for (const [what, username, password, reason] of [
  ['an unknown user', 'nobody', 'secret', /no user "nobody"/],
  ['a wrong password', 'alice', 'wrong', /not that of user alice/],
  ['an empty password', 'alice', '', /not that of user alice/],
  ['a service account', 'service-account-x', 'secret', /no user "service-account-x"/],
] as const) {
  test(`${what} is a problem with a reason and a remedy`, async () => {
    const check = await setUp();
    const found = await check(username, password);
    assert.ok('problem' in found);
    assert.equal(found.problem.kind, 'wrong credentials');
    assert.match(found.problem.reason, reason);
    assert.notEqual(found.problem.remedy, '');
  });
}

test('failures are counted: a locked user is not let in with the right password', async () => {
  const check = await setUp();
  await check('alice', 'wrong');
  await check('alice', 'wrong');
  const found = await check('alice', 'secret');
  assert.ok('problem' in found && found.problem.kind === 'locked');
  assert.match(found.problem.reason, /The password was not looked at/);
});

test('a disabled user and one who must do something first are told apart', () => {
  const context = { realm: testRealm(), clock: manualClock() };
  const problem = (user: object) => findAccountProblem(context, { id: 'a', username: 'alice', ...user });
  assert.equal(problem({}), undefined);
  assert.equal(problem({ enabled: false })?.kind, 'disabled');
  const action = problem({ requiredActions: ['UPDATE_PASSWORD'] });
  assert.equal(action?.kind, 'required action');
  assert.match(action?.remedy ?? '', /UPDATE_PASSWORD from requiredActions of user alice/);
});
