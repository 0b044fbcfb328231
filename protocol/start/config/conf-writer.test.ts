import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OPTION_ROWS, type OptionKey } from '#protocol/contract/options.ts';
import { parseConfFile } from './conf-file.ts';
import { changeConf, isValidConfValue } from './conf-writer.ts';

function change(text: string, changes: Partial<Record<OptionKey, string | null>>): string {
  const map = new Map(Object.entries(changes) as [OptionKey, string | null][]);
  return changeConf(Buffer.from(text), map).toString();
}

const CASES: readonly (readonly [
  what: string,
  before: string,
  changes: Parameters<typeof change>[1],
  after: string,
])[] = [
  ['only the value changes', 'a\n http-port = 1 \nb', { 'http-port': '2' }, 'a\n http-port = 2 \nb'],
  ['the line endings stay', 'http-port=1\r\n\r\n#x\r\n', { 'http-port': '2' }, 'http-port=2\r\n\r\n#x\r\n'],
  ['a byte order mark stays', '\uFEFFhttp-port=1\n', { 'http-port': '2' }, '\uFEFFhttp-port=2\n'],
  [
    'a byte order mark stays when its line is removed',
    '\uFEFFhttp-port=1\n#x',
    { 'http-port': null },
    '\uFEFF#x',
  ],
  ['an empty value is set', 'http-port=\n', { 'http-port': '2' }, 'http-port=2\n'],
  [
    'a value may contain equals signs',
    'hostname=x\n',
    { hostname: 'http://a?b=c' },
    'hostname=http://a?b=c\n',
  ],
  [
    'unknown keys and unreadable lines stay',
    'mine=1\nhttp-port\n',
    { 'http-port': '2' },
    'mine=1\nhttp-port\nhttp-port=2\n',
  ],
  [
    'of several lines with the key, the last one changes',
    'http-port=1\nhttp-port=2\n',
    { 'http-port': '3' },
    'http-port=1\nhttp-port=3\n',
  ],
  ['null removes every line of the key', 'http-port=1\n#x\n http-port = 2\n', { 'http-port': null }, '#x\n'],
  ['null for a missing key changes nothing', '#http-port=1\n\n', { 'http-port': null }, '#http-port=1\n\n'],
  [
    'a new key is added below its commented-out line',
    '#http-port=1\n#http-host=a\n',
    { 'http-port': '2' },
    '#http-port=1\nhttp-port=2\n#http-host=a\n',
  ],
  [
    'of several commented-out lines, the last one is used',
    '# http-port=1\n## http-port = 2\n#x\n',
    { 'http-port': '3' },
    '# http-port=1\n## http-port = 2\nhttp-port=3\n#x\n',
  ],
  [
    'a comment that only mentions the key does not count',
    '# http-port is 8080\n#x\n',
    { 'http-port': '2' },
    '# http-port is 8080\n#x\nhttp-port=2\n',
  ],
  [
    "without a commented-out line, a new key is added at the end of its section's block",
    '# --- Logging ---\n#x\n\n# Files\n',
    { 'log-level': 'warn' },
    '# --- Logging ---\n#x\nlog-level=warn\n\n# Files\n',
  ],
  [
    'without such a block, a new key is added at the end of the file',
    '# Files\n',
    { 'log-level': 'warn' },
    '# Files\nlog-level=warn\n',
  ],
  [
    'a file without a final line break stays without one',
    'mine=1',
    { 'http-port': '2' },
    'mine=1\nhttp-port=2',
  ],
  [
    'a new line has the line ending of the file',
    'mine=1\r\n#x',
    { 'http-port': '2' },
    'mine=1\r\n#x\r\nhttp-port=2',
  ],
  [
    'removing the last line keeps the missing final line break',
    '#x\nhttp-port=2',
    { 'http-port': null },
    '#x',
  ],
  ['an empty file gets one line with a line break', '', { 'http-port': '2' }, 'http-port=2\n'],
  [
    'several changes are made together',
    'http-port=1\nhostname=a\n',
    { 'http-port': null, hostname: 'b', 'log-level': 'info' },
    'hostname=b\nlog-level=info\n',
  ],
];
for (const [what, before, changes, after] of CASES) {
  test(`service description §2.3, configuration file: ${what}`, () => {
    assert.equal(change(before, changes), after);
  });
}

