import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AR } from './ar.ts';

test('Arabic: every text is Arabic, with the punctuation of the language', () => {
  for (const [key, text] of Object.entries(AR)) {
    // Placeholders only.
    if (key === 'fullName') continue;
    assert.match(text, /\p{Script=Arabic}/u, key);
    assert.doesNotMatch(text, /\p{Script=Arabic}\s*[,;?]/u, key);
  }
});
