import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMilliseconds } from './milliseconds.ts';

test('http-metrics-slos: a comma-separated list of milliseconds, with blanks or without', () => {
  assert.deepEqual(parseMilliseconds('50'), [50]);
  assert.deepEqual(parseMilliseconds('50, 250 ,1000'), [50, 250, 1000]);
});

test('bad input: an empty part, a unit, a fraction, a sign, zero and more than a day are not accepted', () => {
  for (const text of ['', '50,', ',50', '50ms', '0.5', '-50', '+50', '0', '1e3', '86400001', '999999999999'])
    assert.equal(parseMilliseconds(text), undefined, text);
});
