import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRealmClocks } from './realm-clocks.ts';

test("moving one realm's clock does not affect the others", () => {
  const clocks = createRealmClocks({ now: () => 1000 });
  clocks('demo').setOffsetMs(500);
  assert.equal(clocks('demo').now(), 1500);
  assert.equal(clocks('master').now(), 1000);
  assert.equal(clocks('demo'), clocks('demo'));
});
