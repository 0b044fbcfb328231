import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFaultProblem } from '#protocol/contract/fault-effects.ts';
import { text } from '../../texts/text.ts';
import { PRESETS } from './presets.ts';

for (const { name, fault } of PRESETS) {
  test(`console "Faults": the server accepts the preset "${text(name)}"`, () => {
    assert.equal(findFaultProblem(fault), undefined);
  });
}

test('console "Faults": presets have different names and do different things', () => {
  assert.equal(new Set(PRESETS.map(({ name }) => text(name))).size, PRESETS.length);
  assert.equal(new Set(PRESETS.map(({ fault }) => JSON.stringify(fault))).size, PRESETS.length);
});
