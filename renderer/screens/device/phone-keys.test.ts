import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommand } from './phone-keys.ts';

const press = (key: string, part: Partial<Parameters<typeof readCommand>[0]> = {}) =>
  readCommand({
    key,
    repeat: false,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...part,
  });

test('console "Device": A, D and C answer, in either case', () => {
  assert.deepEqual(press('a'), { kind: 'answer', answer: 'approve' });
  assert.deepEqual(press('A'), { kind: 'answer', answer: 'approve' });
  assert.deepEqual(press('d'), { kind: 'answer', answer: 'deny' });
  assert.deepEqual(press('c'), { kind: 'answer', answer: 'cancel' });
});

test('console "Device": arrow keys move, held down too', () => {
  assert.deepEqual(press('ArrowDown', { repeat: true }), { kind: 'move', step: 1 });
  assert.deepEqual(press('ArrowUp'), { kind: 'move', step: -1 });
});

for (const part of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])
  test(`console "Device": ${Object.keys(part)} and a letter answers nothing`, () => {
    assert.equal(press('c', part), undefined);
    assert.equal(press('a', part), undefined);
  });

for (const key of ['Enter', ' ', 'x', 'Tab', 'ArrowLeft', ''])
  test(`console "Device": the key ${JSON.stringify(key)} is left to the focused button`, () => {
    assert.equal(press(key), undefined);
  });

test('console "Device": Shift and A approves all prompts, with Caps Lock too; a held key does not repeat it', () => {
  assert.deepEqual(press('A', { shiftKey: true }), { kind: 'approve-all' });
  assert.deepEqual(press('a', { shiftKey: true }), { kind: 'approve-all' });
  assert.equal(press('A', { shiftKey: true, repeat: true }), undefined);
});

for (const key of ['D', 'C', 'd', 'c'])
  test(`console "Device": Shift and ${key} answers nothing`, () => {
    assert.equal(press(key, { shiftKey: true }), undefined);
  });
