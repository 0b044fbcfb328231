import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provider, withProviders } from '#protocol/broker/testing/brokering.ts';
import { renderProviders } from './provider-buttons.ts';
import { languageTexts } from './texts/page-texts.ts';

const GOOGLE = { alias: 'google', name: 'A & <B>', type: 'google', url: 'https://x.test/?a=1&b=2' };

test('Keycloak login theme: providers are links with the ids of its theme, and their names are escaped', () => {
  const text = String(renderProviders(languageTexts('en'), [GOOGLE]));
  assert.match(text, /<div id="kc-social-providers"/);
  assert.match(text, /<a id="social-google"[^>]* href="https:\/\/x\.test\/\?a=1&amp;b=2">/);
  assert.match(text, /<span class="kc-social-provider-name">A &amp; &lt;B&gt;<\/span>/);
  assert.match(text, /<h2>Or sign in with<\/h2>/);
});

test('without providers the page has no place for them', () => {
  assert.equal(String(renderProviders(languageTexts('en'), [])), '');
});

test('Keycloak hideOnLogin: hidden, disabled and linking providers have no button, and the others keep their order', () =>
  withProviders(
    [
      provider('second', 'google', { guiOrder: '2' }),
      provider('first', 'google', { guiOrder: '1' }),
      provider('hidden', 'google', {}, { hideOnLogin: true }),
      provider('old', 'google', { hideOnLoginPage: 'true' }),
      provider('off', 'google', {}, { enabled: false }),
      provider('links', 'google', {}, { linkOnly: true }),
    ],
    async (_fixture, browser) => {
      const { text } = await browser.open();
      assert.deepEqual(
        [...text.matchAll(/id="social-([^"]+)"/g)].map(([, alias]) => alias),
        ['first', 'second'],
      );
    },
  ));

test('Keycloak login theme: who is known is not asked which provider to use', () =>
  withProviders([provider('google', 'google')], async (_fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    assert.doesNotMatch((await browser.open('prompt=login')).text, /social-google/);
  }));
