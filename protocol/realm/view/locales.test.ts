import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRealm } from '../testing/realm.ts';
import { defaultLocaleOf, directionOf, listLocales, localeName, matchLocale } from './locales.ts';

test('supportedLocales: the languages of a realm with internationalizationEnabled, each once', () => {
  const supportedLocales = ['de', 'en', 'de'];
  assert.deepEqual(listLocales(testRealm({ internationalizationEnabled: true, supportedLocales })), [
    'de',
    'en',
  ]);
  assert.deepEqual(listLocales(testRealm({ internationalizationEnabled: false, supportedLocales })), []);
  assert.deepEqual(listLocales(testRealm({ supportedLocales })), []);
  assert.deepEqual(listLocales(testRealm({ internationalizationEnabled: true })), []);
});

test('BCP 47: a language has its own name, and what is no tag is its own name', () => {
  assert.equal(localeName('de'), 'Deutsch');
  assert.match(localeName('pt-BR'), /^português/);
  for (const tag of ['zh_CN', '', '<b>', 'x'.repeat(100)]) assert.equal(localeName(tag), tag);
});

test('supportedLocales: the first wanted language that the realm has, in whatever case, or that of a variant', () => {
  const realm = testRealm({ internationalizationEnabled: true, supportedLocales: ['en', 'pt-BR', 'de'] });
  for (const [wanted, found] of [
    [['fr', 'de', 'en'], 'de'],
    [['DE-at'], 'de'],
    [['PT-br'], 'pt-BR'],
    [['pt'], undefined],
    [[undefined, ''], undefined],
    [['__proto__', '-', 'x'.repeat(10_000)], undefined],
  ] as const)
    assert.equal(matchLocale(realm, wanted), found);
  assert.equal(matchLocale(testRealm({ supportedLocales: ['de'] }), ['de']), undefined);
});

test('defaultLocale: English without it, and without internationalizationEnabled', () => {
  assert.equal(defaultLocaleOf(testRealm({ internationalizationEnabled: true, defaultLocale: 'de' })), 'de');
  assert.equal(defaultLocaleOf(testRealm({ internationalizationEnabled: true, defaultLocale: '' })), 'en');
  assert.equal(defaultLocaleOf(testRealm({ defaultLocale: 'de' })), 'en');
});

test('HTML dir: Arabic and Hebrew are written from right to left, and everything unknown from left to right', () => {
  for (const tag of ['ar', 'ar-EG', 'AR', 'he', 'fa']) assert.equal(directionOf(tag), 'rtl', tag);
  for (const tag of ['en', 'de-AT', 'arn', '', '__proto__']) assert.equal(directionOf(tag), 'ltr', tag);
});
