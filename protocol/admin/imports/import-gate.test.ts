import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createImportGate } from './import-gate.ts';

test('nobody passes before all have arrived', async () => {
  const gate = createImportGate(2);
  const passed: string[] = [];
  const first = gate.arrive().then(() => passed.push('first'));
  await Promise.resolve();
  assert.deepEqual(passed, []);
  assert.equal(gate.isOpen, false);
  await Promise.all([first, gate.arrive()]);
  assert.deepEqual(passed, ['first']);
  assert.equal(gate.isOpen, true);
});

test('a closed gate turns away everybody with the reason, also those who come later', async () => {
  const gate = createImportGate(2);
  const reason = new Error('cancelled');
  const waiting = gate.arrive();
  gate.close(reason);
  await assert.rejects(waiting, reason);
  await assert.rejects(gate.arrive(), reason);
  assert.equal(gate.isOpen, false);
});

test('an open gate stays open', async () => {
  const gate = createImportGate(1);
  await gate.arrive();
  gate.close(new Error('too late'));
  await gate.arrive();
});
