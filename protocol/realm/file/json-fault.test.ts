import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findJsonFault } from './json-fault.ts';

const FAULTS: readonly (readonly [json: string, position: number])[] = [
  ['{"a": x}', 6],
  ['{"a": 1,}', 8],
  ['{"a" 1}', 5],
  ["{'a': 1}", 1],
  ['{a: 1}', 1],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['[1}', 2],
  ['{"a": "b\nc"}', 6],
  ['{"a": "\\x"}', 6],
  ['{"a": 01}', 7],
  ['{"a": +1}', 6],
  ['{} {}', 3],
  ['// note\n{}', 0],
  ['NaN', 0],
];

for (const [json, position] of FAULTS) {
  test(`RFC 8259 §2: the fault of ${JSON.stringify(json)} is at ${position}`, () => {
    assert.throws(() => JSON.parse(json));
    assert.equal(findJsonFault(json), position);
  });
}

test('RFC 8259 §2: the fault of a truncated text is at its end', () => {
  for (const json of ['', '{', '{"a"', '{"a":', '{"a": 1', '[', '[1,'])
    assert.equal(findJsonFault(json), json.length);
});

test('RFC 8259 §2: valid JSON has no fault, and an inserted character is either found or still valid', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      assert.equal(findJsonFault(json), json.length);
    }),
  );
});

test('RFC 8259 §2: any text gives a position inside it or its end', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u1a- \n') }), (text) => {
      const position = findJsonFault(text);
      assert.ok(position >= 0 && position <= text.length);
    }),
  );
});
