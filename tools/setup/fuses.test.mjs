import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFuses, writeFuses } from './fuses.mjs';

/** A file with a row of eight fuses, all off, somewhere in its middle. */
function executable(rows = 1, version = 1) {
  const path = join(mkdtempSync(join(tmpdir(), 'understudy-fuses-')), 'electron');
  const row = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([version, 8]),
    Buffer.alloc(8, 0x30),
  ]);
  writeFileSync(path, Buffer.concat([Buffer.alloc(100, 1), ...Array(rows).fill(row), Buffer.alloc(50, 2)]));
  return path;
}

test('a fuse that is written reads back, the others stay', () => {
  const path = executable();
  writeFuses(path, { onlyLoadAppFromAsar: true });
  const fuses = readFuses(path);
  assert.equal(fuses.onlyLoadAppFromAsar, true);
  assert.equal(fuses.runAsNode, false);
});

test('an unknown fuse, a second row and another version of the row are refused', () => {
  assert.throws(() => writeFuses(executable(), { flux: true }), /no flux/);
  assert.throws(() => readFuses(executable(2)), /not one row/);
  assert.throws(() => readFuses(executable(0)), /not one row/);
  assert.throws(() => readFuses(executable(1, 2)), /version 2/);
});
