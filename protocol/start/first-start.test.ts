import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createImportDeps } from '#protocol/realm/testing/import-deps.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { prepareRealms } from './first-start.ts';

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-first-start-'));
  const write = (name: string, content: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const store = createMemoryStore();
  const demoRealmFile = write('demo.json', { realm: 'demo' });
  const prepare = (importPath?: string, environment: Record<string, string> = {}) =>
    prepareRealms({
      ...createImportDeps(store, createCollectingLogger()),
      clock: { now: () => 0 },
      administrator: { username: 'admin', password: 'pw' },
      exposure: undefined,
      demoRealmFile,
      importPath,
      environment,
    });
  return { folder, write, store, prepare };
}

const names = (store: ReturnType<typeof createMemoryStore>) =>
  store.realms.list().map((realm) => realm.realm);

test('a new data directory gets master and demo; an existing one is left unchanged', async () => {
  const { store, prepare } = setUp();
  await prepare();
  assert.deepEqual(names(store), ['demo', 'master']);
  await store.realms.remove('demo');
  await prepare();
  assert.deepEqual(names(store), ['master']);
});

test('an interrupted start is completed: demo without master, a realm that master does not manage yet', async () => {
  const { store, prepare } = setUp();
  await store.realms.create({ id: 'd', realm: 'demo' }, []);
  await store.realms.create({ id: 's', realm: 'shop' }, []);
  await prepare();
  await store.realms.create({ id: 'l', realm: 'late' }, []);
  await prepare();
  const clients = store.realms.find('master')?.clients?.map((client) => client.clientId) ?? [];
  for (const realm of ['master', 'demo', 'shop', 'late'])
    assert.ok(clients.includes(`${realm}-realm`), realm);
});

test('contract "Start": --import-realm imports a file; an existing realm is left unchanged', async () => {
  const { store, prepare, write } = setUp();
  const file = write('shop.json', { realm: 'shop', displayName: 'First' });
  await prepare(file);
  write('shop.json', { realm: 'shop', displayName: 'Second' });
  await prepare(file);
  assert.equal(store.realms.find('shop')?.displayName, 'First');
});

test('contract "Start": --import-realm imports Keycloak\'s exported folder, with users beside their realm', async () => {
  const { store, prepare, write, folder } = setUp();
  write('shop-realm.json', { realm: 'shop' });
  write('shop-users-0.json', { realm: 'shop', users: [{ username: 'one' }] });
  write('shop-users-1.json', { realm: 'shop', users: [{ username: 'two' }] });
  await prepare(folder);
  const shop = store.realms.find('shop');
  const users = await store.users.list(shop?.id ?? '');
  assert.deepEqual(
    users.map((user) => user.username),
    ['one', 'two'],
  );
});

const refusals: [title: string, content: string, says: RegExp][] = [
  ['is not JSON', '{', /JSON|line/],
  ['has no realm', '{}', /realm/],
  ['has a member of the wrong type', '{"realm":"x","clients":{}}', /clients/],
];
for (const [title, content, says] of refusals) {
  test(`contract "Start": a realm file that ${title} ends the start with exit code 1, naming the file and the fault`, async () => {
    const { prepare, write } = setUp();
    const path = write('bad.json', content);
    await assert.rejects(
      prepare(path),
      (error) =>
        error instanceof OptionError &&
        error.exitCode === 1 &&
        error.message.includes(path) &&
        says.test(error.toLine()),
    );
  });
}

test('contract "Start": a missing path ends the start with exit code 1', async () => {
  const { prepare, folder } = setUp();
  await assert.rejects(
    prepare(join(folder, 'none.json')),
    (error) => error instanceof OptionError && error.exitCode === 1,
  );
});
