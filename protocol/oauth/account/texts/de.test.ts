import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DE } from './de.ts';

test('German: people are addressed formally', () => {
  for (const [key, text] of Object.entries(DE))
    assert.doesNotMatch(text, /(?<!\p{L})(du|dich|dir|dein\w*)(?!\p{L})/iu, key);
});
