import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SV } from './sv.ts';

test('Swedish: people are addressed informally', () => {
  for (const [key, text] of Object.entries(SV))
    assert.doesNotMatch(text, /(?<!\p{L})(ni|er|ert|era)(?!\p{L})/iu, key);
});
