import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createTestFolder } from '../testing/folder.ts';
import { takeDataDir } from './take-data-dir.ts';

test('house §1: a data directory is created with its folders, for its owner alone, and used by one process', async (context) => {
  const dataDir = join(await createTestFolder(context), 'new');
  const release = await takeDataDir(dataDir, ['realms']);
  assert.equal(existsSync(join(dataDir, 'realms')), true);
  if (process.platform !== 'win32') assert.equal(statSync(dataDir).mode & 0o077, 0);
  await assert.rejects(
    takeDataDir(dataDir),
    (error) => error instanceof OptionError && error.option === 'data-dir' && error.exitCode === 1,
  );
  await release();
  await (await takeDataDir(dataDir))();
});

test('house §6: a file in place of the data directory is named with a remedy', async (context) => {
  const path = join(await createTestFolder(context), 'file');
  writeFileSync(path, '');
  await assert.rejects(
    takeDataDir(path),
    (error) => error instanceof OptionError && error.toLine().includes(path) && error.remedy !== '',
  );
});
