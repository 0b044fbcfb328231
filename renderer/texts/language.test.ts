import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchLanguage } from './language.ts';

for (const [preferred, language] of [
  [['de-AT', 'en'], 'de'],
  [['DE'], 'de'],
  [['fr-CA', 'de-CH', 'en-US'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr', 'ja'], 'en'],
  [['den', 'toString', ''], 'en'],
  [[], 'en'],
] as const)
  test(`issue 18 "Console in languages": a system that prefers ${preferred.join(', ') || 'nothing'} gets ${language}`, () => {
    assert.equal(matchLanguage(preferred), language);
  });
