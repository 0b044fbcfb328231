import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkJsonDepth, MAX_JSON_DEPTH } from './json-depth.ts';
import { RequestFault } from './request-fault.ts';

test('RFC 8259 §9: the maximum depth is accepted, one more level is rejected with 400', () => {
  checkJsonDepth('['.repeat(MAX_JSON_DEPTH) + ']'.repeat(MAX_JSON_DEPTH));
  assert.throws(
    () => checkJsonDepth('[{"a":'.repeat(40)),
    (error) => error instanceof RequestFault && error.status === 400,
  );
});

test('brackets inside strings do not count, escaped quotes do not end a string', () => {
  checkJsonDepth(`"${'['.repeat(1000)}"`);
  checkJsonDepth(`"\\"${'{'.repeat(1000)}"`);
  checkJsonDepth(`{"a\\\\":"${'{'.repeat(1000)}"}`);
  assert.throws(() => checkJsonDepth(`"\\\\"${'{'.repeat(1000)}`), RequestFault);
});

test('siblings do not add depth', () => {
  checkJsonDepth(`[${'[],'.repeat(1000)}[]]`);
});

test('an unterminated string ends the check', () => {
  checkJsonDepth('"abc\\');
});

test('every JSON value within the limit passes', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 20 }), (text) => checkJsonDepth(text)));
});
