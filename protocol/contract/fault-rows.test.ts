import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULT_EFFECTS } from './fault-effects.ts';
import { FAULT_NUMBERS, FAULT_ROWS } from './fault-rows.ts';

test('test kit "faults": every effect is a member that the API accepts', () => {
  const type = FAULT_ROWS['do']?.type;
  const members = type?.kind === 'object' ? Object.keys(type.rows()) : [];
  for (const name of Object.keys(FAULT_EFFECTS)) assert.ok(members.includes(name), name);
});

test('test kit "faults": the bounds of numbers leave room for a value', () => {
  for (const [name, { least, most }] of Object.entries(FAULT_NUMBERS)) assert.ok(least < most, name);
});
