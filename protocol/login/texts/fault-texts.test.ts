import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { startComposedServer } from '#protocol/testing/composed-server.ts';
import { faultTextsOf } from './fault-texts.ts';

const localeFor = (accept: string | undefined, url = '/realms/nowhere') =>
  faultTextsOf({ url, headers: accept === undefined ? {} : { 'accept-language': accept } }, undefined).locale;

test('issue 18 "Languages": outside of realms the request names the language: kc_locale, ui_locales, the cookie, Accept-Language', () => {
  assert.equal(localeFor(undefined), 'en');
  assert.equal(localeFor('tlh, de-AT;q=0.8, fr;q=0.9'), 'fr');
  assert.equal(localeFor('fr', '/realms/nowhere/auth?ui_locales=xx%20ja'), 'ja');
  assert.equal(localeFor('fr', '/realms/nowhere/auth?ui_locales=ja&kc_locale=ar'), 'ar');
  assert.equal(localeFor('pt-PT'), 'pt');
  const cookie = { headers: { cookie: 'KEYCLOAK_LOCALE=de', 'accept-language': 'fr' } };
  assert.equal(faultTextsOf({ url: '/realms/r', ...cookie }, undefined).locale, 'de');
  assert.equal(faultTextsOf({ url: '/realms/r?ui_locales=ja', ...cookie }, undefined).locale, 'ja');
});

test('in a realm, its languages count', () => {
  const request = { url: '/', headers: { 'accept-language': 'de' } };
  const realm = { internationalizationEnabled: true, supportedLocales: ['fr'], defaultLocale: 'fr' };
  assert.equal(faultTextsOf(request, createTestExchange({ realm })).locale, 'fr');
  assert.equal(faultTextsOf(request, createTestExchange()).locale, 'en');
});

for (const [what, accept, url] of [
  ['a thousand languages', Array.from({ length: 1000 }, (_, n) => `x${n}`).join(','), '/'],
  ['a header of 100,000 characters', 'x'.repeat(100_000), '/'],
  ['a thousand ui_locales', '', `/?ui_locales=${'xx%20'.repeat(1000)}de`],
  ['broken percent-encoding', '', '/?kc_locale=%zz&ui_locales=%'],
  ['a repeated, unknown kc_locale', '', '/?kc_locale=xx&kc_locale=de'],
  ['markup', '"><script>', '/?kc_locale=%22%3E%3Cscript%3E&ui_locales=%3Cb%3E'],
  ['names of JavaScript', '__proto__, constructor', '/?kc_locale=__proto__&ui_locales=toString'],
] as const)
  test(`bad input: ${what} means English`, () => {
    assert.equal(localeFor(accept, url), 'en');
  });

test('issue 18 "Languages": unknown addresses, realms and methods are answered in the language of the browser', async () => {
  const server = await startComposedServer({ realms: [] });
  try {
    const open = async (path: string, language: string, method = 'GET') => {
      const headers = { accept: 'text/html', 'accept-language': language };
      const response = await fetch(server.baseUrl + path, { method, headers });
      return { status: response.status, text: await response.text() };
    };
    for (const [path, language, method, status, expected] of [
      ['/nowhere', 'de', 'GET', 404, /<html lang="de"[\s\S]*Unter dieser Adresse gibt es nichts\./],
      ['/realms/nowhere', 'fr', 'GET', 404, /<html lang="fr"[\s\S]*Il n’existe pas de realm de ce nom\./],
      ['/realms/%ff', 'es', 'GET', 400, /<html lang="es"[\s\S]*No se entiende la solicitud/],
      [
        '/realms/master/login-actions/consent',
        'ar',
        'GET',
        405,
        /lang="ar" dir="rtl"[\s\S]*يقبل هذا العنوان/,
      ],
      ['/nowhere', 'tlh', 'GET', 404, /<html lang="en"[\s\S]*There is nothing at this address\./],
    ] as const) {
      const answer = await open(path, language, method);
      assert.equal(answer.status, status, path);
      assert.match(answer.text, expected);
    }
  } finally {
    await server.stop();
  }
});
