import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fitWidth, parseWidth } from './width.ts';

function fit(width: string, text: string): string {
  const parsed = parseWidth(width, 0).width;
  assert.ok(parsed);
  return fitWidth(text, parsed);
}

const cases: [width: string, text: string, expected: string][] = [
  ['5', 'INFO', ' INFO'],
  ['-5', 'INFO', 'INFO '],
  ['-5', 'LONGER', 'LONGER'],
  ['.3', 'abcdef', 'abc'],
  ['.-3', 'abcdef', 'def'],
  ['-4.6', 'abcdefgh', 'abcdef'],
  ['4.6', 'ab', '  ab'],
  ['.0', 'abc', 'abc'],
  ['.2', 'a\u{1f600}', 'a'],
  ['.-1', '\u{1f600}', ''],
];
for (const [width, text, expected] of cases) {
  test(`service description §2.3: %${width} turns "${text}" into "${expected}"`, () => {
    assert.equal(fit(width, text), expected);
  });
}

test('service description §2.3: text is never shorter than the minimum or longer than the maximum', () => {
  const limits = fc.tuple(
    fc.nat(40),
    fc.integer({ min: 40, max: 80 }),
    fc.constantFrom('', '-'),
    fc.constantFrom('', '-'),
  );
  fc.assert(
    fc.property(limits, fc.string({ unit: 'binary' }), ([minimum, maximum, left, keepEnd], text) => {
      const width = `${minimum === 0 ? '' : left + String(minimum)}.${keepEnd}${maximum}`;
      const fitted = fit(width, text);
      assert.ok(fitted.length >= minimum && fitted.length <= maximum);
      if (text.length <= maximum) assert.ok(fitted.includes(text));
    }),
  );
});
