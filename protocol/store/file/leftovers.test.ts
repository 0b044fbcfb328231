import assert from 'node:assert/strict';
import { cp, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createTestFolder } from '../testing/folder.ts';
import { createSession } from '../testing/sample-session.ts';
import { openFileStore } from './open-file-store.ts';

const demo = { id: 'demo-id', realm: 'demo' };

/** The folder of a realm with a session, and a function that opens the store. */
async function setUp(context: TestContext) {
  const dataDir = await createTestFolder(context);
  const log = createCollectingLogger();
  const open = () => openFileStore(dataDir, { log });
  const store = await open();
  await store.realms.create(demo, []);
  await store.sessions.create(createSession('s1'));
  await store.close();
  return { folder: join(dataDir, 'realms'), log, open };
}

test('the rest of an interrupted creation or removal is deleted and logged', async (context) => {
  const { folder, log, open } = await setUp(context);
  for (const name of ['.new-x', '.removed-y']) await mkdir(join(folder, name, 'users'), { recursive: true });
  await (await open()).close();
  assert.deepEqual(await readdir(folder), ['demo-id']);
  assert.equal(log.records.length, 2);
});

for (const newId of ['demo-id', 'new-id'])
  test(`a realm whose replacement by ${newId} was interrupted is as before, with its sessions`, async (context) => {
    const { folder, log, open } = await setUp(context);
    await rename(join(folder, 'demo-id'), join(folder, `.replaced-demo-id@${newId}`));
    await mkdir(join(folder, `.new-${newId}`));
    const store = await open();
    assert.deepEqual(store.realms.list(), [demo]);
    assert.ok(await store.sessions.find(demo.id, 's1'));
    assert.deepEqual(await readdir(folder), ['demo-id']);
    assert.equal(log.records.length, 2);
    await store.close();
  });

for (const newId of ['demo-id', 'new-id'])
  test(`a realm that was replaced by ${newId} before the process was killed stays replaced`, async (context) => {
    const { folder, open } = await setUp(context);
    const store = await open();
    await store.realms.replace({ id: newId, realm: 'demo', displayName: 'New' }, []);
    await store.close();
    await cp(join(folder, newId), join(folder, `.replaced-demo-id@${newId}`), { recursive: true });
    const again = await open();
    assert.deepEqual(again.realms.list(), [{ id: newId, realm: 'demo', displayName: 'New' }]);
    assert.deepEqual(again.realms.listOutOfService(), []);
    assert.deepEqual(await readdir(folder), [newId]);
    await again.close();
  });

test('an unknown hidden folder is left alone', async (context) => {
  const { folder, open } = await setUp(context);
  await mkdir(join(folder, '.replaced-by-hand'));
  const store = await open();
  assert.deepEqual(store.realms.list(), [demo]);
  assert.deepEqual(await readdir(folder), ['.replaced-by-hand', 'demo-id']);
  await store.close();
});
