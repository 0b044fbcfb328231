import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromStoredJson, fromStoredText, toStoredJson, toStoredText } from './stored-text.ts';

/** Also those that no database takes. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\0', '\uFDD0', '\ud800', '\udc00', '0', 'f', '\\', 'u', '"', 'ü') }),
);

test('a stored text has no U+0000 and no half of a surrogate pair', () => {
  assert.equal(toStoredText('a\0b\ud83d'), 'a\uFDD00000b\uFDD0d83d');
  fc.assert(
    fc.property(anyText, (text) => {
      const stored = toStoredText(text);
      assert.equal(stored.includes('\0'), false);
      assert.doesNotMatch(stored, /\p{Surrogate}/u);
    }),
  );
});

test('every text comes back as it was, and ordinary texts are stored as they are', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(fromStoredText(toStoredText(text)), text);
    }),
  );
  assert.equal(toStoredText('Jürgen 😀 \\u0000'), 'Jürgen 😀 \\u0000');
});

test('different texts are stored differently, so that no name stands for another', () => {
  assert.notEqual(toStoredText('a\0'), toStoredText('a\uFDD00000'));
});

test('every document comes back as it was, with the order of its members', () => {
  const document = fc.dictionary(
    anyText,
    fc.oneof(anyText, fc.array(anyText), fc.dictionary(anyText, anyText)),
  );
  fc.assert(
    fc.property(document, (value) => {
      const json = toStoredJson(value);
      assert.deepEqual(fromStoredJson(json), JSON.parse(JSON.stringify(value)));
      assert.equal(/\\u0000|\\ud[89a-f]/.test(json.replaceAll('\\\\', '')), false);
    }),
  );
  assert.deepEqual(Object.keys(fromStoredJson(toStoredJson({ zz: 'a\0', b: 1 })) as object), ['zz', 'b']);
});

test('members that are undefined are left out', () => {
  assert.equal(toStoredJson({ a: undefined, b: null }), '{"b":null}');
});
