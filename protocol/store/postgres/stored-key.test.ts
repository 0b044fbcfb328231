import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toKey } from './stored-key.ts';

test('a short text is its own key', () => {
  const text = 'ü'.repeat(200);
  assert.equal(toKey(text), text);
});

test('long texts have short keys that begin like them, and differ when they do', () => {
  const text = 'a'.repeat(5000);
  assert.ok(toKey(text).length < 300);
  assert.ok(toKey(text).startsWith('aaaa'));
  assert.equal(toKey(text), toKey('a'.repeat(5000)));
  assert.notEqual(toKey(text), toKey(`${text}b`));
});
