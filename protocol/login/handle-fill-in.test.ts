import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { computeOneTimePassword } from '#protocol/crypto/one-time-password.ts';
import { formAction, type TestPage } from './testing/browser.ts';
import type { LoginBrowser } from './testing/login-browser.ts';
import { type LoginFixture, withLogin } from './testing/login-fixture.ts';

const SECRET = 'abcdefghij0123456789';
const FORM = 'kc-otp-login-form';
const ALLOWED = { 'understudy.oneClickSignIn': 'true' };
const SETTINGS = { digits: 6, algorithm: 'HmacSHA1' };

function codeAt({ clock }: LoginFixture, steps = 0): string {
  return computeOneTimePassword(Buffer.from(SECRET), Math.floor(clock.now() / 30_000) + steps, SETTINGS);
}

const filledIn = ({ text }: TestPage) => /id="otp" name="otp" value="([^"]*)"/.exec(text)?.[1];

interface AtCode {
  readonly fixture: LoginFixture;
  readonly browser: LoginBrowser;
  readonly page: TestPage;
  /** Presses the button. */
  fillIn(page: TestPage, browser?: LoginBrowser): Promise<TestPage>;
  /** Another browser that shows the page. */
  again(): Promise<{ browser: LoginBrowser; page: TestPage }>;
  reason(): string;
  remedy(): string;
}

/** Alice, who has a device, at the page that asks for its code; the realm allows one-click sign-in. */
async function atCode(
  use: (at: AtCode) => Promise<void>,
  changes: Partial<RealmRepresentation> = {},
  data: object = {},
): Promise<void> {
  const device = {
    id: 'phone',
    type: 'otp',
    secretData: JSON.stringify({ value: SECRET }),
    credentialData: JSON.stringify({ subType: 'totp', ...SETTINGS, period: 30, ...data }),
  };
  const users = [
    {
      id: 'alice-id',
      username: 'alice',
      credentials: [{ type: 'password', value: 'alice-password' }, device],
    },
  ];
  await withLogin(
    async (fixture, browser) => {
      const open = async (by: LoginBrowser) => by.signIn(await by.open(), 'alice', 'alice-password');
      const refusal = () => fixture.activity.list().records.find((record) => record.refusal)?.refusal;
      await use({
        fixture,
        browser,
        page: await open(browser),
        fillIn: (page, by = browser) => by.post(formAction(page, FORM), { otp: '', 'fill-in': 'true' }),
        async again() {
          const other = fixture.browser();
          return { browser: other, page: await open(other) };
        },
        reason: () => refusal()?.reason ?? '',
        remedy: () => refusal()?.remedy ?? '',
      });
    },
    { users, attributes: ALLOWED, ...changes },
  );
}

test('differences "Current one-time codes": the current code is filled in, and it signs the user in', () =>
  atCode(async ({ fixture, browser, page, fillIn }) => {
    const filled = await fillIn(page);
    assert.equal(filled.status, 200);
    assert.equal(filledIn(filled), codeAt(fixture));
    assert.equal(await browser.isSignedIn(), false);
    const answer = await browser.post(formAction(filled, FORM), { otp: codeAt(fixture) });
    assert.equal(await browser.usernameOf(answer), 'alice');
  }));

test('differences "Current one-time codes": filling in uses no code up, however often', () =>
  atCode(async ({ fixture, browser, page, fillIn }) => {
    let shown = page;
    for (let times = 0; times < 5; times += 1) {
      shown = await fillIn(shown);
      assert.equal(filledIn(shown), codeAt(fixture));
    }
    assert.equal((await browser.post(formAction(shown, FORM), { otp: codeAt(fixture) })).status, 302);
  }));

test('otpPolicyLookAheadWindow: after a code has been used, another accepted one is filled in', () =>
  atCode(async ({ fixture, browser, page, fillIn, again, reason }) => {
    await browser.post(formAction(await fillIn(page), FORM), { otp: codeAt(fixture) });
    for (const steps of [1, -1]) {
      const next = await again();
      const filled = await fillIn(next.page, next.browser);
      assert.equal(filledIn(filled), codeAt(fixture, steps));
      const answer = await next.browser.post(formAction(filled, FORM), { otp: filledIn(filled) ?? '' });
      assert.equal(await next.browser.usernameOf(answer), 'alice');
    }
    const last = await again();
    const none = await fillIn(last.page, last.browser);
    assert.equal(filledIn(none), '');
    assert.match(none.text, /input-error-otp.*All current codes have been used\. Wait for the next one\./);
    assert.match(reason(), /Every one-time code of user alice .* has been used/);
    fixture.clock.setOffsetMs(60_000);
    assert.equal(filledIn(await fillIn(none, last.browser)), codeAt(fixture));
  }));

