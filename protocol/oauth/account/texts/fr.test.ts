import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FR } from './fr.ts';

test('French: people are addressed formally', () => {
  for (const [key, text] of Object.entries(FR))
    assert.doesNotMatch(text, /(?<!\p{L})(tu|toi|ton|tes)(?!\p{L})/iu, key);
});
