import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JA } from './ja.ts';

test('Japanese: every text is Japanese, and sentences are polite', () => {
  for (const [key, text] of Object.entries(JA)) {
    // Placeholders only.
    if (key === 'fullName') continue;
    assert.match(text, /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, key);
    if (text.endsWith('。'))
      assert.match(text, /(\}\}|ます|です|ません|さい|ました|でした|でしょう)[^。]*。$/, key);
  }
});
