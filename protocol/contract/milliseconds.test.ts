import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration, parseMilliseconds } from './milliseconds.ts';

test('http-metrics-slos: a comma-separated list of milliseconds, with blanks or without', () => {
  assert.deepEqual(parseMilliseconds('50'), [50]);
  assert.deepEqual(parseMilliseconds('50, 250 ,1000'), [50, 250, 1000]);
});

test('bad input: an empty part, a unit, a fraction, a sign, zero and more than a day are not accepted', () => {
  for (const text of ['', '50,', ',50', '50ms', '0.5', '-50', '+50', '0', '1e3', '86400001', '999999999999'])
    assert.equal(parseMilliseconds(text), undefined, text);
});

test('Keycloak 26: a duration has a unit, and a number alone is in seconds', () => {
  for (const [text, milliseconds] of [
    ['500ms', 500],
    ['30s', 30_000],
    ['30', 30_000],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['1d', 86_400_000],
    ['PT30S', 30_000],
    [' 0 ', 0],
  ] as const)
    assert.equal(parseDuration(text), milliseconds, text);
});

for (const text of ['', 's', '-1s', '1.5s', '1 s', '1w', '2d', '86401', 'PT1M30S', '1s2']) {
  test(`Keycloak 26: "${text}" is not a duration of at most a day`, () => {
    assert.equal(parseDuration(text), undefined);
  });
}
