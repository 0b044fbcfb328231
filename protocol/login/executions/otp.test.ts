import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { computeOneTimePassword } from '#protocol/crypto/one-time-password.ts';
import { collect } from '#protocol/store/collect.ts';
import { formAction, linkTarget, type TestPage } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';

const SECRET = 'abcdefghij0123456789';
const FORM = 'kc-otp-login-form';

function codeAt(fixture: LoginFixture, steps = 0): string {
  const counter = Math.floor(fixture.clock.now() / 30_000) + steps;
  return computeOneTimePassword(Buffer.from(SECRET), counter, { digits: 6, algorithm: 'HmacSHA1' });
}

/** A realm in which alice has a device, and a browser showing the one-time code page. */
async function atCode(
  use: (at: { fixture: LoginFixture; browser: LoginBrowser; page: TestPage }) => Promise<void>,
  changes: Partial<RealmRepresentation> = {},
): Promise<void> {
  const users: RealmRepresentation['users'] = [
    {
      id: 'alice-id',
      username: 'alice',
      credentials: [
        { type: 'password', value: 'alice-password' },
        {
          id: 'phone',
          type: 'otp',
          secretData: JSON.stringify({ value: SECRET }),
          credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }),
        },
      ],
    },
    { id: 'bob-id', username: 'bob', credentials: [{ type: 'password', value: 'bob-password' }] },
  ];
  await withLogin(
    async (fixture, browser) => {
      const page = await browser.signIn(await browser.open('state=s'), 'alice', 'alice-password');
      await use({ fixture, browser, page });
    },
    { users, ...changes },
  );
}

test('RFC 6238 §4: a user with a device enters its code after the password and only then is signed in', () =>
  atCode(async ({ fixture, browser, page }) => {
    assert.equal(page.status, 200);
    assert.match(page.text, /id="otp" name="otp"/);
    assert.equal(await browser.isSignedIn(), false);
    const answer = await browser.post(formAction(page, FORM), { otp: codeAt(fixture) });
    assert.equal(await browser.usernameOf(answer), 'alice');
    assert.equal(answer.leadsTo['state'], 's');
    assert.equal((await browser.idToken(await browser.open())).acr, '0');
  }));

test('a wrong, empty or old code is reported, and the password is not required again', () =>
  atCode(async ({ fixture, browser, page }) => {
    let shown = page;
    for (const otp of ['000000', '', codeAt(fixture, -2), 'x'.repeat(5000), '<script>']) {
      shown = await browser.post(formAction(shown, FORM), { otp });
      assert.match(shown.text, /input-error-otp.*Invalid authenticator code\./);
      assert.doesNotMatch(shown.text, /<script/);
    }
    assert.equal((await browser.post(formAction(shown, FORM), { otp: ` ${codeAt(fixture)} ` })).status, 302);
  }));

test('RFC 6238 §5.2: a code is single-use; Activity says that it was used before', () =>
  atCode(async ({ fixture, browser, page }) => {
    await browser.post(formAction(page, FORM), { otp: codeAt(fixture) });
    const other = fixture.browser();
    const again = await other.signIn(await other.open(), 'alice', 'alice-password');
    const refused = await other.post(formAction(again, FORM), { otp: codeAt(fixture) });
    assert.match(refused.text, /Invalid authenticator code\./);
    const [record] = fixture.activity.list({}).records.filter((known) => known.refusal !== undefined);
    assert.match(record?.refusal?.reason ?? '', /used before/);
  }));

test('a code alone signs nobody in: its form is not processed before the password', () =>
  atCode(async ({ fixture }) => {
    const browser = fixture.browser();
    const action = formAction(await browser.open()).replace('username-password', 'otp');
    assert.match((await browser.post(action, { otp: codeAt(fixture) })).text, /Page has expired/);
    assert.equal(await browser.isSignedIn(), false);
  }));

test('"Use another account" restarts the sign-in for another user', () =>
  atCode(async ({ browser, page }) => {
    const fresh = await browser.follow(await browser.get(linkTarget(page, 'reset-login')));
    assert.equal(await browser.usernameOf(await browser.signIn(fresh, 'bob', 'bob-password')), 'bob');
  }));

test('wrong codes count as failed sign-ins, and entering the password again does not reset them', () =>
  atCode(
    async ({ fixture, browser, page }) => {
      await browser.post(formAction(page, FORM), { otp: '000000' });
      fixture.clock.setOffsetMs(5000);
      const again = await browser.signIn(await browser.open(), 'alice', 'alice-password');
      const wrong = await browser.post(formAction(again, FORM), { otp: '000000' });
      const locked = await browser.post(formAction(wrong, FORM), { otp: codeAt(fixture) });
      assert.match(locked.text, /Invalid authenticator code\./);
      const [record] = fixture.activity.list({}).records.filter((known) => known.refusal !== undefined);
      assert.match(record?.refusal?.reason ?? '', /locked user alice/);
    },
    { bruteForceProtected: true, failureFactor: 2 },
  ));

test('"Remember me", chosen with the password, still applies after the code', () =>
  atCode(
    async ({ fixture }) => {
      const browser = fixture.browser();
      const fields = { username: 'alice', password: 'alice-password', rememberMe: 'on' };
      const page = await browser.post(formAction(await browser.open()), fields);
      await browser.post(formAction(page, FORM), { otp: codeAt(fixture) });
      assert.equal(
        (await collect(fixture.store.sessions.list('r-id', { userId: 'alice-id' })))[0]?.rememberMe,
        true,
      );
    },
    { rememberMe: true },
  ));

/** Browsers showing the page for alice's code. */
function moreAtCode(
  fixture: LoginFixture,
  count: number,
): Promise<{ browser: LoginBrowser; page: TestPage }[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const browser = fixture.browser();
      return { browser, page: await browser.signIn(await browser.open(), 'alice', 'alice-password') };
    }),
  );
}

for (const permanentLockout of [false, true]) {
  test(`RFC 6238 §4: of twenty codes tried at once in as many browsers, only failureFactor are checked (permanentLockout ${permanentLockout})`, () =>
    atCode(
      async ({ fixture }) => {
        const all = await moreAtCode(fixture, 20);
        await Promise.all(
          all.map(({ browser, page }) => browser.post(formAction(page, FORM), { otp: '000000' })),
        );
        const reasons = fixture.activity.list().records.map(({ refusal }) => refusal?.reason ?? '');
        assert.equal(reasons.filter((reason) => /^Not a one-time code of user alice/.test(reason)).length, 5);
        const locked = reasons.filter((reason) => /has locked user alice/.test(reason));
        // A permanently locked user is disabled, so the other pages have expired.
        assert.equal(locked.length, permanentLockout ? 0 : 15);
        const right = await Promise.all(
          all.map(({ browser, page }) => browser.post(formAction(page, FORM), { otp: codeAt(fixture) })),
        );
        assert.deepEqual(
          right.filter(({ leadsTo }) => 'code' in leadsTo),
          [],
        );
      },
      { bruteForceProtected: true, failureFactor: 5, permanentLockout },
    ));
}

test('RFC 6238 §5.2: one code sent at once from ten browsers signs in one of them', () =>
  atCode(async ({ fixture }) => {
    const all = await moreAtCode(fixture, 10);
    const otp = codeAt(fixture);
    const answers = await Promise.all(
      all.map(({ browser, page }) => browser.post(formAction(page, FORM), { otp })),
    );
    assert.equal(answers.filter(({ leadsTo }) => 'code' in leadsTo).length, 1);
  }));
