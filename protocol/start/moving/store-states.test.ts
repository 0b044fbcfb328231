import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { openFileStore } from '#protocol/store/file/open-file-store.ts';
import { createTestFolder } from '#protocol/store/testing/folder.ts';
import {
  contentOf,
  fullSample,
  type MovedContent,
  sampleMoved,
} from '#protocol/store/testing/moved-realm.ts';
import type { MovableStore } from '../open-store.ts';
import { createProgress } from './progress.ts';
import { readState, type StateSection } from './state-reader.ts';
import { storeStates } from './store-states.ts';
import { sealed, stateLines, writeLines } from './testing/state-files.ts';

const sectionsOf = async (...contents: readonly MovedContent[]): Promise<readonly StateSection[]> =>
  (await Promise.all(contents.map(async (each) => readState(writeLines(await stateLines(each)))))).flat();

async function setUp(context: import('node:test').TestContext) {
  const files = await openFileStore(await createTestFolder(context), { log: silentLogger });
  const store: MovableStore = { ...files, alone: (work) => work() };
  context.after(() => store.close());
  const run = (sections: readonly StateSection[], replaces = true, signal?: AbortSignal) =>
    storeStates(sections, {
      store,
      log: silentLogger,
      replaces,
      progress: createProgress(undefined),
      signal,
    });
  return { store, run };
}

test('realms are stored with everything, and an existing one is replaced', async (context) => {
  const { store, run } = await setUp(context);
  const first = fullSample();
  const second = { ...sampleMoved(2, first.realm.id), realm: first.realm };
  for (const content of [first, second]) {
    assert.deepEqual(await run(await sectionsOf(content)), []);
    assert.deepEqual(await store.mover.read(content.realm.id, contentOf), content);
  }
});

test('--override=false: an existing realm is left as it is', async (context) => {
  const { store, run } = await setUp(context);
  const content = fullSample();
  await run(await sectionsOf(content));
  const other = sampleMoved(2, content.realm.id);
  await run(await sectionsOf({ ...other, realm: { ...content.realm, displayName: 'new' } }), false);
  assert.deepEqual(await store.mover.read(content.realm.id, contentOf), content);
});

test('codes of a realm that is replaced cannot be redeemed', async (context) => {
  const { store, run } = await setUp(context);
  const content = fullSample();
  const { id: realmId } = content.realm;
  await run(await sectionsOf(content));
  const codes = store.createExpiringStore<{ readonly realmId: string }>('code');
  await codes.put('c1', { realmId }, 9e15, 0);
  await run(await sectionsOf(content));
  assert.equal((await codes.consume(realmId, 'c1', 0)).state, 'unknown');
});

test('bad input: the id of another realm is refused before anything is stored', async (context) => {
  const { store, run } = await setUp(context);
  await store.realms.create({ id: 'moved-2', realm: 'own' }, []);
  await assert.rejects(
    run(await sectionsOf(sampleMoved(1), sampleMoved(2))),
    /realm\.id "moved-2" is the id of realm own/,
  );
  assert.deepEqual(
    store.realms.list().map(({ realm }) => realm),
    ['own'],
  );
});

test('bad input: two users of the same name are refused by file and name, and nothing is stored', async (context) => {
  const { store, run } = await setUp(context);
  const lines = (await stateLines(fullSample())).map((line) =>
    line.replace(/"username":"user-\d+-[12]"/, '"username":"ann"'),
  );
  const path = writeLines(sealed(lines));
  await assert.rejects(run(await readState(path)), (error) => {
    assert.match(
      (error as { toLine(): string }).toLine(),
      /shop-state\.jsonl: realm realm-moved-full: username "ann" is taken\. Remove the duplicate/,
    );
    return true;
  });
  assert.deepEqual(store.realms.list(), []);
});

test('an aborted import stores nothing of the realm', async (context) => {
  const { store, run } = await setUp(context);
  const reason = new RangeError('stop');
  await assert.rejects(run(await sectionsOf(fullSample()), true, AbortSignal.abort(reason)), reason);
  assert.deepEqual(store.realms.list(), []);
});
