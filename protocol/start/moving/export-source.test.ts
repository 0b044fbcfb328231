import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { openFileStore } from '#protocol/store/file/open-file-store.ts';
import { createTestFolder } from '#protocol/store/testing/folder.ts';
import { contentOf, fullSample, toMoved } from '#protocol/store/testing/moved-realm.ts';
import { resolveOptions } from '../config/resolve-options.ts';
import { type ExportSource, withExportSource } from './export-source.ts';

function optionsOf(dataDir: string) {
  return resolveOptions({
    commandLine: new Map([['data-dir', dataDir]]),
    commandLineUnused: [],
    hasCommand: true,
    environment: {},
    home: dataDir,
    workingDirectory: dataDir,
  });
}

const content = fullSample();
const read = ({ mover }: ExportSource) => mover.read(content.realm.id, contentOf);

test('with sessions, everything is read; without, realms and users of a copy while a server uses the folder', async (context) => {
  const path = join(await createTestFolder(context), 'data');
  const store = await openFileStore(path, { log: silentLogger });
  await store.mover.store(toMoved(content));
  const copied = await withExportSource(optionsOf(path), silentLogger, false, read);
  assert.deepEqual(
    copied?.users.map(({ user }) => user),
    content.users.map(({ user }) => user),
  );
  assert.deepEqual(copied?.sessions, []);
  await assert.rejects(
    withExportSource(optionsOf(path), silentLogger, true, read),
    /data-dir: .* is in use by process/,
  );
  await store.close();
  assert.deepEqual(await withExportSource(optionsOf(path), silentLogger, true, read), content);
});

for (const withSessions of [false, true])
  test(`a data directory that is missing is refused and not created (with sessions: ${withSessions})`, async (context) => {
    const path = join(await createTestFolder(context), 'none');
    await assert.rejects(
      withExportSource(optionsOf(path), silentLogger, withSessions, read),
      /data-dir: .*none cannot be read \(ENOENT\)/,
    );
    assert.ok(!existsSync(path));
  });
