import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseAt, provider, signInAt, withProviders } from '#protocol/broker/testing/brokering.ts';

const ALICE = 'alice@example.test';

test('Keycloak login theme: the page for an existing user has its ids and buttons', () =>
  withProviders([provider('idp', 'google')], async (_fixture, browser) => {
    const { text } = await signInAt(browser, 'idp', ALICE);
    assert.match(text, /data-page-id="login-login-idp-link-confirm"/);
    assert.match(text, /<form id="kc-register-form"/);
    for (const id of ['linkAccount', 'updateProfile'])
      assert.match(text, new RegExp(`<button type="submit" id="${id}" name="submitAction" value="${id}"`));
  }));

test('Keycloak login theme: the page that reviews the profile has its ids, and its fields are filled in', () =>
  withProviders([provider('idp', 'google')], async (_fixture, browser) => {
    const { text } = await chooseAt(browser, await signInAt(browser, 'idp', ALICE), 'updateProfile');
    assert.match(text, /data-page-id="login-idp-review-user-profile"/);
    assert.match(text, /<h1[^>]*>Update Account Information<\/h1>/);
    assert.match(text, /name="email"[^>]* value="alice@example\.test"/);
    assert.match(text, /name="firstName"[^>]* value="Alice"/);
  }));

test('what a provider says of a person is escaped on every page', () =>
  withProviders(
    [
      provider('idp', 'google', {
        'understudy.stand-in.people': JSON.stringify([
          { email: ALICE, firstName: '<b>Al</b>', lastName: '"quoted"' },
        ]),
      }),
    ],
    async (_fixture, browser) => {
      // A profile with such names is not as the realm requires.
      const { text } = await signInAt(browser, 'idp', ALICE);
      assert.doesNotMatch(text, /<b>Al/);
      assert.match(text, /&lt;b&gt;Al/);
    },
  ));

test('pages of a first sign-in are in the language of the request', () =>
  withProviders(
    [provider('idp', 'google')],
    async (_fixture, browser) => {
      const page = await browser.open('ui_locales=de');
      assert.match(page.text, /Oder anmelden mit/);
    },
    { internationalizationEnabled: true, supportedLocales: ['en', 'de'] },
  ));
