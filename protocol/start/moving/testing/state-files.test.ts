import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fullSample } from '#protocol/store/testing/moved-realm.ts';
import { sealed, stateLines, writeLines } from './state-files.ts';

test('lines that were not edited keep their digest, and are written as they are', async () => {
  const lines = await stateLines(fullSample());
  assert.deepEqual(sealed(lines), lines);
  assert.equal(readFileSync(writeLines(lines), 'utf8'), `${lines.join('\n')}\n`);
});
