import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createProxyReader } from './proxy-headers.ts';
import { readRequestOrigin } from './request-origin.ts';

function requestFrom(headers: Record<string, string>, socket = new Socket()): IncomingMessage {
  Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.1' });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, headers);
  return request;
}

const DIRECT = { remoteAddress: '10.0.0.1', isSecure: false, host: undefined, prefix: '', isProxied: false };
const HEADERS = {
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'sso.test',
};

test('headers of proxies are ignored unless proxy-headers is set', () => {
  assert.deepEqual(readRequestOrigin(requestFrom(HEADERS), undefined), DIRECT);
});

test('Keycloak proxy-headers: the proxy says who called and how; what it does not say is as the socket says', () => {
  const reader = createProxyReader({ kind: 'xforwarded', trusted: undefined });
  assert.deepEqual(readRequestOrigin(requestFrom(HEADERS), reader), {
    remoteAddress: '192.0.2.1',
    isSecure: true,
    host: 'sso.test',
    prefix: '',
    isProxied: true,
  });
  assert.deepEqual(readRequestOrigin(requestFrom({ 'x-forwarded-prefix': '/id' }), reader), {
    ...DIRECT,
    prefix: '/id',
    isProxied: true,
  });
  assert.deepEqual(readRequestOrigin(requestFrom({}), reader), DIRECT);
});

test('a TLS socket is secure', () => {
  const socket = Object.assign(new Socket(), { encrypted: true });
  assert.equal(readRequestOrigin(requestFrom({}, socket), undefined).isSecure, true);
});

test('bad input: a caller of another machine that claims a loopback address keeps its own', () => {
  const reader = createProxyReader({ kind: 'xforwarded', trusted: undefined });
  for (const claimed of ['127.0.0.1', '::1', '::ffff:127.0.0.1', 'localhost'])
    assert.equal(
      readRequestOrigin(requestFrom({ 'x-forwarded-for': claimed }), reader).remoteAddress,
      '10.0.0.1',
    );
});
