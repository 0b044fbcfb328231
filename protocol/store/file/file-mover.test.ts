import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { RealmOutOfServiceError } from '../store.ts';
import { createTestFolder } from '../testing/folder.ts';
import { fullSample, toMoved } from '../testing/moved-realm.ts';
import { readContent, testMover } from '../testing/moving-conformance.ts';
import { openFileStore } from './open-file-store.ts';

const open = (path: string) => openFileStore(path, { log: silentLogger });

testMover('file', async () => {
  const path = await mkdtemp(join(tmpdir(), 'understudy-mover-'));
  let store = await open(path);
  return {
    store,
    async reopen() {
      await store.close();
      store = await open(path);
      return store;
    },
    async dispose() {
      await store.close();
      await rm(path, { recursive: true, force: true });
    },
  };
});

test('moving: users who have not changed take no space twice', async (context) => {
  const path = await createTestFolder(context);
  const store = await open(path);
  const content = fullSample();
  const users = content.users.map(({ user }) => ({ user, isOriginal: true }));
  await store.mover.store(toMoved({ ...content, users, originUsers: [] }));
  const folder = join(path, 'realms', content.realm.id);
  for (const page of await readdir(join(folder, 'users')))
    assert.equal(
      (await stat(join(folder, 'users', page))).ino,
      (await stat(join(folder, 'origin', 'users', page))).ino,
    );
  await store.close();
});

test('moving: a damaged page of users takes the realm out of service, and names the file', async (context) => {
  const path = await createTestFolder(context);
  const store = await open(path);
  const content = fullSample();
  await store.mover.store(toMoved(content));
  const page = join(path, 'realms', content.realm.id, 'users', '000000.json');
  await writeFile(page, '[{"id":"x"}]');
  await assert.rejects(
    readContent(store, content.realm.id),
    (error) => error instanceof RealmOutOfServiceError && error.message.includes(page),
  );
  await store.close();
});
