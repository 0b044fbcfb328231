import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, mapOf, oneOf, secondsBetween, text } from './value-type.ts';

test('null removes in maps of settings and of changes, and nowhere else', () => {
  assert.equal(mapOf(text).nullRemoves, undefined);
  assert.equal(mapOf(text, () => undefined).nullRemoves, true);
  assert.equal(changesOf(text).nullRemoves, true);
});

test('bounds and choices are kept as given', () => {
  assert.deepEqual(secondsBetween(1, 5), { kind: 'number', least: 1, most: 5, unit: 'seconds' });
  assert.deepEqual(oneOf(['a'], { anyCase: true }), { kind: 'text', choices: ['a'], anyCase: true });
});
