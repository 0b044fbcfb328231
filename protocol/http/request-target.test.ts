import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createHostPolicy } from './host-policy.ts';
import { RequestFault } from './request-fault.ts';
import { MAX_TARGET_LENGTH, type RequestTarget, readRequestTarget } from './request-target.ts';

const policy = createHostPolicy({ httpHost: '127.0.0.1' });

function read(
  url: string,
  host: string | undefined = 'localhost:8080',
  rawHeaders: string[] = ['Host', 'x'],
): RequestTarget {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  request.rawHeaders = rawHeaders;
  if (host !== '') request.headers = { host };
  return readRequestTarget(request, policy, false);
}

function hasStatus(status: number): (error: unknown) => boolean {
  return (error) => error instanceof RequestFault && error.status === status;
}

test('RFC 9112 §3.2.1: path and query are split and left encoded, a fragment is cut off', () => {
  assert.deepEqual(read('/a%20b?c=%20?d#e'), {
    urls: { baseUrl: 'http://localhost:8080', backchannelBaseUrl: 'http://localhost:8080' },
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
