import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { collect } from '#protocol/store/collect.ts';
import { createTestFolder } from '../testing/folder.ts';
import { createSession } from '../testing/sample-session.ts';
import { openFileStore } from './open-file-store.ts';

const SESSIONS = 300;

/** A disk of 256 KiB; undefined where the system does not allow one. */
function mountSmallDisk(context: TestContext): string | undefined {
  const path = mkdtempSync(join(tmpdir(), 'understudy-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', path]);
  context.after(() => {
    if (status === 0) spawnSync('umount', [path]);
    rmSync(path, { recursive: true });
  });
  return status === 0 ? path : undefined;
}

function fill(path: string): void {
  const descriptor = openSync(path, 'w');
  assert.throws(
    () => {
      for (;;) writeSync(descriptor, Buffer.alloc(512));
    },
    { code: 'ENOSPC' },
  );
  closeSync(descriptor);
}

test('a full disk refuses sign-outs but allows sign-ins; after a kill, accepted changes are there and refused ones are not', async (context) => {
  const disk = mountSmallDisk(context);
  if (disk === undefined) return context.skip('only root may mount a small disk on Linux');
  const log = createCollectingLogger();
  const dataDir = join(disk, 'data');
  const store = await openFileStore(dataDir, { log });
  await store.realms.create({ id: 'demo-id', realm: 'demo' }, []);
  const ids = Array.from({ length: SESSIONS }, (_, index) => `s${index}`);
  for (const id of ids) await store.sessions.create(createSession(id));
  await store.flush();
  const filler = join(disk, 'filler');
  fill(filler);
  const ended = new Set<string>();
  for (const [index, id] of ids.entries()) {
    // One page is freed for a while, so that some writes succeed in between.
    if (index === 100) truncateSync(filler, statSync(filler).size - 4096);
    try {
      await store.sessions.remove('demo-id', id);
      ended.add(id);
    } catch (error) {
      assert.ok(error instanceof StorageError);
      assert.equal(error.code, 'ENOSPC');
    }
    await store.sessions.create(createSession(`new-${id}`));
    await store.saveGate.settle(store.saveGate.mark());
  }
  assert.ok(ended.size > 0 && ended.size < SESSIONS, `${ended.size} sign-outs were accepted`);
  assert.equal((await collect(store.sessions.list('demo-id'))).length, 2 * SESSIONS - ended.size);
  const left = `${await createTestFolder(context)}/left`;
  cpSync(dataDir, left, { recursive: true });
  rmSync(join(left, 'lock'));
  const afterKill = await openFileStore(left, { log: silentLogger });
  for (const id of ids)
    assert.equal(
      (await afterKill.sessions.find('demo-id', id)) === undefined,
      ended.has(id),
      `${id} is not as answered`,
    );
  await afterKill.close();
  rmSync(filler);
  await store.flush();
  assert.deepEqual(
    log.records.map(({ level }) => level),
    ['ERROR', 'INFO'],
  );
  await store.close();
});
