import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseConfFile } from './conf-file.ts';

test('contract "Start": a line is key=value, # begins a comment, the last line of a key wins', () => {
  const file = parseConfFile(
    '# mine\r\nhttp-port=1\n\n http-port = 2 \nhostname=https://a.test/?x=#y',
    'c.conf',
  );
  assert.deepEqual(file.entries.get('http-port'), { text: '2', line: 4 });
  assert.deepEqual(file.entries.get('hostname'), { text: 'https://a.test/?x=#y', line: 5 });
  assert.deepEqual(file.warnings, []);
});

test('contract "Start": a provider\'s key may be written with two dashes between its parts', () => {
  const key = 'spi-ciba-auth-channel--ciba-http-auth-channel--http-authentication-channel-uri';
  const { entries, warnings } = parseConfFile(`${key}=http://entity.test/`, 'c.conf');
  assert.deepEqual([...entries.keys()], [key.replaceAll('--', '-')]);
  assert.deepEqual(warnings, []);
});

test('contract "Start": an unknown key is a warning with its line and the nearest known key', () => {
  const file = parseConfFile('http-port=1\nhttp-hosts=x', 'c.conf');
  assert.deepEqual(file.warnings, ['c.conf:2: unknown key "http-hosts" is ignored; did you mean http-host?']);
});

test('a line without = is a warning and does not stop parsing', () => {
  const file = parseConfFile('http-port\nhttp-port=3', 'c.conf');
  assert.equal(file.warnings.length, 1);
  assert.equal(file.entries.get('http-port')?.text, '3');
});

test('a byte order mark does not hide the first key', () => {
  assert.equal(parseConfFile('\uFEFFhttp-port=1', 'c.conf').entries.get('http-port')?.text, '1');
});

test('any text can be parsed, and each line is an entry, a comment or a warning', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { entries, warnings } = parseConfFile(text, 'c.conf');
      assert.ok(entries.size + warnings.length <= text.split(/\r\n|\n|\r/).length);
    }),
  );
});

test('every value without line breaks and surrounding blanks is read as written', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      fc.pre(!/[\r\n]/.test(value) && value.trim() === value);
      assert.equal(parseConfFile(`hostname=${value}`, 'c').entries.get('hostname')?.text, value);
    }),
  );
});
