import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { copyText } from './copy-text.ts';

test('a copy equals the original, whatever its characters', () => {
  for (const text of ['', 'plain', 'é', '\u{1F600}', '\ud800', 'a\udc00b'])
    assert.equal(copyText(text), text);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(copyText(text), text);
    }),
  );
});
