import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parsePattern } from './parse-pattern.ts';
import { PatternFault } from './pattern-fault.ts';

test('service description §2.3: text, symbols, widths and arguments are parsed in order', () => {
  const items = parsePattern('a %-5.10p [%c{3.}]%%');
  assert.deepEqual(
    items.map((item) =>
      item.kind === 'literal' ? item.text : [item.symbol, item.argument, item.width?.minimum],
    ),
    ['a ', ['p', undefined, 5], ' [', ['c', '3.', undefined], ']', ['%', undefined, undefined]],
  );
});

test('Keycloak: an argument ends at the first closing brace; a brace after a percent sign is text', () => {
  const [date, rest] = parsePattern('%d{a{b}}');
  assert.equal(date?.kind === 'symbol' && date.argument, 'a{b');
  assert.deepEqual(rest, { kind: 'literal', text: '}' });
  assert.deepEqual(parsePattern('%%{x}')[1], { kind: 'literal', text: '{x}' });
});

const faults: [pattern: string, at: number][] = [
  ['%', 0],
  ['a %-5', 2],
  ['%d{yyyy', 2],
  ['%-p', 2],
  ['%5.p', 3],
  ['%.-p', 3],
  ['%10.5p', 1],
  ['%9999p', 1],
];
for (const [pattern, at] of faults) {
  test(`service description §2.3: "${pattern}" is a fault at ${at}`, () => {
    assert.throws(
      () => parsePattern(pattern),
      (error) => error instanceof PatternFault && error.at === at,
    );
  });
}

test('service description §2.3: any text is parsed or is a PatternFault with a position within it', () => {
  const text = fc.stringMatching(/^[%a-z{}0-9.\- ]*$/);
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (pattern) => {
      try {
        parsePattern(pattern);
      } catch (error) {
        assert.ok(error instanceof PatternFault);
        assert.ok(error.at >= 0 && error.at <= pattern.length);
      }
    }),
  );
});
