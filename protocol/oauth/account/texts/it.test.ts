import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IT } from './it.ts';

test('Italian: people are addressed informally, as usual in Italian products', () => {
  for (const [key, text] of Object.entries(IT))
    assert.doesNotMatch(text, /\b(Lei|Suo|Sua|deve)\b(?! (contenere|essere))/, key);
});
