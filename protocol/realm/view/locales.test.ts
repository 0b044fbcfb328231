import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRealm } from '../testing/realm.ts';
import { listLocales, localeName } from './locales.ts';

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
