import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange, type TestExchange } from '#protocol/http/testing/exchange.ts';
import { renderClientsPage, renderStandInError, renderStandInPage } from './stand-in-page.ts';

const page = {
  alias: 'google',
  name: 'Google & <Co>',
  action: 'http://x/a?b=1&c=2',
  people: [],
  isRepeated: false,
  loginHint: '',
};

const LANGUAGES = {
  displayName: 'Shop',
  internationalizationEnabled: true,
  supportedLocales: ['en', 'de', 'ar'],
};
const render = (given: TestExchange = {}) =>
  renderStandInPage(createTestExchange({ realm: { displayName: 'Shop' }, ...given }), page);

test('a stand-in says whose part it plays, for which realm, and escapes both', () => {
  const { status, body, headers } = render();
  assert.equal(status, 200);
  assert.match(String(body), /<h1>Stand-in for Google &amp; &lt;Co&gt;<\/h1>/);
  assert.match(String(body), /for realm Shop/);
  assert.match(String(headers?.['content-security-policy']), /default-src 'none'/);
  assert.doesNotMatch(String(headers?.['content-security-policy']), /script-src/);
});

test('a problem is announced', () => {
  const exchange = createTestExchange();
  const repeated = renderStandInPage(exchange, { ...page, isRepeated: true });
  assert.match(String(repeated.body), /role="alert">Choose a person/);
  const { status, body } = renderStandInError(exchange, 'X', 'It is <so>.', 'Change it.');
  assert.equal(status, 400);
  assert.match(String(body), /It is &lt;so&gt;\.[\s\S]*Change it\./);
});

for (const [query, language, title] of [
  ['understudy_language=de&ui_locales=ar', 'lang="de" dir="ltr"', 'Ersatz für Google'],
  ['ui_locales=de', 'lang="de" dir="ltr"', 'Ersatz für Google'],
  ['kc_locale=ar&ui_locales=de', 'lang="ar" dir="rtl"', 'بديل عن Google'],
  ['understudy_language=fr', 'lang="en" dir="ltr"', 'Stand-in for Google'],
  ['understudy_language=&ui_locales=', 'lang="en" dir="ltr"', 'Stand-in for Google'],
] as const)
  test(`OIDC Core §3.1.2.1: the page is in the language of ${query}, if the realm has it`, () => {
    const body = String(render({ realm: LANGUAGES, query }).body);
    assert.ok(body.includes(`<html ${language}>`), body.slice(0, 200));
    assert.ok(body.includes(`<title>${title}`));
  });

test('applications are links, with names that are escaped, in the language of the request', () => {
  const exchange = createTestExchange({ realm: LANGUAGES, query: 'ui_locales=de' });
  const { status, body } = renderClientsPage(exchange, 'X', [
    { title: 'Shop <1>', name: 'a&b', href: 'http://x/a%26b?c=1&d' },
  ]);
  assert.equal(status, 200);
  assert.match(String(body), /Wählen Sie die Anwendung/);
  assert.match(String(body), /<a href="http:\/\/x\/a%26b\?c=1&amp;d"><bdi>Shop &lt;1&gt;<\/bdi>/);
  assert.match(String(body), /<bdi>a&amp;b<\/bdi>/);
});

test('a realm without languages has stand-ins in English, and reasons are marked as English', () => {
  assert.match(String(render({ query: 'ui_locales=de' }).body), /<html lang="en" dir="ltr">/);
  const exchange = createTestExchange({ realm: LANGUAGES, query: 'ui_locales=de' });
  const { body } = renderStandInError(exchange, 'X', 'Reason.', 'Remedy.');
  assert.match(String(body), /<html lang="de"[\s\S]*<div lang="en" dir="ltr">[\s\S]*Reason\./);
});

test('localizationTexts: a realm can word the page of its stand-ins', () => {
  const localizationTexts = { en: { 'understudy.standInContinue': 'Go on' } };
  assert.match(String(render({ realm: { localizationTexts } }).body), />Go on<\/button>/);
});
