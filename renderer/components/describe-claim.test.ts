import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeClaim } from './describe-claim.ts';

test('RFC 7519 §2: a NumericDate is also shown as a date', () => {
  const seconds = new Date(2023, 10, 14, 22, 13, 20).getTime() / 1000;
  assert.deepEqual(describeClaim('exp', seconds), { text: String(seconds), note: '14 Nov 2023, 22:13:20' });
});

test('RFC 7519 §2: other numbers and invalid dates are shown unchanged', () => {
  assert.deepEqual(describeClaim('count', 1_700_000_000), { text: '1700000000' });
  assert.deepEqual(describeClaim('exp', 1e300), { text: '1e+300' });
  assert.deepEqual(describeClaim('exp', 'soon'), { text: 'soon' });
});

test('RFC 7519 §4: structured claims are shown as JSON, null and undefined by name', () => {
  assert.equal(describeClaim('aud', ['a', 'b']).text, '[\n  "a",\n  "b"\n]');
  assert.equal(describeClaim('x', null).text, 'null');
  assert.equal(describeClaim('x', undefined).text, 'undefined');
});
