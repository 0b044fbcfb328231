import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOffset } from './describe-offset.ts';

test('console "Frame": the offset of a clock is shown in its two largest units', () => {
  assert.equal(describeOffset(90_061_000), '1 d 1 h ahead');
  assert.equal(describeOffset(-60_000), '1 min behind');
  assert.equal(describeOffset(400), 'under 1 s ahead');
});
