import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEY_PAIR_ALGORITHMS, SIGNATURE_ALGORITHMS } from './algorithms.ts';

test('RFC 7518 §3.1: signatures are by a key pair or by a shared secret, never "none"', () => {
  const others = SIGNATURE_ALGORITHMS.filter((name) => !KEY_PAIR_ALGORITHMS.includes(name));
  assert.deepEqual(others, ['HS256', 'HS384', 'HS512']);
});
