import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compilePattern, containing, exactly, type TextPattern } from './text-pattern.ts';

const CASES: readonly (readonly [TextPattern, string, boolean])[] = [
  [[], '', false],
  [[], 'a', false],
  [exactly('a'), 'a', true],
  [exactly('a'), 'A', false],
  [exactly('a'), 'ab', false],
  [exactly(''), '', true],
  [exactly(''), 'a', false],
  [containing('b'), 'abc', true],
  [containing('b'), 'ac', false],
  [containing(''), '', true],
  [['a', ''], 'ab', true],
  [['a', ''], 'ba', false],
  [['', 'b'], 'ab', true],
  [['', 'b'], 'ba', false],
  [['ab', 'ba'], 'aba', false],
  [['ab', 'ba'], 'abba', true],
  [['a', 'b', 'c'], 'a-b-c', true],
  [['a', 'c', 'b'], 'a-b-c', false],
  [['a', 'bb', 'b'], 'abb', false],
  [containing('%'), 'ab', false],
  [containing('_'), 'ab', false],
  [containing('*'), 'ab', false],
  [containing('.'), 'ab', false],
  [containing('\\'), 'a\\b', true],
];

for (const [pattern, text, expected] of CASES)
  test(`${JSON.stringify(pattern)} ${expected ? 'matches' : 'does not match'} ${JSON.stringify(text)}`, () => {
    assert.equal(compilePattern(pattern)(text), expected);
  });

test('a pattern matches as the regular expression with anything between its parts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
  const part = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), text, (pattern, searched) => {
      const expected = new RegExp(`^${pattern.join('.*')}$`, 's').test(searched);
      assert.equal(compilePattern(pattern)(searched), expected);
    }),
  );
});
