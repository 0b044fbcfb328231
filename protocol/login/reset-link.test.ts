import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { findUserRefusal } from './reset-link.ts';
import { formAction, linkTarget } from './testing/browser.ts';
import { withLogin } from './testing/login-fixture.ts';
import { linksTo } from './testing/sent-links.ts';

const ALICE = { id: 'alice-id', username: 'alice', email: 'alice@example.test' };

test('an enabled user can be sent a link', () => {
  assert.equal(findUserRefusal(createTestExchange(), 'alice', ALICE), undefined);
});

for (const [what, user, event] of [
  ['an unknown user', undefined, 'user_not_found'],
  ['a service account', { ...ALICE, serviceAccountClientId: 'shop' }, 'user_not_found'],
  ['a disabled user', { ...ALICE, enabled: false }, 'user_disabled'],
] as const)
  test(`Keycloak reset credentials: ${what} is the error ${event}, with a remedy`, () => {
    const refused = findUserRefusal(createTestExchange(), 'x'.repeat(1000), user);
    assert.equal(refused?.event, event);
    assert.ok((refused?.reason.length ?? 0) < 400);
    assert.ok(refused?.remedy !== undefined);
  });

test('one form sends one link, however often the page is reloaded afterwards', () =>
  withLogin(
    async (fixture, browser) => {
      const form = await browser.get(linkTarget(await browser.open(), 'kc-forgot-password'));
      const answer = await browser.post(formAction(form, 'kc-reset-password-form'), { username: 'alice' });
      for (let visit = 0; visit < 3; visit += 1) await browser.follow(answer);
      assert.equal((await linksTo(fixture, ALICE.email)).length, 1);
    },
    { resetPasswordAllowed: true },
  ));
