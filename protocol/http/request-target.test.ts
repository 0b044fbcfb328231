import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createHostPolicy } from './host-policy.ts';
import { jsonReply } from './replies.ts';
import { RequestFault } from './request-fault.ts';
import type { RequestOrigin } from './request-origin.ts';
import {
  MAX_TARGET_LENGTH,
  type RequestTarget,
  readRequestTarget,
  type TargetRules,
} from './request-target.ts';
import { startTestHttpServer } from './testing/server.ts';

const hosts = createHostPolicy({ httpHost: '127.0.0.1' });
const DIRECT = { remoteAddress: '::1', isSecure: false, host: undefined, prefix: '', isProxied: false };

function requestOf(
  url: string,
  host = 'localhost:8080',
  rawHeaders: string[] = ['Host', 'x'],
): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  request.rawHeaders = rawHeaders;
  if (host !== '') request.headers = { host };
  return request;
}

function read(url: string, host?: string, rawHeaders?: string[]): RequestTarget {
  const target = readRequestTarget(requestOf(url, host, rawHeaders), { hosts, basePaths: [''] }, DIRECT);
  assert.ok(!('redirectTo' in target));
  return target;
}

function hasStatus(status: number): (error: unknown) => boolean {
  return (error) => error instanceof RequestFault && error.status === status;
}

test('RFC 9112 §3.2.1: path and query are split and left encoded, a fragment is cut off', () => {
  assert.deepEqual(read('/a%20b?c=%20?d#e'), {
    urls: { baseUrl: 'http://localhost:8080', backchannelBaseUrl: 'http://localhost:8080', basePath: '' },
    path: '/a%20b',
    query: 'c=%20?d',
  });
});

test('RFC 9112 §3.2.2: the authority of an absolute target is used, and its path may be absent', () => {
  assert.equal(read('HTTP://127.0.0.1:9?x=1', 'evil.example').urls.baseUrl, 'http://127.0.0.1:9');
  assert.equal(read('http://localhost').path, '/');
  assert.throws(() => read('http://evil.example/', 'localhost'), hasStatus(403));
});

test('RFC 9112 §3.2.4: an asterisk refers to the whole server', () => {
  assert.equal(read('*').path, '*');
});

test('RFC 9112 §3.2: a missing, malformed or repeated Host is 400, a foreign one 403', () => {
  assert.throws(() => read('/', ''), hasStatus(400));
  assert.throws(() => read('/', 'a b'), hasStatus(400));
  assert.throws(() => read('/', 'localhost', ['Host', 'localhost', 'HOST', 'localhost']), hasStatus(400));
  assert.throws(() => read('/', 'evil.example'), hasStatus(403));
});

test('the Host is checked before the length, the length before the rest', () => {
  assert.throws(() => read(`/${'x'.repeat(MAX_TARGET_LENGTH)}`, 'evil.example'), hasStatus(403));
  assert.throws(() => read('x'.repeat(MAX_TARGET_LENGTH + 1)), hasStatus(414));
  assert.equal(read(`/${'x'.repeat(MAX_TARGET_LENGTH - 1)}`).path.length, MAX_TARGET_LENGTH);
});

test('any other form of target is rejected with 400', () => {
  for (const url of ['', 'x', 'localhost:80', 'ftp://localhost/', '?a=1', '**'])
    assert.throws(() => read(url), hasStatus(400), url);
});

/** What a server below `/auth` answers from. */
function readBelow(
  url: string,
  basePaths: TargetRules['basePaths'] = ['/auth'],
  origin: Partial<RequestOrigin> = {},
) {
  return readRequestTarget(requestOf(url), { hosts, basePaths }, { ...DIRECT, ...origin });
}

test('Keycloak http-relative-path: paths and base URL are below it, and the root leads there', () => {
  const target = readBelow('/auth/realms/demo?x=1');
  assert.ok('path' in target);
  assert.deepEqual(
    [target.path, target.query, target.urls.baseUrl, target.urls.basePath],
    ['/realms/demo', 'x=1', 'http://localhost:8080/auth', '/auth'],
  );
  for (const root of ['/auth', '/auth/']) assert.ok('path' in readBelow(root) && root !== '');
  assert.deepEqual(readBelow('/'), { redirectTo: '/auth/' });
});

for (const path of ['/realms/demo', '/authority', '/x/auth/realms']) {
  test(`Keycloak http-relative-path: ${path} is outside and refused with the path in the remedy`, () => {
    assert.throws(
      () => readBelow(path),
      (error) => error instanceof RequestFault && error.status === 404 && /\/auth\b/.test(error.remedy ?? ''),
    );
  });
}

test('Keycloak before 17: /auth is served beside the root', () => {
  const [old, current] = ['/auth/realms/a', '/realms/a'].map((url) => readBelow(url, ['/auth', '']));
  assert.ok(old !== undefined && 'path' in old && current !== undefined && 'path' in current);
  assert.deepEqual([old.path, old.urls.basePath], ['/realms/a', '/auth']);
  assert.deepEqual([current.path, current.urls.basePath], ['/realms/a', '']);
});

test('Keycloak proxy-headers: host, scheme and removed prefix of the proxy make the base URL', () => {
  const proxied = { host: 'sso.test', isSecure: true, prefix: '/id', isProxied: true };
  const target = readBelow('/auth/realms/demo', ['/auth'], proxied);
  assert.ok('path' in target);
  assert.equal(target.urls.baseUrl, 'https://sso.test/id/auth');
});

test('RFC 1945 §5: an HTTP/1.0 request without Host gets the address it was sent to', async () => {
  const server = await startTestHttpServer([
    { method: 'GET', path: '/x', title: 'X', handle: ({ baseUrl }) => jsonReply(200, { baseUrl }) },
  ]);
  const answer = await server.sendRaw('GET /x HTTP/1.0\r\n\r\n');
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
  assert.ok(answer.endsWith(`{"baseUrl":"${server.baseUrl}"}`), answer);
  await server.stop();
});

test('DNS rebinding: an HTTP/1.0 request with a foreign or empty Host is rejected like any other', async () => {
  const server = await startTestHttpServer([]);
  assert.match(await server.sendRaw('GET /x HTTP/1.0\r\nHost: evil.example\r\n\r\n'), /^HTTP\/1\.1 403 /);
  assert.match(await server.sendRaw('GET /x HTTP/1.0\r\nHost:\r\n\r\n'), /^HTTP\/1\.1 400 /);
  assert.match(await server.sendRaw('GET /x HTTP/1.1\r\n\r\n'), /^HTTP\/1\.1 400 /);
  await server.stop();
});
