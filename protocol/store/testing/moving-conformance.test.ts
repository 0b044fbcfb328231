import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { openFileStore } from '../file/open-file-store.ts';
import { createTestFolder } from './folder.ts';
import { sampleMoved, toMoved } from './moved-realm.ts';
import { readContent } from './moving-conformance.ts';

test('the content of a realm is undefined until it is stored', async (context) => {
  const store = await openFileStore(await createTestFolder(context), { log: silentLogger });
  const content = sampleMoved(1);
  assert.equal(await readContent(store, content.realm.id), undefined);
  await store.mover.store(toMoved(content));
  assert.deepEqual(await readContent(store, content.realm.id), content);
  await store.close();
});
