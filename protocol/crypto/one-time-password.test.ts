import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeOneTimePassword, decodeBase32, encodeBase32, isOtpAlgorithm } from './one-time-password.ts';

const SECRET = Buffer.from('12345678901234567890');

test('RFC 4226 appendix D: the first ten counters give the expected passwords', () => {
  const expected = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489';
  const settings = { digits: 6, algorithm: 'HmacSHA1' };
  const computed = Array.from({ length: 10 }, (_, counter) =>
    computeOneTimePassword(SECRET, counter, settings),
  );
  assert.equal(computed.join(' '), expected);
});

test('RFC 6238 appendix B: each hash gives the expected eight digits', () => {
  const seed = (bytes: number) => Buffer.from('1234567890'.repeat(7).slice(0, bytes));
  for (const [algorithm, bytes, expected] of [
    ['HmacSHA1', 20, '94287082'],
    ['HmacSHA256', 32, '46119246'],
    ['HmacSHA512', 64, '90693936'],
  ] as const) {
    assert.equal(computeOneTimePassword(seed(bytes), 1, { digits: 8, algorithm }), expected, algorithm);
  }
});

test('an unknown algorithm is not supported', () => {
  assert.equal(isOtpAlgorithm('HmacSHA1'), true);
  assert.equal(isOtpAlgorithm('HmacMD5'), false);
  assert.throws(() => computeOneTimePassword(SECRET, 0, { digits: 6, algorithm: 'HmacMD5' }), TypeError);
});

test('RFC 4648 §10: base32 is encoded, and decoded in any case, with or without padding and spaces', () => {
  for (const [text, encoded] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    assert.equal(encodeBase32(Buffer.from(text)), encoded);
    assert.equal(decodeBase32(encoded)?.toString(), text);
  }
  assert.equal(decodeBase32('mzxw 6ytb oi======')?.toString(), 'foobar');
  assert.equal(decodeBase32('MZXW1'), undefined);
});
