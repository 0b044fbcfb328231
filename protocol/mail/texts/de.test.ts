import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DE } from './de.ts';
import { EN, type WrittenTexts } from './en.ts';

test('no text is English, and none contains markup', () => {
  for (const [key, text] of Object.entries(DE)) {
    assert.notEqual(text, EN[key as keyof WrittenTexts], key);
    assert.doesNotMatch(text, /[<>&]/);
  }
});
