import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeOneTimePassword, decodeBase32 } from '#protocol/crypto/one-time-password.ts';
import { formAction, type TestPage } from '../testing/browser.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';
import { atAction } from '../testing/required-action.ts';

const ACTION = 'CONFIGURE_TOTP';
const FORM = 'kc-totp-settings-form';

/** The secret as the user would type it. */
function secretOf(page: TestPage): Buffer {
  const key = /id="kc-totp-secret-key">([^<]*)</.exec(page.text)?.[1] ?? '';
  return decodeBase32(key) ?? Buffer.alloc(0);
}

function codeOf(page: TestPage, fixture: LoginFixture, steps = 0): string {
  const counter = Math.floor(fixture.clock.now() / 30_000) + steps;
  return computeOneTimePassword(secretOf(page), counter, { digits: 6, algorithm: 'HmacSHA1' });
}

test('the page shows key, settings and otpauth URI of the new device, with the ids of Keycloak’s page', () =>
  atAction(ACTION, async ({ page }) => {
    const hidden = /id="totpSecret" name="totpSecret" value="([^"]*)"/.exec(page.text)?.[1];
    assert.equal(secretOf(page).toString(), hidden);
    for (const id of ['totp', 'userLabel', 'saveTOTPBtn', 'kc-totp-settings', 'kc-totp-secret-key']) {
      assert.match(page.text, new RegExp(`id="${id}"`));
    }
    assert.match(page.text, /otpauth:\/\/totp\/Realm%20%3CR%3E:alice\?secret=/);
  }));

test('a code of the new device stores it in Keycloak’s format, and later sign-ins require it', () =>
  atAction(ACTION, async ({ page, send, alice, browser, fixture }) => {
    const answer = await send(FORM, { totp: codeOf(page, fixture), userLabel: 'Phone' });
    assert.equal(await browser.usernameOf(answer), 'alice');
    const stored = await alice();
    assert.deepEqual(stored.requiredActions, []);
    const device = stored.credentials?.find(({ type }) => type === 'otp');
    assert.equal(device?.userLabel, 'Phone');
    assert.equal(device?.secretData, JSON.stringify({ value: secretOf(page).toString() }));
    const later = fixture.browser();
    const next = await later.signIn(await later.open(), 'alice', 'alice-password');
    const code = codeOf(page, fixture, 1);
    assert.equal((await later.post(formAction(next, 'kc-otp-login-form'), { otp: code })).status, 302);
  }));

test('a wrong or missing code stores nothing and shows the same key again', () =>
  atAction(ACTION, async ({ page, send, alice }) => {
    let shown = page;
    for (const [totp, problem] of [
      ['', /input-error-totp.*Please specify authenticator code\./],
      ['000000', /Invalid authenticator code\./],
    ] as const) {
      shown = await send(FORM, { totp, userLabel: '<Phone>' }, shown);
      assert.match(shown.text, problem);
      assert.match(shown.text, /value="&lt;Phone&gt;"/);
      assert.deepEqual(secretOf(shown), secretOf(page));
    }
    assert.equal(
      (await alice()).credentials?.some(({ type }) => type === 'otp'),
      false,
    );
  }));

test('a secret sent in the form is ignored', () =>
  atAction(ACTION, async ({ send, alice, fixture }) => {
    const own = Buffer.from('chosen-by-the-sender');
    const counter = Math.floor(fixture.clock.now() / 30_000);
    const totp = computeOneTimePassword(own, counter, { digits: 6, algorithm: 'HmacSHA1' });
    const shown = await send(FORM, { totp, totpSecret: String(own) });
    assert.match(shown.text, /Invalid authenticator code\./);
    assert.equal((await alice()).credentials?.length, 1);
  }));

test('a counter-based device starts after the code that confirmed it', () =>
  atAction(
    ACTION,
    async ({ page, send, alice, browser }) => {
      const totp = computeOneTimePassword(secretOf(page), 7, { digits: 6, algorithm: 'HmacSHA1' });
      assert.equal(await browser.usernameOf(await send(FORM, { totp })), 'alice');
      const device = (await alice()).credentials?.find(({ type }) => type === 'otp');
      assert.match(device?.credentialData ?? '', /"subType":"hotp".*"counter":8/);
    },
    { realm: { otpPolicyType: 'hotp', otpPolicyInitialCounter: 7 } },
  ));
