import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOperator } from './operator.ts';

test('a request from this machine to a loopback host name comes from the operator', () => {
  for (const remoteAddress of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) {
    for (const baseUrl of [
      'http://localhost:8080',
      'https://127.0.0.1',
      'http://[::1]:1',
      'http://sso.localhost:8080',
    ]) {
      assert.equal(isOperator({ remoteAddress, baseUrl }), true, `${remoteAddress} ${baseUrl}`);
    }
  }
});

test('a request from another machine does not, whatever its host name', () => {
  for (const remoteAddress of [
    '10.0.0.8',
    '128.0.0.1',
    '::ffff:10.0.0.8',
    'fe80::1',
    '',
    'localhost.example',
    '127.0.0.1.example',
  ]) {
    assert.equal(isOperator({ remoteAddress, baseUrl: 'http://localhost:8080' }), false, remoteAddress);
  }
});

test('a proxy on this machine that serves a public host name is not treated as the operator', () => {
  for (const baseUrl of [
    'https://sso.example.test',
    'http://127.0.0.1.example.test',
    'http://notlocalhost',
  ]) {
    assert.equal(isOperator({ remoteAddress: '127.0.0.1', baseUrl }), false, baseUrl);
  }
});
