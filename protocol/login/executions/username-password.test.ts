import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import { createTestExchange, type TestExchange } from '#protocol/http/testing/exchange.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { hashPlainPasswords } from '#protocol/realm/file/plain-passwords.ts';
import { createBruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import { createPasswordChecker } from '#protocol/realm/users/credentials.ts';
import { createOneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { lookUpSubmittedUser } from '../early-user.ts';
import { startLogin } from '../testing/login-fixture.ts';
import type { NotRecognised, Recognised } from './execution.ts';
import { usernamePassword } from './username-password.ts';

const PASSWORD = [{ type: 'password', value: 'secret word' }];
const USERS: readonly StoredUser[] = [
  { id: 'a', username: 'alice', email: 'alice@example.test', credentials: PASSWORD },
  { id: 'd', username: 'dora', enabled: false, credentials: PASSWORD },
  { id: 'n', username: 'nora' },
  { id: 's', username: 'service-account-shop', serviceAccountClientId: 'shop', credentials: PASSWORD },
].map(hashPlainPasswords);

async function authentication(
  fields: Readonly<Record<string, string>>,
  realm: TestExchange['realm'] = {},
  known?: StoredUser,
): Promise<Recognised | NotRecognised> {
  const exchange = createTestExchange({ form: String(new URLSearchParams(fields)), realm });
  const store = createMemoryStore();
  await store.realms.create(exchange.realm.stored, USERS);
  const passwords = createPasswordChecker({ users: store.users, log: silentLogger });
  return usernamePassword.authenticate(
    exchange,
    {
      users: store.users,
      findUser: lookUpSubmittedUser(store.users, exchange),
      passwords,
      bruteForce: createBruteForceDetection(store),
      oneTimeCodes: createOneTimeCodes(store),
    },
    known,
  );
}

async function refusal(...given: Parameters<typeof authentication>): Promise<NotRecognised> {
  const result = await authentication(...given);
  assert.ok(!result.recognised);
  return result;
}

test('users sign in with user name or e-mail address, in any case and with surrounding spaces, and the password', async () => {
  for (const username of ['alice', 'ALICE', ' alice ', 'alice@example.test', 'Alice@Example.Test']) {
    const result = await authentication({ username, password: 'secret word' });
    assert.equal(result.recognised && result.user.id, 'a', username);
  }
});

test('a wrong, missing or differently spelled password gets the same message as an unknown user name', async () => {
  for (const fields of [
    { username: 'alice', password: 'Secret word' },
    { username: 'alice', password: ' secret word ' },
    { username: 'alice', password: '' },
    { username: 'alice' },
    { username: 'nobody', password: 'secret word' },
    { username: '', password: '' },
    { username: 'nora', password: '' },
    { username: 'service-account-shop', password: 'secret word' },
    {},
  ]) {
    assert.equal((await refusal(fields)).message, 'Invalid username or password.', JSON.stringify(fields));
  }
});

test("Keycloak user events: an unknown user name has Keycloak's name of the error, which no message repeats", async () => {
  const { error, message } = await refusal({ username: 'nobody', password: 'x' });
  assert.equal(error.userEventError, 'user_not_found');
  assert.equal(message, 'Invalid username or password.');
  assert.equal((await refusal({ username: 'alice', password: 'x' })).error.userEventError, undefined);
});

test('a disabled account is reported only after the correct password', async () => {
  const disabled = await refusal({ username: 'dora', password: 'secret word' });
  assert.equal(disabled.message, 'Account is disabled, contact your administrator.');
  assert.equal(disabled.error.remedy, 'Set enabled of user dora to true.');
  assert.equal(disabled.error.userEventError, 'user_disabled');
  assert.equal((await refusal({ username: 'dora', password: 'x' })).message, 'Invalid username or password.');
});

test('loginWithEmailAllowed off: the e-mail address is rejected, and the remedy names the setting', async () => {
  const refused = await refusal(
    { username: 'alice@example.test', password: 'secret word' },
    { loginWithEmailAllowed: false },
  );
  assert.match(
    refused.error.remedy ?? '',
    /loginWithEmailAllowed of realm r to true .*duplicateEmailsAllowed to false/,
  );
});

test('the reason says whether the user name or the password is wrong', async () => {
  assert.equal(
    (await refusal({ username: 'bo<b', password: 'x' })).error.reason,
    'Realm r has no user "bo<b".',
  );
  assert.equal(
    (await refusal({ username: 'alice', password: 'x' })).error.reason,
    'Not the password of user alice.',
  );
  assert.equal(
    (await refusal({ username: 'nora', password: 'x' })).error.reason,
    'User nora has no password.',
  );
});

test('the user name is shown again, the password is not', async () => {
  const refused = await refusal({ username: 'alice', password: 'tell nobody' });
  assert.equal(refused.username, 'alice');
  assert.doesNotMatch(JSON.stringify({ ...refused, reason: refused.error.reason }), /tell nobody/);
});

test('a known user enters only the password; a form with a user name is for that user', async () => {
  const known = USERS[0];
  const alone = await authentication({ password: 'secret word' }, {}, known);
  assert.equal(alone.recognised && alone.user.id, 'a');
  assert.equal(
    (await refusal({ username: 'nobody', password: 'secret word' }, {}, known)).username,
    'nobody',
  );
});

test('rememberMe is accepted only if the realm allows it', async () => {
  const fields = { username: 'alice', password: 'secret word', rememberMe: 'on' };
  assert.equal((await authentication(fields)).rememberMe, false);
  assert.equal((await authentication(fields, { rememberMe: true })).rememberMe, true);
});

test('of twenty passwords tried at once in as many browsers, only failureFactor are checked; then the correct one is rejected', async () => {
  const users = [{ id: 'a', username: 'alice', credentials: [await hashPassword('alice-password', 0)] }];
  const fixture = await startLogin({ bruteForceProtected: true, failureFactor: 5, users });
  const openAll = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const browser = fixture.browser();
        return { browser, page: await browser.open() };
      }),
    );
  try {
    const opened = await openAll(20);
    await Promise.all(opened.map(({ browser, page }) => browser.signIn(page, 'alice', 'wrong')));
    const reasons = fixture.activity.list().records.map(({ refusal }) => refusal?.reason ?? '');
    assert.equal(reasons.filter((reason) => /^Not the password of user alice/.test(reason)).length, 5);
    assert.equal(reasons.filter((reason) => /has locked user alice/.test(reason)).length, 15);
    const [last] = await openAll(1);
    assert.equal((await last?.browser.signIn(last.page, 'alice', 'alice-password'))?.status, 200);
  } finally {
    await fixture.close();
  }
});
