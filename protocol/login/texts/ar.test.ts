import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AR } from './ar.ts';

test('Arabic: every text is Arabic, with the punctuation of the language', () => {
  for (const [key, text] of Object.entries(AR)) {
    assert.match(text, /\p{Script=Arabic}/u, key);
    assert.doesNotMatch(text, /\p{Script=Arabic}\s*[,;?]/u, key);
  }
});

test('Unicode UAX #9 §2.6: an address that ends with slashes is followed by a left-to-right mark', () => {
  for (const [key, text] of Object.entries(AR)) assert.doesNotMatch(text, /\/(?!\/)(?!\u200e)/, key);
});
