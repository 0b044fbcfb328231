import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import { splitRemedy } from '#protocol/errors/remedy.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { hashPlainPasswords } from '../file/plain-passwords.ts';
import { manualClock, testRealm } from '../testing/realm.ts';
import { createBruteForceDetection } from './brute-force.ts';
import { type FurtherCheck, type PasswordCheck, signInByPassword } from './check-password.ts';
import { createPasswordChecker } from './credentials.ts';

const NO_NOTES = { recordNote: () => undefined, userEvent: () => undefined };

const PEOPLE: readonly (UserRepresentation & { id: string; username: string })[] = [
  { id: 'a', username: 'alice', credentials: [{ type: 'password', value: 'secret' }] },
  { id: 's', username: 'service-account-x', serviceAccountClientId: 'x', credentials: [{ value: 'secret' }] },
  { id: 'd', username: 'dora', enabled: false, credentials: [{ type: 'password', value: 'secret' }] },
  {
    id: 't',
    username: 'todo',
    requiredActions: ['UPDATE_PASSWORD'],
    credentials: [{ type: 'password', value: 'secret' }],
  },
];

type Check = (username: string, password: string, further?: FurtherCheck) => Promise<PasswordCheck>;

async function setUp(settings: Partial<RealmRepresentation> = {}): Promise<Check> {
  const realm = testRealm({ bruteForceProtected: true, failureFactor: 2, ...settings });
  const store = createMemoryStore();
  const hashed = { id: 'h', username: 'hugo', credentials: [await hashPassword('secret', 0)] };
  await store.realms.create(realm.stored, [...PEOPLE.map(hashPlainPasswords), hashed]);
  const bruteForce = createBruteForceDetection(store);
  const deps = {
    store,
    bruteForce,
    passwords: createPasswordChecker({ users: store.users, log: silentLogger }),
  };
  const context = { realm, clock: manualClock(), remoteAddress: '127.0.0.1', activity: NO_NOTES };
  return (username, password, further) => signInByPassword(context, { username, password }, deps, further);
}

/** The outcome of an attempt: the username, or the kind of problem. */
function outcomeOf(check: PasswordCheck): string {
  return 'user' in check ? check.user.username : check.problem.kind;
}

test('a username with its password returns the user', async () => {
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
  test(`${what} gives a problem with a reason and a remedy`, async () => {
    const check = await setUp();
    const found = await check(username, password);
    assert.ok('problem' in found);
    assert.equal(found.problem.kind, 'wrong credentials');
    assert.match(found.problem.reason, reason);
    assert.notEqual(found.problem.remedy, '');
  });
}

test('failures are counted: a locked user is refused even with the correct password', async () => {
  const check = await setUp();
  await check('alice', 'wrong');
  await check('alice', 'wrong');
  const found = await check('alice', 'secret');
  assert.ok('problem' in found && found.problem.kind === 'locked');
  assert.match(found.problem.reason, /The password was not checked/);
});

test('a disabled user and a required action are distinguished', async () => {
  const check = await setUp();
  assert.equal(outcomeOf(await check('dora', 'secret')), 'disabled');
  const found = await check('todo', 'secret');
  assert.ok('problem' in found && found.problem.kind === 'required action');
  const { remedy, fix } = splitRemedy(found.problem.remedy);
  assert.match(remedy ?? '', /UPDATE_PASSWORD from requiredActions of user todo/);
  assert.deepEqual(fix, { kind: 'remove-required-action', user: 'todo', value: 'UPDATE_PASSWORD' });
});

test("Keycloak user events: a problem has Keycloak's name of the error", async () => {
  const check = await setUp();
  const nameOf = async (username: string, password: string) => {
    const found = await check(username, password);
    return 'problem' in found ? found.problem.userEventError : undefined;
  };
  assert.equal(await nameOf('nobody', 'secret'), 'user_not_found');
  assert.equal(await nameOf('service-account-x', 'secret'), 'user_not_found');
  assert.equal(await nameOf('dora', 'secret'), 'user_disabled');
  assert.equal(await nameOf('todo', 'secret'), 'resolve_required_actions');
  assert.equal(await nameOf('alice', 'wrong'), 'invalid_user_credentials');
  assert.equal(await nameOf('alice', 'wrong'), 'invalid_user_credentials');
  assert.equal(await nameOf('alice', 'secret'), 'user_temporarily_disabled');
});

for (const settings of [{}, { permanentLockout: true }, { failureFactor: 1 }]) {
  const { failureFactor = 2 } = settings as { failureFactor?: number };
  test(`of fifty concurrent passwords with the correct one last, only failureFactor are checked: ${JSON.stringify(settings)}`, async () => {
    const check = await setUp(settings);
    const tried = Array.from({ length: 50 }, (_, index) => check('hugo', index === 49 ? 'secret' : 'wrong'));
    const outcomes = (await Promise.all(tried)).map(outcomeOf);
    assert.deepEqual(outcomes, [
      ...Array<string>(failureFactor).fill('wrong credentials'),
      ...Array<string>(50 - failureFactor).fill('locked'),
    ]);
  });
}

test('a correct password among wrong ones clears the failures before it', async () => {
  const check = await setUp();
  const tried = ['wrong', 'secret', 'wrong', 'secret', 'wrong', 'wrong', 'secret'];
  const outcomes = (await Promise.all(tried.map((password) => check('hugo', password)))).map(outcomeOf);
  const wrong = 'wrong credentials';
  assert.deepEqual(outcomes, [wrong, 'hugo', wrong, 'hugo', wrong, wrong, 'locked']);
});

test('a wrong second factor counts as a failure, and the password alone clears none', async () => {
  const check = await setUp();
  const problem = {
    kind: 'wrong credentials',
    reason: 'No code.',
    remedy: 'Send a code.',
    userEventError: 'invalid_user_credentials',
  } as const;
  const tried = Array.from({ length: 5 }, () => check('hugo', 'secret', async () => problem));
  const outcomes = (await Promise.all(tried)).map(outcomeOf);
  assert.deepEqual(outcomes, ['wrong credentials', 'wrong credentials', 'locked', 'locked', 'locked']);
});
