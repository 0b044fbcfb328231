import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Access } from './access.ts';
import { readArguments } from './arguments.ts';
import { CommandError, UsageError } from './command-error.ts';
import { addQuery, encodeQuery, readQuery, readRoots, resolveResource } from './resource-url.ts';

const parse = (line: string) =>
  readArguments(line.split(' ').filter(Boolean), {
    options: ['targetRealm', 'adminRoot', 'query', 'offset', 'limit'],
    takesPositional: false,
    words: 1,
  });
const access = (server: string, realm: string | undefined): Access => ({
  http: { send: () => assert.fail('nothing is sent') },
  server,
  realm,
  token: undefined,
});
const resolve = (uri: string, line = '', realm: string | undefined = 'master'): string =>
  resolveResource(uri, readRoots(access('http://a', realm), parse(line)));

for (const [uri, line, url] of [
  ['users', '', 'http://a/admin/realms/master/users'],
  ['users', '-r demo', 'http://a/admin/realms/demo/users'],
  ['/users', '-r demo', 'http://a/admin/realms/demo/users'],
  ['users', '-r my%20realm', 'http://a/admin/realms/my%2520realm/users'],
  ['realms', '-r demo', 'http://a/admin/realms'],
  ['realms/x/users', '-r demo', 'http://a/admin/realms/x/users'],
  ['realmsx', '', 'http://a/admin/realms/master/realmsx'],
  ['serverinfo', '', 'http://a/admin/serverinfo'],
  ['serverinfo/x', '', 'http://a/admin/realms/master/serverinfo/x'],
  ['https://b/admin/x', '-r demo', 'https://b/admin/x'],
  ['users', '-a http://b/root/', 'http://b/root/realms/master/users'],
  [
    'authentication/flows/Copy%20of%20browser/executions',
    '',
    'http://a/admin/realms/master/authentication/flows/Copy%20of%20browser/executions',
  ],
] as const) {
  test(`Keycloak: ${uri} with "${line}" is ${url}`, () => {
    assert.equal(resolve(uri, line), url);
  });
}

test('bad input: a relative address needs a realm', () => {
  assert.throws(() => resolveResource('users', { admin: 'http://a/admin', realm: undefined }), CommandError);
  assert.equal(
    resolveResource('realms', { admin: 'http://a/admin', realm: undefined }),
    'http://a/admin/realms',
  );
});

test('bad input: -q without a value is refused', () => {
  for (const line of ['-q name', '-q =x']) assert.throws(() => readQuery(parse(line)), UsageError);
});

test('Keycloak: parameters are encoded, the last of a name counts, offset and limit come last', () => {
  assert.equal(
    readQuery(parse('-o 5 -q q=email:a@b.c -q x=1 -q x=2 -l 10')),
    'q=email%3Aa%40b.c&x=2&first=5&max=10',
  );
  assert.equal(readQuery(parse('')), '');
  assert.equal(addQuery('http://a', ''), 'http://a');
  assert.equal(addQuery('http://a', 'x=1'), 'http://a?x=1');
  assert.equal(addQuery('http://a?y=2', 'x=1'), 'http://a?y=2&x=1');
  assert.equal(encodeQuery('a b&c=ü'), 'a+b%26c%3D%C3%BC');
});
