import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, testRealm } from '../testing/realm.ts';
import { allowedOrigins } from './web-origins.ts';

const BASE = 'http://server.test:8080';

function origins(webOrigins: string[], redirectUris: string[] = [], rootUrl?: string): readonly string[] {
  const client = { clientId: 'a', webOrigins, redirectUris, ...(rootUrl === undefined ? {} : { rootUrl }) };
  return allowedOrigins(clientOf(testRealm({ clients: [client] }), 'a'), BASE);
}

test('CORS: without web origins no origin is allowed', () => {
  assert.deepEqual(origins([], ['https://app.test/*']), []);
});

test('CORS: + skips redirect URIs that have no web origin', () => {
  assert.deepEqual(
    origins(
      ['+'],
      ['com.example.app:/cb', '*', 'https://*', 'http://app.test:*', 'urn:ietf:wg:oauth:2.0:oob'],
    ),
    [],
  );
});

test('CORS: + adds each origin of the redirect URIs once and can be combined with others', () => {
  const uris = ['https://app.test/a', 'https://app.test/b', 'HTTP://Other.test:80/*'];
  assert.deepEqual(origins(['+', 'https://more.test'], uris), [
    'https://app.test',
    'http://other.test',
    'https://more.test',
  ]);
});

test('CORS: relative redirect URIs start at the client root URL, or else at the server', () => {
  assert.deepEqual(origins(['+'], ['/cb']), [BASE]);
  assert.deepEqual(origins(['+'], ['/cb'], 'https://app.test/x'), ['https://app.test']);
});

test('CORS: * is kept, and a trailing slash is removed from an origin', () => {
  assert.deepEqual(origins(['*']), ['*']);
  assert.deepEqual(origins(['https://app.test/']), ['https://app.test']);
});

test('CORS: the list is computed once per client and base URL', () => {
  const client = clientOf(
    testRealm({ clients: [{ clientId: 'a', webOrigins: ['+'], redirectUris: ['/x'] }] }),
    'a',
  );
  assert.equal(allowedOrigins(client, BASE), allowedOrigins(client, BASE));
  for (let port = 1; port < 40; port += 1)
    assert.deepEqual(allowedOrigins(client, `http://h:${port}`), [`http://h:${port}`]);
});
