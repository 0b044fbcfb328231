import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { test } from 'node:test';
import { createTestFolder } from './folder.ts';

test('every test has a folder of its own', async (context) => {
  const [one, other] = [await createTestFolder(context), await createTestFolder(context)];
  assert.notEqual(one, other);
  assert.ok((await stat(one)).isDirectory());
});
