import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { formAction, linkTarget } from '../testing/browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';
import { makeActionLink } from './action-link.ts';
import { startActionToken } from './action-token.ts';

async function linkFor({ store, clock, baseUrl }: LoginFixture, actions: readonly string[]): Promise<string> {
  const stored = store.realms.find('r');
  assert.ok(stored !== undefined);
  const exchange = { ...createTestExchange({ clock }), realm: viewRealm(stored), baseUrl };
  const times = startActionToken(exchange, 60);
  const token = { type: 'execute-actions', ...times, userId: 'alice-id', actions, clientId: 'shop' } as const;
  return makeActionLink(exchange, createRealmKeys(store.realms, clock), token);
}

test('Keycloak execute-actions: several actions follow one another, and the link is used up by the last', () =>
  withLogin(async (fixture, browser) => {
    const link = await linkFor(fixture, ['UPDATE_PASSWORD', 'TERMS_AND_CONDITIONS']);
    const open = async () =>
      browser.follow(await browser.get(linkTarget(await browser.get(link), 'proceedWithAction')));
    const fields = { 'password-new': 'brand-new', 'password-confirm': 'brand-new' };
    await browser.post(formAction(await open(), 'kc-passwd-update-form'), fields);
    const again = await open();
    const terms = await browser.follow(
      await browser.post(formAction(again, 'kc-passwd-update-form'), fields),
    );
    const done = await browser.post(formAction(terms, 'kc-terms-form'), { accept: 'true' });
    assert.match(done.text, /Your account has been updated\./);
    assert.equal(linkTarget(done, 'backToApplication'), 'http://shop.test/home');
    assert.match((await browser.get(link)).text, /Action expired/);
    assert.equal(await browser.isSignedIn(), false);
  }));

test('Keycloak execute-actions: an action without a page is skipped; a link without actions ends at once', () =>
  withLogin(async (fixture, browser) => {
    for (const actions of [[], ['webauthn-register'], ['VERIFY_EMAIL']]) {
      const question = await browser.get(await linkFor(fixture, actions));
      const done = await browser.follow(await browser.get(linkTarget(question, 'proceedWithAction')));
      assert.match(done.text, /Your account has been updated\./);
    }
    assert.equal((await fixture.store.users.find('r-id', 'alice-id'))?.emailVerified, true);
  }));
