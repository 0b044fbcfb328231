import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readWindowState, writeWindowState } from './window-state-file.ts';

const state = { x: 10, y: 20, width: 1000, height: 700, maximized: true };

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'understudy-window-'));
}

test('window: the saved state is read back, and no temporary file is left', () => {
  const folder = createFolder();
  const path = join(folder, 'window-state.json');
  writeWindowState(path, { ...state, width: 1200 });
  writeWindowState(path, state);
  assert.deepEqual(readWindowState(path), state);
  assert.deepEqual(readdirSync(folder), ['window-state.json']);
});

test('window: a missing or damaged file is ignored', () => {
  const path = join(createFolder(), 'window-state.json');
  assert.equal(readWindowState(path), undefined);
  writeFileSync(path, '{"x":');
  assert.equal(readWindowState(path), undefined);
});

test('window: a folder that cannot be written to does not stop the window', () => {
  writeWindowState(join(createFolder(), 'missing', 'window-state.json'), state);
});
