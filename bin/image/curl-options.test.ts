import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseCurlOptions } from './curl-options.ts';
import { RequestFailure } from './http-request.ts';
import { createFolder } from './testing/host.ts';

const folder = createFolder();

test('letters may stand together, and the value of the last one beside or behind it', () => {
  const { flags, output, method, urls } = parseCurlOptions(['-sSfLo', 'out', '-XPOST', 'http://a'], folder);
  assert.deepEqual([...flags], ['silent', 'show-error', 'fail', 'location']);
  assert.deepEqual([output, method, urls], ['out', 'POST', ['http://a']]);
});

test('flags that change nothing are accepted', () => {
  const { flags } = parseCurlOptions(['-v', '--http1.1', '--no-progress-meter', '-4', 'http://a'], folder);
  assert.equal(flags.size, 0);
});

test('--json sets body and headers; a file is read whole, and without line ends for -d', () => {
  writeFileSync(join(folder, 'body.json'), '{\n"a": 1}\n');
  const json = parseCurlOptions(['--json', '@body.json', 'http://a'], folder);
  assert.deepEqual(json.data, ['{\n"a": 1}\n']);
  assert.deepEqual(json.headers, { 'content-type': 'application/json', accept: 'application/json' });
  assert.deepEqual(parseCurlOptions(['-d', '@body.json', 'http://a'], folder).data, ['{"a": 1}']);
  assert.deepEqual(parseCurlOptions(['--data-raw', '@x', 'http://a'], folder).data, ['@x']);
  assert.deepEqual(parseCurlOptions(['-d', 'a\nb', 'http://a'], folder).data, ['a\nb']);
});

test('--data-urlencode encodes the content, also that of a file, and keeps the name', () => {
  writeFileSync(join(folder, 'secret'), 'a&b');
  const given = ['a b', 'n=x&y', '=x=y', 'n=a@b', 'n@secret', '@secret'];
  const data = given.flatMap((text) => ['--data-urlencode', text]);
  assert.deepEqual(parseCurlOptions([...data, 'http://a'], folder).data, [
    'a%20b',
    'n=x%26y',
    'x%3Dy',
    'n=a%40b',
    'n=a%26b',
    'a%26b',
  ]);
  assert.throws(() => parseCurlOptions(['--data-urlencode', 'n@none', 'http://a'], folder), RequestFailure);
});

test('--max-time and --connect-timeout are seconds, each for itself', () => {
  const times = ['--connect-timeout', '5', '--max-time', '2.5', '--retry', '3'];
  const { timeoutMs, connectTimeoutMs, retries } = parseCurlOptions([...times, 'http://a'], folder);
  assert.deepEqual([timeoutMs, connectTimeoutMs, retries], [2500, 5000, 3]);
  assert.equal(parseCurlOptions(['--connect-timeout', '5', 'http://a'], folder).timeoutMs, undefined);
});

test('bad input: names of objects are no options', () => {
  for (const option of ['--constructor', '--toString', '--__proto__'])
    assert.throws(() => parseCurlOptions([option, 'x', 'http://a'], folder), RequestFailure, option);
});
