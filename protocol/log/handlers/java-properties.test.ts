import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PropertiesSyntaxError, parseJavaProperties } from './java-properties.ts';

const CASES: readonly [title: string, text: string, entries: Record<string, string>][] = [
  [
    'equals sign, colon and blank separate',
    'a=1\nb:2\nc 3\nd\t=\t4\ne : 5',
    { a: '1', b: '2', c: '3', d: '4', e: '5' },
  ],
  ['only the first separator separates', 'a=b=c:d\nx : = y', { a: 'b=c:d', x: '= y' }],
  [
    'comments begin with # or !, after blanks, too',
    '# a=1\n  ! b=2\nc=3 # not a comment',
    { c: '3 # not a comment' },
  ],
  [
    'a line is continued, without the blanks in front of its rest',
    'a=one \\\n    two\\\n\tthree\nb=4',
    { a: 'one twothree', b: '4' },
  ],
  ['an even number of backslashes continues nothing', 'a=x\\\\\nb=y', { a: 'x\\', b: 'y' }],
  ['a comment ends no continued line and begins none', 'a=x\\\n#y\n#c\\\nb=z', { a: 'x#y', b: 'z' }],
  [
    'escapes in keys and values',
    'a\\ b\\=c\\:d=\\t\\n\\r\\f\\q\\u00e9\\u20AC',
    { 'a b=c:d': '\t\n\r\fq\u00e9\u20ac' },
  ],
  ['a key without a value is empty', 'a\nb=\nc:', { a: '', b: '', c: '' }],
  ['the last value of a key wins', 'a=1\na=2', { a: '2' }],
  ['each kind of line end, and none at the end', 'a=1\r\nb=2\rc=3', { a: '1', b: '2', c: '3' }],
  ['a mark of the byte order', '\uFEFFa=1', { a: '1' }],
  ['blanks at the end of a value stay', 'a=1  ', { a: '1  ' }],
  ['an end that wants to be continued', 'a=1\\', { a: '1' }],
  ['an empty file, and one of blanks', ' \n\t\n\\\n', {}],
];

for (const [title, text, entries] of CASES) {
  test(`Java properties: ${title}`, () => {
    assert.deepEqual(Object.fromEntries(parseJavaProperties(text)), entries);
  });
}

for (const text of ['a=1\nb=\\u12', 'a=1\nb=\\uxyz0', 'a=1\n\\u=2']) {
  test(`Java properties: an unfinished \\u is refused with its line: ${JSON.stringify(text)}`, () => {
    assert.throws(
      () => parseJavaProperties(text),
      (error) => error instanceof PropertiesSyntaxError && error.message.startsWith('line 2:'),
    );
  });
}

/** Writes a key or value so that every character survives, as Java's own writer does. */
function escapeText(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

test('Java properties: whatever was written comes back equal', () => {
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

test('Java properties: any text is read or refused by its own error', () => {
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
