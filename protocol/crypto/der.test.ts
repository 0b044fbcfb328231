import assert from 'node:assert/strict';
import { test } from 'node:test';
import { element, oid, TAG } from './der.ts';

for (const [length, head] of [
  [0, '3000'],
  [0x7f, '307f'],
  [0x80, '308180'],
  [0xff, '3081ff'],
  [0x100, '30820100'],
  [0x10000, '3083010000'],
] as const) {
  test(`X.690 §8.1.3: the length of ${length} bytes of contents is encoded in the shortest form`, () => {
    const written = element(TAG.sequence, Buffer.alloc(length));
    assert.equal(written.subarray(0, head.length / 2).toString('hex'), head);
    assert.equal(written.length, head.length / 2 + length);
  });
}

test('X.690 §8.19: an object identifier is its contents after the tag', () => {
  assert.equal(oid('550403').toString('hex'), '0603550403');
});
