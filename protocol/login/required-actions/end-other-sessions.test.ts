import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from '../testing/browser.ts';
import { withLogin } from '../testing/login-fixture.ts';

const FIELDS = { 'password-new': 'second', 'password-confirm': 'second' };

for (const [what, isKept, fields] of [
  ['ends other sessions', false, { 'logout-sessions': 'on' }],
  ['is left out: other sessions go on', true, {}],
] as const)
  test(`Keycloak logout-sessions: the field ${what}, and that of the browser stays`, () =>
    withLogin(async (fixture, browser) => {
      const other = fixture.browser();
      await other.signIn(await other.open(), 'alice', 'alice-password');
      await browser.signIn(await browser.open(), 'alice', 'alice-password');
      const page = await browser.follow(await browser.open('kc_action=UPDATE_PASSWORD'));
      await browser.post(formAction(page, 'kc-passwd-update-form'), { ...FIELDS, ...fields });
      assert.equal(await browser.isSignedIn(), true);
      assert.equal(await other.isSignedIn(), isKept);
    }));
