import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRecord } from '../testing/record.ts';
import { paint, readPalette } from './colours.ts';

test('Keycloak: a terminal that reports 16 million colours gets them', () => {
  assert.equal(readPalette({ COLORTERM: 'truecolor' }), 'true-colour');
  assert.equal(readPalette({ COLORTERM: '24bit' }), 'true-colour');
  assert.equal(readPalette({}), '256-colours');
});

test('Keycloak: the level has the colour of its severity, the category its own', () => {
  const level = paint('p', ({ level }) => level, 'true-colour');
  assert.equal(level(makeRecord({ level: 'WARN' })), '\u001b[38;2;255;209;127mWARN\u001b[39m');
  assert.equal(level(makeRecord({ level: 'INFO' })), '\u001b[38;2;218;255;127mINFO\u001b[39m');
  const category = paint('c', ({ category }) => category, '256-colours');
  assert.equal(category(makeRecord()), '\u001b[38;5;153mserver\u001b[39m');
});

test('Keycloak: empty text and line breaks have no colour', () => {
  assert.equal(paint('e', () => '', 'true-colour')(makeRecord()), '');
  assert.equal(paint('n', () => '\n', 'true-colour')(makeRecord()), '\n');
});
