import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBearerToken } from './bearer.ts';

function read(authorization?: string): string | undefined {
  return readBearerToken({ headers: authorization === undefined ? {} : { authorization } });
}

test('RFC 6750 §2.1: the token is read from the header, whatever the case of the scheme', () => {
  assert.equal(read('Bearer a.b-c_d~e+f/g=='), 'a.b-c_d~e+f/g==');
  assert.equal(read('bearer  x'), 'x');
});

test('RFC 6750 §2.1: a missing header, another scheme or a malformed token yields no token', () => {
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Basic abc',
    'Bearer a b',
    'Bearer "x"',
    'Bearerx',
    'Bearer é',
  ]) {
    assert.equal(read(header), undefined, header);
  }
});
