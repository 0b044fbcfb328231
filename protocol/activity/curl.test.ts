import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { quoteForShell, renderCurl } from './curl.ts';

test('a form is repeated field by field with encoded names, and curl implies POST', () => {
  const command = renderCurl({
    method: 'POST',
    url: 'http://localhost:8080/token',
    headers: [
      { name: 'host', value: 'localhost:8080' },
      { name: 'content-type', value: 'application/x-www-form-urlencoded' },
      { name: 'content-length', value: '9' },
      { name: 'sec-fetch-mode', value: 'cors' },
      { name: 'accept', value: '*/*' },
    ],
    form: [
      { name: 'grant_type', value: 'password' },
      { name: 'a=b', value: "it's" },
    ],
    body: undefined,
  });
  assert.equal(
    command,
    [
      'curl http://localhost:8080/token',
      "-H 'accept: */*'",
      '--data-urlencode grant_type=password',
      "--data-urlencode 'a%3Db=it'\\''s'",
    ].join(' \\\n  '),
  );
});

test('other bodies are repeated unchanged, other methods are set explicitly', () => {
  const command = renderCurl({
    method: 'PUT',
    url: 'http://a/x',
    headers: [{ name: 'x-empty', value: '' }],
    form: [],
    body: '{"a":1}',
  });
  assert.equal(
    command,
    ['curl http://a/x', '-X PUT', "-H 'x-empty;'", `--data-raw '{"a":1}'`].join(' \\\n  '),
  );
});

test('GET needs no option, HEAD has its own, and POST without a body sets the method', () => {
  const base = { url: 'http://a/x', headers: [], form: [], body: undefined };
  assert.equal(renderCurl({ ...base, method: 'GET' }), 'curl http://a/x');
  assert.equal(renderCurl({ ...base, method: 'HEAD' }), 'curl http://a/x \\\n  --head');
  assert.equal(renderCurl({ ...base, method: 'POST' }), 'curl http://a/x \\\n  -X POST');
});

test('brackets in a URL are not treated as curl ranges', () => {
  assert.match(
    renderCurl({ method: 'GET', url: 'http://[::1]:8080/x', headers: [], form: [], body: undefined }),
    /--globoff/,
  );
});

test('plain words are not quoted, everything else is in single quotes', () => {
  assert.equal(quoteForShell('http://a/b?c=d'), "'http://a/b?c=d'");
  assert.equal(quoteForShell('$(reboot)`x`;\n&'), "'$(reboot)`x`;\n&'");
  assert.equal(quoteForShell(''), "''");
});

test('a POSIX shell reads any text as one word and executes nothing', {
  skip: process.platform === 'win32' && 'needs /bin/sh',
}, () => {
  const texts = fc.sample(
    fc.string({ unit: fc.constantFrom(...`'"\\$\`!*?~#&;|<>(){}[] \n\té-x=`), maxLength: 30 }),
    200,
  );
  const script = texts.map((text) => `printf '%s\\0' ${quoteForShell(text)}`).join('\n');
  assert.deepEqual(execFileSync('/bin/sh', ['-c', script]).toString().split('\0').slice(0, -1), texts);
});
