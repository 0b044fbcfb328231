import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postOn } from './saml/testing/saml-stand-in.ts';
import { buttonOf, provider, standInAction, withProviders } from './testing/brokering.ts';

const LANGUAGES = { internationalizationEnabled: true, supportedLocales: ['en', 'de', 'ar'] };
const SSO = { singleSignOnServiceUrl: 'https://idp.example/sso' };

for (const [query, html, title, button] of [
  ['ui_locales=de', '<html lang="de" dir="ltr">', 'Ersatz für Google', 'Ablehnen (Zugriff verweigert)'],
  ['kc_locale=ar', '<html lang="ar" dir="rtl">', 'بديل عن Google', 'رفض (الوصول مرفوض)'],
  ['ui_locales=fr', '<html lang="en" dir="ltr">', 'Stand-in for Google', 'Refuse (access denied)'],
] as const)
  test(`OIDC Core §3.1.2.1: ${query} is the language of the stand-in as well, after a wrong form, too`, () =>
    withProviders(
      [provider('google', 'google')],
      async (_f, browser) => {
        const page = await browser.follow(await browser.get(buttonOf(await browser.open(query), 'google')));
        const again = await browser.post(standInAction(page), { person: 'other', email: '' });
        for (const { text } of [page, again])
          for (const part of [html, `<h1>${title}</h1>`, `>${button}</button>`])
            assert.ok(text.includes(part));
      },
      LANGUAGES,
    ));

for (const config of [{}, { postBindingAuthnRequest: 'true' }])
  test(`a SAML stand-in has the language of the sign-in page (${JSON.stringify(config)})`, () =>
    withProviders(
      [provider('corp', 'saml', { ...SSO, ...config })],
      async (_f, browser) => {
        const opened = await browser.open('ui_locales=de');
        const page = await postOn(browser, await browser.get(buttonOf(opened, 'corp')));
        assert.match(page.text, /<html lang="de" dir="ltr">[\s\S]*<h1>Ersatz für corp<\/h1>/);
        const again = await browser.post(standInAction(page), { person: 'other', email: '' });
        assert.match(again.text, /Wählen Sie eine Person, oder/);
      },
      LANGUAGES,
    ));

test('realms with one language, and providers that are asked themselves, get no language', () =>
  withProviders([provider('google', 'google')], async (_f, browser) => {
    const sent = await browser.get(buttonOf(await browser.open('ui_locales=de'), 'google'));
    assert.doesNotMatch(sent.headers.get('location') ?? '', /understudy_language/);
  }).then(() =>
    withProviders(
      [
        provider('real', 'oidc', {
          'understudy.stand-in': 'never',
          authorizationUrl: 'https://idp.example/auth',
        }),
      ],
      async (_f, browser) => {
        const sent = await browser.get(buttonOf(await browser.open('ui_locales=de'), 'real'));
        const location = new URL(sent.headers.get('location') ?? '');
        assert.deepEqual(
          [location.host, location.searchParams.has('understudy_language')],
          ['idp.example', false],
        );
      },
      LANGUAGES,
    ),
  ));