test('otpPolicyCodeReusable: a code that may be used again is filled in again', () =>
  atCode(
    async ({ fixture, browser, page, fillIn, again }) => {
      await browser.post(formAction(page, FORM), { otp: codeAt(fixture) });
      const next = await again();
      assert.equal(filledIn(await fillIn(next.page, next.browser)), codeAt(fixture));
    },
    { otpPolicyCodeReusable: true },
  ));

test('RFC 4226: a counter-based device moves on with a sign-in, not when its code is filled in', () =>
  atCode(
    async ({ browser, page, fillIn, again }) => {
      const hotp = (counter: number) => computeOneTimePassword(Buffer.from(SECRET), counter, SETTINGS);
      const filled = await fillIn(await fillIn(page));
      assert.equal(filledIn(filled), hotp(7));
      assert.equal((await browser.post(formAction(filled, FORM), { otp: hotp(7) })).status, 302);
      const next = await again();
      assert.equal(filledIn(await fillIn(next.page, next.browser)), hotp(8));
    },
    {},
    { subType: 'hotp', counter: 7 },
  ));

test('refused: a realm without one-click sign-in has no button, and a forged form gets a remedy', () =>
  atCode(
    async ({ browser, page, fillIn, reason, remedy }) => {
      assert.doesNotMatch(page.text, /fill-in/);
      const refused = await fillIn(page);
      assert.equal(refused.status, 200);
      assert.equal(filledIn(refused), '');
      assert.match(refused.text, /input-error-otp.*The current code cannot be filled in\./);
      assert.match(reason(), /Realm r does not allow one-click sign-in/);
      assert.match(remedy(), /Set attribute understudy\.oneClickSignIn of realm r to "true"/);
      assert.equal(await browser.isSignedIn(), false);
    },
    { attributes: { 'understudy.oneClickSignIn': 'false' } },
  ));

test('refused: before the password, for another page, and from another browser', () =>
  atCode(async ({ fixture, page, fillIn }) => {
    const stranger = fixture.browser();
    const first = await stranger.open();
    const action = formAction(first).replace('username-password', 'otp');
    const early = await stranger.post(action, { 'fill-in': 'true', username: 'alice' });
    assert.match(early.text, /Page has expired/);
    assert.doesNotMatch(early.text, new RegExp(codeAt(fixture)));
    const foreign = await fillIn(page, stranger);
    assert.equal(foreign.status, 400);
    assert.doesNotMatch(foreign.text, new RegExp(codeAt(fixture)));
  }));

test('refused: a locked user, a device that cannot be read, and one that was removed', () =>
  atCode(
    async ({ fixture, browser, page, fillIn, reason }) => {
      const wrong = await browser.post(formAction(page, FORM), { otp: '000000' });
      const locked = await fillIn(wrong);
      assert.equal(filledIn(locked), '');
      assert.match(reason(), /locked user alice/);
      fixture.clock.setOffsetMs(120_000);
      await fixture.store.users.update('r-id', 'alice-id', (user) => ({
        ...user,
        credentials: (user.credentials ?? []).map((each) =>
          each.type === 'otp' ? { ...each, secretData: '{' } : each,
        ),
      }));
      const damaged = await fillIn(locked);
      assert.equal(filledIn(damaged), '');
      assert.match(reason(), /no credential of type otp can be read/);
      await fixture.store.users.update('r-id', 'alice-id', (user) => ({
        ...user,
        credentials: (user.credentials ?? []).filter(({ type }) => type !== 'otp'),
      }));
      const removed = await fillIn(damaged);
      assert.ok(removed.status < 500);
    },
    { bruteForceProtected: true, failureFactor: 1, waitIncrementSeconds: 60 },
  ));

test('refused: a user without a password, who cannot sign in with one click either', () =>
  atCode(async ({ fixture, page, fillIn, reason }) => {
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({
      ...user,
      credentials: (user.credentials ?? []).filter(({ type }) => type === 'otp'),
    }));
    const refused = await fillIn(page);
    assert.equal(filledIn(refused), '');
    assert.match(reason(), /alice cannot sign in with one click/);
    assert.doesNotMatch(refused.text, /understudy-fill-in/);
  }));
