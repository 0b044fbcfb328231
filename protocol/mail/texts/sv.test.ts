import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EN, type WrittenTexts } from './en.ts';
import { SV } from './sv.ts';

test('no text is English, and none contains markup', () => {
  for (const [key, text] of Object.entries(SV)) {
    assert.notEqual(text, EN[key as keyof WrittenTexts], key);
    assert.doesNotMatch(text, /[<>&]/);
  }
});
