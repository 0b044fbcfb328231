import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeOneTimePassword } from '#protocol/crypto/one-time-password.ts';
import { formAction, type TestPage } from '../testing/browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';
import { ENGLISH } from '../testing/page-texts.ts';
import { newestLink } from '../testing/sent-links.ts';
import { renderEndOtherSessions } from './end-other-sessions.ts';

const hidden = ({ text }: TestPage, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

function codeOf(page: TestPage, { clock }: LoginFixture): string {
  const secret = Buffer.from(hidden(page, 'totpSecret'));
  const counter = Math.floor(clock.now() / 30_000);
  return computeOneTimePassword(secret, counter, { digits: 6, algorithm: 'HmacSHA1' });
}

interface SetUp {
  readonly action: string;
  readonly formId: string;
  fields(page: TestPage, fixture: LoginFixture): Readonly<Record<string, string>>;
}

/** The pages of Keycloak's theme that have the checkbox. */
const PAGES: readonly SetUp[] = [
  {
    action: 'UPDATE_PASSWORD',
    formId: 'kc-passwd-update-form',
    fields: () => ({ 'password-new': 'second', 'password-confirm': 'second' }),
  },
  {
    action: 'CONFIGURE_TOTP',
    formId: 'kc-totp-settings-form',
    fields: (page, fixture) => ({ totp: codeOf(page, fixture), userLabel: '' }),
  },
  {
    action: 'CONFIGURE_RECOVERY_AUTHN_CODES',
    formId: 'kc-recovery-codes-settings-form',
    fields: (page) => ({
      generatedRecoveryAuthnCodes: hidden(page, 'generatedRecoveryAuthnCodes'),
      generatedAt: hidden(page, 'generatedAt'),
    }),
  },
  { action: 'UPDATE_EMAIL', formId: 'kc-update-email-form', fields: () => ({ email: 'new@example.test' }) },
];

const CHOICES = [
  ['ends other sessions', false, { 'logout-sessions': 'on' }],
  ['is left out: other sessions go on', true, {}],
] as const;

for (const { action, formId, fields } of PAGES)
  for (const [what, isKept, choice] of CHOICES)
    test(`Keycloak logout-sessions, ${action}: the field ${what}, and that of the browser stays`, () =>
      withLogin(async (fixture, browser) => {
        const other = fixture.browser();
        await other.signIn(await other.open(), 'alice', 'alice-password');
        await browser.signIn(await browser.open(), 'alice', 'alice-password');
        const page = await browser.follow(await browser.open(`kc_action=${action}`));
        const answer = await browser.post(formAction(page, formId), { ...fields(page, fixture), ...choice });
        assert.equal(answer.leadsTo['kc_action_status'], 'success', answer.text);
        assert.equal(await browser.isSignedIn(), true);
        assert.equal(await other.isSignedIn(), isKept);
      }));

test('Keycloak logout-sessions: what is rejected ends no session', () =>
  withLogin(async (fixture, browser) => {
    const other = fixture.browser();
    await other.signIn(await other.open(), 'alice', 'alice-password');
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    for (const { action, formId } of PAGES) {
      const page = await browser.follow(await browser.open(`kc_action=${action}`));
      await browser.post(formAction(page, formId), { 'logout-sessions': 'on' });
    }
    assert.equal(await other.isSignedIn(), true);
  }));

for (const [what, isKept, choice] of CHOICES)
  test(`Keycloak update-email link: the field logout-sessions ${what} when the link is opened`, () =>
    withLogin(
      async (fixture, browser) => {
        await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, emailVerified: true }));
        const other = fixture.browser();
        await other.signIn(await other.open(), 'alice', 'alice-password');
        await browser.signIn(await browser.open(), 'alice', 'alice-password');
        const page = await browser.follow(await browser.open('kc_action=UPDATE_EMAIL'));
        const fields = { email: 'new@example.test', ...choice };
        await browser.post(formAction(page, 'kc-update-email-form'), fields);
        assert.equal(await other.isSignedIn(), true, 'before the link is opened');
        await browser.get(await newestLink(fixture, 'new@example.test'));
        assert.equal(await browser.isSignedIn(), true);
        assert.equal(await other.isSignedIn(), isKept);
      },
      { verifyEmail: true },
    ));

test('Keycloak theme: the checkbox is checked at first', () =>
  assert.match(
    String(renderEndOtherSessions(ENGLISH)),
    /<input type="checkbox" id="logout-sessions" name="logout-sessions" value="on" checked[^>]*>/,
  ));
