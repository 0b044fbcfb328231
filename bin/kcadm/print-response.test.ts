import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments } from './arguments.ts';
import { CommandError, UsageError } from './command-error.ts';
import type { HttpResponse } from './http-client.ts';
import { nameKind, printBody, printHead, readNewId, readOutputFormat } from './print-response.ts';
import { createTestHost } from './testing/host.ts';

const format = (line: string) =>
  readOutputFormat(
    readArguments(line.split(' ').filter(Boolean), {
      options: ['fields', 'format', 'noquotes', 'compressed'],
      takesPositional: false,
      words: 1,
    }),
  );

function response(body: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  const all = { 'content-type': 'application/json', ...headers };
  return {
    status: 200,
    statusMessage: 'OK',
    statusLine: 'HTTP/1.1 200 OK',
    headerLines: Object.entries(all),
    body: Buffer.from(body),
    header: (name) => (all as Record<string, string>)[name],
  };
}

function print(
  body: string,
  line = '',
  headers: Readonly<Record<string, string>> = {},
): [out: string, err: string] {
  const host = createTestHost();
  printBody(host, response(body, headers), format(line));
  return [host.out(), host.err()];
}

test('Keycloak: an unknown format and malformed fields are refused', () => {
  assert.throws(
    () => format('--format xml'),
    (error) => error instanceof UsageError && error.message === 'Unsupported output format: xml',
  );
  assert.throws(() => format('--fields a,'), CommandError);
});

test('bad input: a body that is not the JSON that it claims to be is refused', () => {
  assert.throws(() => print('{"a"'), /^CommandError: Error processing results: expected ":"/);
});

test('Keycloak: neither CSV nor fields for what is not read as JSON, with exit code 0', () => {
  const text = { 'content-type': 'text/plain' };
  for (const line of ['--fields a', '--format csv']) {
    assert.deepEqual(print('x', line, text), [
      '',
      'Cannot create CSV nor filter returned fields because the response is not json\n',
    ]);
    assert.deepEqual(print('{}', `${line} -c`), [
      '',
      'Cannot create CSV nor filter returned fields because the response is compressed\n',
    ]);
  }
});

test('Keycloak: JSON is printed without a last line break, which goes to standard error', () => {
  assert.deepEqual(print('{"a":[1]}'), ['{\n  "a" : [ 1 ]\n}', '\n']);
  assert.deepEqual(print('{"a":1}', '', { 'content-type': 'application/json;charset=UTF-8' }), [
    '{\n  "a" : 1\n}',
    '\n',
  ]);
  assert.deepEqual(print('{"a":1}', '-c'), ['{"a":1}', '\n']);
  assert.deepEqual(print('text\n', '', { 'content-type': 'text/plain' }), ['text\n', '']);
  assert.deepEqual(print(''), ['', '']);
});

test('Keycloak: CSV lines end with a line break', () => {
  const list = '[{"id":1,"name":"a"},{"id":2,"name":"b"}]';
  assert.deepEqual(print(list, '--format CSV --fields name --noquotes'), ['a\nb\n', '']);
  assert.deepEqual(print(list, '--format csv'), ['1,"a"\n2,"b"\n', '']);
});

test('Keycloak: -H prints the status line and the headers', () => {
  const host = createTestHost();
  printHead(host, response('', { 'X-A': '1' }));
  assert.equal(host.out(), 'HTTP/1.1 200 OK\ncontent-type: application/json\nX-A: 1\n');
});

test('Keycloak: the ID of a new resource is the last name of its location', () => {
  assert.equal(readNewId(response('', { location: 'http://a/users/7' })), '7');
  assert.equal(readNewId(response('', { location: 'http://a/roles/my%20role/' })), 'my%20role');
  assert.equal(readNewId(response('')), undefined);
});

for (const [url, kind] of [
  ['http://a/admin/realms', 'realm'],
  ['http://a/admin/realms/demo/users/', 'user'],
  ['http://a/admin/realms/demo/groups/7/children', 'children'],
  ['http://a/admin/realms/demo/identity-provider/instances?x=a/b', 'instance'],
] as const) {
  test(`Keycloak: what is created at ${url} is called ${kind}`, () => {
    assert.equal(nameKind(url), kind);
  });
}
