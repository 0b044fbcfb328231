import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { test } from 'node:test';
import { createTestFolder } from './folder.ts';

test('each test has its own folder', async (context) => {
  const [one, other] = [await createTestFolder(context), await createTestFolder(context)];
  assert.notEqual(one, other);
  assert.ok((await stat(one)).isDirectory());
});