const ENTITY = 'spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri' as const;
test('contract "Start": a provider\'s key keeps its spelling with two dashes', () => {
  const spelled = 'spi-ciba-auth-channel--ciba-http-auth-channel--http-authentication-channel-uri';
  assert.equal(change(`${spelled}=http://a/\n`, { [ENTITY]: 'http://b/' }), `${spelled}=http://b/\n`);
  assert.equal(change(`${spelled}=http://a/\n`, { [ENTITY]: null }), '');
});

for (const text of [' a', 'a ', '\ta', 'a\u00a0', '\uFEFFa', 'a\nb', 'a\r', '\n', '\ud800', 'x\udc00y']) {
  test(`service description §2.3, configuration file: ${JSON.stringify(text)} could not be read back and is not written`, () => {
    assert.equal(isValidConfValue(text), false);
    assert.throws(() => change('http-port=1', { hostname: text }), TypeError);
  });
}

test('service description §2.3, configuration file: bytes that are not UTF-8 stay unchanged', () => {
  const comment = Buffer.from([0x23, 0xfc, 0xff, 0x0a]);
  const changed = changeConf(
    Buffer.concat([comment, Buffer.from('http-port=1')]),
    new Map([['http-port', '2']]),
  );
  assert.deepEqual(changed, Buffer.concat([comment, Buffer.from('http-port=2')]));
});

const key = fc.constantFrom(...OPTION_ROWS.map((row) => row.key));
const value = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '#', 'a#b', '%d{HH} %-5p %s%e%n', "'x'", '\\', 'a\\'),
);
const written = value.filter(isValidConfValue);
const line = fc.oneof(
  fc.string().map((text) => text.replaceAll(/[\r\n]/g, '')),
  fc
    .tuple(key, written, fc.constantFrom('=', ' = ', '\t= '))
    .map(([name, text, equals]) => name + equals + text),
  fc.tuple(key, fc.constantFrom('#', '# ', ' ## ')).map(([name, mark]) => `${mark}${name}=1`),
  fc.constantFrom('# Logging', '', '# http-port', '\uFEFF'),
);
const file = fc
  .tuple(fc.constantFrom('', '\uFEFF'), fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r'))), line)
  .map(([mark, lines, last]) => mark + lines.map(([text, ending]) => text + ending).join('') + last);

test('service description §2.3, configuration file: every written value is read back, and every other key keeps its value', () => {
  fc.assert(
    fc.property(file, fc.dictionary(key, fc.option(written)), (before, changes) => {
      const { entries } = parseConfFile(before, 'c.conf');
      const after = parseConfFile(change(before, changes), 'c.conf').entries;
      for (const { key: name } of OPTION_ROWS) {
        const expected = Object.hasOwn(changes, name)
          ? (changes[name] ?? undefined)
          : entries.get(name)?.text;
        assert.equal(after.get(name)?.text, expected, name);
      }
    }),
    { numRuns: 500 },
  );
});

test('service description §2.3, configuration file: lines of other keys stay byte for byte, in their order', () => {
  const others = (text: string, changed: string): string[] =>
    text
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\n|\r/)
      .filter((each) => !parseConfFile(each, 'c').entries.has(changed as OptionKey));
  fc.assert(
    fc.property(file, key, fc.option(written), (before, name, text) => {
      fc.pre(!before.slice(1).includes('\uFEFF'));
      const after = change(before, { [name]: text });
      const [kept, expected] = [others(after, name), others(before, name)];
      // Removing the last line of a file also removes one line break.
      while (kept.at(-1) === '' && kept.length > expected.length) kept.pop();
      while (expected.at(-1) === '' && expected.length > kept.length) expected.pop();
      assert.deepEqual(kept, expected);
      assert.equal(after.startsWith('\uFEFF'), before.startsWith('\uFEFF'));
    }),
    { numRuns: 500 },
  );
});

test('service description §2.3, configuration file: removing a line between \\r and an empty line keeps both line breaks', () => {
  assert.equal(change('# a\rdata-dir=x\n\n# b', { 'data-dir': null }), '# a\r\n\n# b');
});

test('service description §2.3, configuration file: setting and then removing a key restores the file', () => {
  fc.assert(
    fc.property(file, key, written, (before, name, text) => {
      fc.pre(before.replace('\uFEFF', '') !== '' && !parseConfFile(before, 'c').entries.has(name));
      assert.equal(change(change(before, { [name]: text }), { [name]: null }), before);
    }),
    { numRuns: 500 },
  );
});

test('service description §2.3, configuration file: writing the same changes twice has no further effect', () => {
  fc.assert(
    fc.property(file, key, written, (before, name, text) => {
      const once = change(before, { [name]: text });
      assert.equal(change(once, { [name]: text }), once);
    }),
  );
});
