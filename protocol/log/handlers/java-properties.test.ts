import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PropertiesSyntaxError, parseJavaProperties } from './java-properties.ts';

const CASES: readonly [title: string, text: string, entries: Record<string, string>][] = [
  [
    'equals sign, colon and space are separators',
    'a=1\nb:2\nc 3\nd\t=\t4\ne : 5',
    { a: '1', b: '2', c: '3', d: '4', e: '5' },
  ],
  ['only the first separator is used', 'a=b=c:d\nx : = y', { a: 'b=c:d', x: '= y' }],
  [
    'comments start with # or !, also after spaces',
    '# a=1\n  ! b=2\nc=3 # not a comment',
    { c: '3 # not a comment' },
  ],
  [
    'a continuation line loses its leading spaces',
    'a=one \\\n    two\\\n\tthree\nb=4',
    { a: 'one twothree', b: '4' },
  ],
  ['an even number of backslashes does not continue the line', 'a=x\\\\\nb=y', { a: 'x\\', b: 'y' }],
  ['a comment neither ends nor starts a continued line', 'a=x\\\n#y\n#c\\\nb=z', { a: 'x#y', b: 'z' }],
  [
    'escapes work in keys and values',
    'a\\ b\\=c\\:d=\\t\\n\\r\\f\\q\\u00e9\\u20AC',
    { 'a b=c:d': '\t\n\r\fq\u00e9\u20ac' },
  ],
  ['a key without a value is empty', 'a\nb=\nc:', { a: '', b: '', c: '' }],
  ['the last value of a key wins', 'a=1\na=2', { a: '2' }],
  [
    'all kinds of line breaks are accepted, and none at the end',
    'a=1\r\nb=2\rc=3',
    { a: '1', b: '2', c: '3' },
  ],
  ['a byte order mark is ignored', '\uFEFFa=1', { a: '1' }],
  ['trailing spaces of a value are kept', 'a=1  ', { a: '1  ' }],
  ['the file may end with a continuation', 'a=1\\', { a: '1' }],
  ['a file may be empty or blank', ' \n\t\n\\\n', {}],
];

for (const [title, text, entries] of CASES) {
  test(`Java properties: ${title}`, () => {
    assert.deepEqual(Object.fromEntries(parseJavaProperties(text)), entries);
  });
}

for (const text of ['a=1\nb=\\u12', 'a=1\nb=\\uxyz0', 'a=1\n\\u=2']) {
  test(`Java properties: an incomplete \\u is rejected with its line: ${JSON.stringify(text)}`, () => {
    assert.throws(
      () => parseJavaProperties(text),
      (error) => error instanceof PropertiesSyntaxError && error.message.startsWith('line 2:'),
    );
  });
}

/** Writes a key or value so that every character survives, like Java's own writer. */
function escapeText(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

test('Java properties: anything written is read back unchanged', () => {
  const keys = fc.string({ minLength: 1, unit: 'binary' });
  const dictionaries = fc.dictionary(keys, fc.string({ unit: 'binary' }), { noNullPrototype: true });
  fc.assert(
    fc.property(dictionaries, fc.constantFrom('=', ' : ', '\t'), (values, separator) => {
      const lines = Object.entries(values).map(
        ([key, value]) => `${escapeText(key)}${separator}${escapeText(value)}`,
      );
      assert.deepEqual(parseJavaProperties(lines.join('\n')), new Map(Object.entries(values)));
    }),
  );
});

test('Java properties: any text is parsed or throws PropertiesSyntaxError', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('\\', 'u', '0', '=', ':', ' ', '\n', '#', 'a', '\t') }),
      (text) => {
        try {
          parseJavaProperties(text);
        } catch (error) {
          assert.ok(error instanceof PropertiesSyntaxError);
        }
      },
    ),
  );
});
