import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createTestFolder } from '../testing/folder.ts';
import { DamagedFileError } from './atomic-file.ts';
import { setAside } from './set-aside.ts';

test('a damaged file is renamed, and one record names the file, its new name, the fault without quoting it, and the loss', async (context) => {
  const folder = await createTestFolder(context);
  const path = join(folder, 'a.json');
  await writeFile(path, 'torn');
  const log = createCollectingLogger();
  await setAside(new DamagedFileError(path, new SyntaxError('bad "content"')), 'Everything', log);
  assert.equal(await readFile(`${path}.damaged-1`, 'utf8'), 'torn');
  assert.deepEqual(await readdir(folder), ['a.json.damaged-1']);
  assert.deepEqual(
    log.records.map(({ level, parameters }) => ({ level, parameters })),
    [
      {
        level: 'ERROR',
        parameters: {
          file: path,
          setAsideAs: `${path}.damaged-1`,
          reason: 'it is not valid JSON',
          loss: 'Everything',
        },
      },
    ],
  );
});

test('files that were set aside earlier are not overwritten', async (context) => {
  const path = join(await createTestFolder(context), 'a.json');
  for (const content of ['first', 'second']) {
    await writeFile(path, content);
    await setAside(new DamagedFileError(path, 'y'), 'x', createCollectingLogger());
  }
  assert.equal(await readFile(`${path}.damaged-1`, 'utf8'), 'first');
  assert.equal(await readFile(`${path}.damaged-2`, 'utf8'), 'second');
});

test('a file that cannot be renamed is reported in one record too', async (context) => {
  const log = createCollectingLogger();
  const path = join(await createTestFolder(context), 'missing', 'a.json');
  await setAside(new DamagedFileError(path, 'y'), 'x', log);
  assert.deepEqual(
    log.records.map(({ level, message }) => `${level} ${message}`),
    ['ERROR A damaged file is ignored but cannot be renamed. Move it away before the next start'],
  );
});
