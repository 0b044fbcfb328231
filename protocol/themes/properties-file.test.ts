import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillVariables, parseProperties } from './properties-file.ts';

const parse = (text: string | number[]) => ({ ...parseProperties(Buffer.from(text as string)) });

test('java.util.Properties: separators, comments, continued lines, escapes; blanks at the ends of values are left out', () => {
  assert.deepEqual(parse('# c\n! c\na=b\\\n   c \nd : e\nf g\nh=\\u00e4\\t\ni\n'), {
    a: 'bc',
    d: 'e',
    f: 'g',
    h: 'ä',
    i: '',
  });
  assert.deepEqual(parse('a=1\na=2\r\n'), { a: '2' }, 'the last value counts');
});

for (const [what, bytes, text] of [
  ['UTF-8 without a comment', [0x61, 0x3d, 0xc3, 0xbc], 'ü'],
  ['bytes that are not UTF-8', [0x61, 0x3d, 0xfc], 'ü'],
  ['Latin-1 that the first line names', [...Buffer.from('# encoding: ISO-8859-1\na='), 0xc3, 0xbc], 'Ã¼'],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x61, 0x3d, 0xc3, 0xbc], 'ü'],
] as const)
  test(`Keycloak message files: ${what} is read`, () => {
    assert.deepEqual({ ...parseProperties(Buffer.from(bytes)) }, { a: text });
  });

test('a line of separators, which has the empty key, is left out', () => {
  assert.deepEqual(parse('=== Titles ===\na=1\n'), { a: '1' });
});

test('refused: an escape sequence that is malformed is named', () => {
  assert.throws(() => parse('a=\\u00g'), /malformed.*\\u00g/);
});

test('keys that are names of members of every object are keys like others', () => {
  const properties = parseProperties(Buffer.from('toString=x\n'));
  assert.equal(properties['toString'], 'x');
  assert.equal(properties['hasOwnProperty'], undefined);
});

/** The variables as `theme.properties` has them. */
function write(_all: string, name: string): string {
  const usual = { LOGO: ':logo.svg', EMPTY: ':' }[name] ?? '';
  return `\${env.${name}${usual}}`;
}

test('Keycloak theme.properties: variables are filled from the environment, with a default after a colon', () => {
  const given = parseProperties(
    Buffer.from('a=$LOGO\nb=x$COLOUR\nc=$NONE\nd=$EMPTY\n'.replace(/\$(\w+)/g, write)),
  );
  const filled = fillVariables(given, { COLOUR: 'red' });
  assert.deepEqual({ ...filled }, { a: 'logo.svg', b: 'xred', c: write('', 'NONE'), d: '' });
});
