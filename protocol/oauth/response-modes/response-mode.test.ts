import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeParameters } from './response-mode.ts';

test('RFC 6749 appendix B: parameters are form-encoded in order', () => {
  const parameters = [
    ['state', 'ä +&='],
    ['code', '1'],
  ] as const;
  assert.equal(encodeParameters(parameters), 'state=%C3%A4+%2B%26%3D&code=1');
});

test('no parameters give an empty string', () => {
  assert.equal(encodeParameters([]), '');
});
