import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NL } from './nl.ts';

test('Dutch: people are addressed formally', () => {
  for (const [key, text] of Object.entries(NL))
    assert.doesNotMatch(text, /(?<!\p{L})(je|jij|jouw)(?!\p{L})/iu, key);
});
