import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#protocol/clock.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { openFileStore } from '../file/open-file-store.ts';
import { layerTransientRealms } from '../layered/layered-store.ts';
import { createMemoryStore } from '../memory/memory-store.ts';
import { testStore } from './conformance.ts';
import { copyPlain } from './copy-plain.ts';

testStore('memory', async () => ({ store: createMemoryStore(), dispose: async () => undefined }));

testStore('memory with copied values', async () => ({
  store: createMemoryStore({ copyValue: copyPlain }),
  dispose: async () => undefined,
}));

testStore('layered', async () => ({
  store: layerTransientRealms(createMemoryStore(), systemClock),
  dispose: async () => undefined,
}));

testStore('file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-store-'));
  const store = await openFileStore(dataDir, { log: silentLogger });
  return {
    store,
    async dispose() {
      await store.close();
      await rm(dataDir, { recursive: true });
    },
  };
});
