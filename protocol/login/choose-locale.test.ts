import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { chooseLocale, chooseUserLocale, readAcceptLanguage } from './choose-locale.ts';

const LANGUAGES: Partial<RealmRepresentation> = {
  internationalizationEnabled: true,
  supportedLocales: ['en', 'de', 'fr', 'es', 'it', 'pt-BR'],
  defaultLocale: 'it',
};

interface Wanted {
  readonly tab?: string;
  readonly user?: string;
  readonly uiLocales?: readonly string[];
  readonly cookie?: string;
  readonly accept?: string;
}

function choose({ tab, user, uiLocales = [], cookie, accept }: Wanted, realm = LANGUAGES): string {
  const exchange = {
    ...createTestExchange({ realm }),
    cookies: new Map(cookie === undefined ? [] : [['KEYCLOAK_LOCALE', cookie]]),
    headers: accept === undefined ? {} : { 'accept-language': accept },
  };
  const request = { uiLocales } as never;
  const person = {
    id: 'a',
    username: 'a',
    ...(user === undefined ? {} : { attributes: { locale: [user] } }),
  };
  return chooseLocale(exchange, { locale: tab, request }, person);
}

test('Keycloak locale: the tab, the user, ui_locales, the cookie, Accept-Language, and then the realm', () => {
  const all: Wanted = { tab: 'en', user: 'de', uiLocales: ['fr'], cookie: 'es', accept: 'pt-BR' };
  const { tab: _tab, ...noTab } = all;
  const { user: _user, ...noUser } = noTab;
  const { uiLocales: _ui, ...noUi } = noUser;
  const { cookie: _cookie, ...noCookie } = noUi;
  assert.deepEqual(
    [all, noTab, noUser, noUi, noCookie, {}].map((wanted) => choose(wanted)),
    ['en', 'de', 'fr', 'es', 'pt-BR', 'it'],
  );
});

test('a language that the realm does not have is passed over; a variant means its language', () => {
  assert.equal(choose({ user: 'nl', uiLocales: ['ja', 'de-AT'] }), 'de');
  assert.equal(choose({ accept: 'PT-br' }), 'pt-BR');
  assert.equal(choose({ accept: 'pt' }), 'it');
});

test('internationalizationEnabled: without it, the language is English', () => {
  const all = { tab: 'de', user: 'de', uiLocales: ['de'], cookie: 'de', accept: 'de' };
  assert.equal(choose(all, { ...LANGUAGES, internationalizationEnabled: false }), 'en');
  assert.equal(choose(all, { supportedLocales: ['de'] }), 'en');
  assert.equal(choose(all, { internationalizationEnabled: true }), 'en');
});

test('bad input: no header or attribute is an error', () => {
  for (const value of ['', '-', ';', ';;q', 'de;q=x', '__proto__', '<script>', `${'x,'.repeat(5000)}de`])
    assert.equal(choose({ user: value, uiLocales: [value], cookie: value, accept: value }), 'it', value);
});

test('an administrator’s request says nothing about the language of the user', () => {
  const exchange = {
    ...createTestExchange({ realm: LANGUAGES }),
    headers: { 'accept-language': 'fr' },
  };
  assert.equal(chooseUserLocale(exchange, { id: 'a', username: 'a' }), 'it');
  assert.equal(chooseUserLocale(exchange, { id: 'a', username: 'a', attributes: { locale: ['de'] } }), 'de');
});

test('RFC 9110 §12.5.4: languages by weight, in order among equals, without those of weight 0', () => {
  assert.deepEqual(readAcceptLanguage('en;q=0.5, de-AT, de;q=0.9, fr;q=0, *;q=0.1, it;q=0.9'), [
    'de-AT',
    'de',
    'it',
    'en',
  ]);
});

test('bad input: a thousand languages in each place are compared at most once with each list', (context) => {
  const thousand = Array.from({ length: 1000 }, (_, n) => `x${n}`);
  const realm = { ...LANGUAGES, supportedLocales: [...thousand.map((tag) => `y${tag}`), 'it'] };
  const lowerCase = context.mock.method(String.prototype, 'toLowerCase');
  assert.equal(choose({ tab: 'z', uiLocales: thousand, accept: thousand.join(',') }, realm), 'it');
  // Each supported language once; each wanted one as it is and without its region, of the header 50.
  assert.ok(
    lowerCase.mock.callCount() <= 1001 + 2 * (1 + 1000 + 50) + 20,
    String(lowerCase.mock.callCount()),
  );
  lowerCase.mock.restore();
  assert.equal(readAcceptLanguage(thousand.join(',')).length, 50);
  assert.deepEqual(readAcceptLanguage('x'.repeat(100_000)), ['x'.repeat(100_000)]);
});
