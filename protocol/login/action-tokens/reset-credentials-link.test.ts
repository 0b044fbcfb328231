import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, linkTarget } from '../testing/browser.ts';
import { withLogin } from '../testing/login-fixture.ts';
import { newestLink } from '../testing/sent-links.ts';

const ALICE = 'alice@example.test';

test('Keycloak reset-credentials: opening the link does not use it up, and changes nothing', () =>
  withLogin(
    async (fixture, browser) => {
      const page = await browser.get(linkTarget(await browser.open(), 'kc-forgot-password'));
      await browser.post(formAction(page, 'kc-reset-password-form'), { username: 'alice' });
      for (const visitor of [fixture.browser(), browser, browser]) {
        const shown = await visitor.follow(await visitor.get(await newestLink(fixture, ALICE)));
        assert.match(shown.text, /kc-passwd-update-form/);
      }
      const other = fixture.browser();
      assert.equal((await other.signIn(await other.open(), 'alice', 'alice-password')).status, 302);
    },
    { resetPasswordAllowed: true },
  ));

test('the link of one user replaces whoever else is signed in to the browser', () =>
  withLogin(
    async (fixture, browser) => {
      await browser.signIn(await browser.open(), 'bob', 'bob-password');
      const page = await browser.get(linkTarget(await browser.open('prompt=login'), 'kc-forgot-password'));
      await browser.post(formAction(page, 'kc-reset-password-form'), { username: 'alice' });
      const change = await browser.follow(await browser.get(await newestLink(fixture, ALICE)));
      const fields = { 'password-new': 'brand-new', 'password-confirm': 'brand-new' };
      const answer = await browser.post(formAction(change, 'kc-passwd-update-form'), fields);
      assert.equal(await browser.usernameOf(answer), 'alice');
      assert.equal(fixture.ended.length, 1);
    },
    { resetPasswordAllowed: true },
  ));
