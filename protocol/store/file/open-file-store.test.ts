import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { collect } from '../collect.ts';
import { RealmOutOfServiceError, type Store, type StoredUser } from '../store.ts';
import { createTestFolder } from '../testing/folder.ts';
import { createSession } from '../testing/sample-session.ts';
import { openFileStore } from './open-file-store.ts';

const demo = { id: 'demo-id', realm: 'demo' };
const alice = { id: 'u1', username: 'alice', email: 'alice@example.org' };

const open = (dataDir: string): Promise<Store> => openFileStore(dataDir, { log: silentLogger });

/** A data directory that a store wrote before it was closed. */
async function createDataDir(context: TestContext): Promise<string> {
  const dataDir = join(await createTestFolder(context), 'some', 'data');
  const store = await open(dataDir);
  await store.realms.create(demo, [alice]);
  await store.sessions.create(createSession('s1'));
  await store.sessions.revokeToken(demo.id, 'j1', 9e15);
  await store.close();
  return dataDir;
}

const dataDirError = (text: string) => (error: unknown) =>
  error instanceof OptionError &&
  error.option === 'data-dir' &&
  error.exitCode === 1 &&
  error.toLine().includes(text);

test('contract "State": realms, users, sessions and revoked tokens survive a restart', async (context) => {
  const dataDir = await createDataDir(context);
  const store = await open(dataDir);
  assert.deepEqual(store.realms.list(), [demo]);
  assert.deepEqual(await store.users.findByEmail(demo.id, 'ALICE@example.org'), alice);
  assert.deepEqual(await store.sessions.find(demo.id, 's1'), createSession('s1'));
  assert.equal(await store.sessions.isTokenRevoked(demo.id, 'j1'), true);
  await store.close();
});

test("a realm's clock setting survives a restart beside the realm, and is gone once the realm is removed", async (context) => {
  const dataDir = await createDataDir(context);
  const store = await open(dataDir);
  await Promise.all([
    store.realms.setClock(demo.id, () => ({ offsetMs: 1 })),
    store.realms.setClock(demo.id, () => ({ frozenAt: 77 })),
  ]);
  await store.close();
  assert.doesNotMatch(await readFile(join(dataDir, 'realms/demo-id/realm.json'), 'utf8'), /frozenAt/);
  const again = await open(dataDir);
  assert.deepEqual(again.realms.findClock(demo.id), { frozenAt: 77 });
  await again.realms.remove('demo');
  await again.realms.create(demo, []);
  await again.close();
  const last = await open(dataDir);
  assert.equal(last.realms.findClock(demo.id), undefined);
  await last.close();
});

test('the session of a Keycloak adapter survives a restart', async (context) => {
  const dataDir = await createDataDir(context);
  const store = await open(dataDir);
  const part = { clientUuid: 'c1', startedAt: 1, lastRefreshAt: 1, scope: 'openid' };
  const adapterSession = { id: 'app-1', host: 'node1' };
  const session = { ...createSession('s2'), clients: { c1: { ...part, adapterSession } } };
  await store.sessions.create(session);
  await store.close();
  const again = await open(dataDir);
  assert.deepEqual(await again.sessions.find(demo.id, 's2'), session);
  await again.close();
});

test('realms keep their order of creation across restarts', async (context) => {
  const dataDir = await createDataDir(context);
  const names = ['z', 'a', 'm'];
  const store = await open(dataDir);
  for (const name of names) await store.realms.create({ id: name, realm: name }, []);
  await store.close();
  const again = await open(dataDir);
  assert.deepEqual(
    again.realms.list().map((realm) => realm.realm),
    ['demo', ...names],
  );
  await again.close();
});

test('two stores never share a data directory; after closing it is free', async (context) => {
  const dataDir = await createDataDir(context);
  const store = await open(dataDir);
  await assert.rejects(open(dataDir), dataDirError(`in use by process ${process.pid}`));
  await store.close();
  await (await open(dataDir)).close();
});

test('closing waits for changes in progress', async (context) => {
  const dataDir = await createDataDir(context);
  const store = await open(dataDir);
  const update = store.users.update(demo.id, 'u1', (user) => ({ ...user, firstName: 'Ann' }));
  const rename = store.realms.update('demo', (realm) => ({ ...realm, displayName: 'Demo' }));
  await store.users.find(demo.id, 'u1');
  await store.close();
  const again = await open(dataDir);
  assert.equal((await again.users.find(demo.id, 'u1'))?.firstName, 'Ann');
  assert.equal(again.realms.find('demo')?.displayName, 'Demo');
  await again.close();
  await Promise.all([update, rename]);
});

for (const [what, path, content] of [
  ['a truncated page of sessions', 'realms/demo-id/sessions/000000.json', '[{"id":"s1"'],
  ['a page of sessions that is not a list', 'realms/demo-id/sessions/000000.json', '{}'],
  ['revoked tokens that are not numbers', 'realms/demo-id/revoked-tokens.json', '{"j":"x"}'],
  ['truncated revoked tokens', 'realms/demo-id/revoked-tokens.json', '{"j":'],
  ['a clock without a setting', 'realms/demo-id/clock.json', '{}'],
] as const) {
  test(`${what}: the file is set aside with one ERROR record, the rest is served, and the next start finds no damage`, async (context) => {
    const dataDir = await createDataDir(context);
    const damaged = join(dataDir, path);
    await writeFile(damaged, content);
    await writeFile(
      join(dataDir, 'realms/demo-id/sessions/000001.json'),
      JSON.stringify([createSession('s2')]),
    );
    const log = createCollectingLogger();
    const store = await openFileStore(dataDir, { log });
    const isPage = path.includes('sessions');
    assert.equal(store.realms.findClock(demo.id), undefined);
    assert.equal((await store.sessions.find(demo.id, 's1')) === undefined, isPage);
    assert.equal((await store.sessions.find(demo.id, 's2'))?.id, 's2');
    assert.equal(await store.sessions.isTokenRevoked(demo.id, 'j1'), !path.includes('revoked'));
    await store.sessions.create(createSession('s3'));
    await store.sessions.revokeToken(demo.id, 'j3', 9e15);
    await store.close();
    assert.equal(await readFile(`${damaged}.damaged-1`, 'utf8'), content);
    assert.deepEqual(
      log.records.map(({ level, parameters }) => [level, parameters['file'], parameters['setAsideAs']]),
      [['ERROR', damaged, `${damaged}.damaged-1`]],
    );
    const quiet = createCollectingLogger();
    const again = await openFileStore(dataDir, { log: quiet });
    assert.equal((await again.sessions.find(demo.id, 's3'))?.id, 's3');
    assert.equal(await again.sessions.isTokenRevoked(demo.id, 'j3'), true);
    assert.deepEqual(quiet.records, []);
    await again.close();
  });
}

test('a file in place of the sessions folder is set aside, and sessions are saved again', async (context) => {
  const dataDir = await createDataDir(context);
  const path = join(dataDir, 'realms', 'demo-id', 'sessions');
  await rm(path, { recursive: true });
  await writeFile(path, 'mine');
  const log = createCollectingLogger();
  const store = await openFileStore(dataDir, { log });
  assert.deepEqual(
    log.records.map(({ level, parameters }) => [level, parameters['file'], parameters['reason']]),
    [['ERROR', path, 'it is not a folder (ENOTDIR)']],
  );
  await store.sessions.create(createSession('s2'));
  await store.close();
  assert.equal(await readFile(`${path}.damaged-1`, 'utf8'), 'mine');
  const again = await open(dataDir);
  assert.equal((await again.sessions.find(demo.id, 's2'))?.id, 's2');
  await again.close();
});

test('a file in place of the users folder takes only that realm out of service, at first use', async (context) => {
  const dataDir = await createThreeRealms(context);
  const path = join(dataDir, 'realms', 'demo-id', 'users');
  await rm(path, { recursive: true });
  await writeFile(path, 'mine');
  const store = await open(dataDir);
  await assert.rejects(store.users.findByUsername(demo.id, 'alice'), RealmOutOfServiceError);
  assert.equal(store.realms.findOutOfService('demo')?.problem, 'it is not a folder (ENOTDIR)');
  assert.equal(await store.users.count('shop-id', {}), 1);
  await store.close();
  assert.equal(await readFile(path, 'utf8'), 'mine');
});

test('if the data directory is removed while open, changes and reads of users are refused with the reason', async (context) => {
  const dataDir = await createDataDir(context);
  const store = await open(dataDir);
  await rm(dataDir, { recursive: true });
  const gone = { name: 'StorageError', code: 'ENOENT' };
  // Users that have not been read: an empty realm would reject alice's password.
  await assert.rejects(store.users.findByUsername(demo.id, 'alice'), gone);
  await assert.rejects(
    store.realms.update('demo', (realm) => ({ ...realm, displayName: 'x' })),
    gone,
  );
  await assert.rejects(store.realms.create({ id: 'other', realm: 'other' }, []), gone);
  await assert.rejects(store.realms.remove('demo'), gone);
  await assert.rejects(store.sessions.remove(demo.id, 's1'), gone);
  await assert.rejects(store.sessions.revokeToken(demo.id, 'j2', 9e15), gone);
  assert.equal(store.realms.find('demo')?.displayName, undefined);
  assert.equal((await store.sessions.find(demo.id, 's1'))?.id, 's1');
  await store.close().catch(() => undefined);
});

/** A data directory with the realms master, demo and shop on disk. */
async function createThreeRealms(context: TestContext): Promise<string> {
  const dataDir = await createDataDir(context);
  const store = await open(dataDir);
  const clients = ['master', 'demo', 'shop'].map((name) => ({ clientId: `${name}-realm` }));
  await store.realms.create({ id: 'master-id', realm: 'master', clients }, []);
  await store.realms.create({ id: 'shop-id', realm: 'shop' }, [alice]);
  await store.close();
  return dataDir;
}

const servedBy = (store: Store): readonly string[] => store.realms.list().map(({ realm }) => realm);

for (const [what, damage, problem] of [
  [
    'is truncated',
    '{"order":1,"realm":{"id":"demo-id","realm":"demo","key":"secret-part',
    /it is not valid JSON/,
  ],
  ['is empty', '', /it is not valid JSON/],
  ['has the wrong shape', '{"id":"demo-id","realm":"demo"}', /order is not a number/],
  ['is missing', undefined, /it is missing/],
  ['is a folder', 'folder', /it is a folder \(EISDIR\)/],
] as const) {
  test(`a realm whose file ${what} is out of service alone, is logged, and remains untouched`, async (context) => {
    const dataDir = await createThreeRealms(context);
    const path = join(dataDir, 'realms', 'demo-id', 'realm.json');
    const good = await readFile(path);
    await rm(path);
    if (damage === 'folder') await mkdir(path);
    else if (damage !== undefined) await writeFile(path, damage);
    const log = createCollectingLogger();
    const store = await openFileStore(dataDir, { log });
    assert.deepEqual(servedBy(store), ['master', 'shop']);
    assert.equal(await store.users.count('shop-id', {}), 1);
    const found = store.realms.findOutOfService('demo');
    assert.equal(found?.path, path);
    assert.equal(found?.file, join('realms', 'demo-id', 'realm.json'));
    assert.match(found?.problem ?? '', problem);
    for (const other of ['master', 'shop', 'new'])
      assert.equal(store.realms.findOutOfService(other), undefined);
    const [line, ...more] = log.records.filter(({ level }) => level === 'ERROR');
    assert.deepEqual(more, []);
    assert.ok(JSON.stringify(line).includes(path));
    assert.doesNotMatch(JSON.stringify(line), /secret-part/);
    for (const taken of [
      { id: 'other-id', realm: 'demo' },
      { id: 'demo-id', realm: 'new' },
    ])
      await assert.rejects(store.realms.create(taken, []), RealmOutOfServiceError);
    const rename = store.realms.update('shop', (realm) => ({ ...realm, realm: 'demo' }));
    await assert.rejects(rename, RealmOutOfServiceError);
    await store.realms.create({ id: 'new-id', realm: 'new' }, []);
    await store.close();
    const left = damage === undefined || damage === 'folder' ? undefined : await readFile(path, 'utf8');
    assert.equal(left, damage === 'folder' ? undefined : damage);
    await rm(path, { recursive: true, force: true });
    await writeFile(path, good);
    const repaired = await open(dataDir);
    assert.deepEqual(servedBy(repaired), ['demo', 'master', 'shop', 'new']);
    assert.deepEqual(repaired.realms.listOutOfService(), []);
    assert.equal(await repaired.users.count('demo-id', {}), 1);
    await repaired.close();
  });
}

test('while master is out of service without a name, no unknown name is free', async (context) => {
  const dataDir = await createThreeRealms(context);
  await writeFile(join(dataDir, 'realms', 'master-id', 'realm.json'), '');
  const store = await open(dataDir);
  assert.deepEqual(servedBy(store), ['demo', 'shop']);
  for (const name of ['master', 'new'])
    await assert.rejects(store.realms.create({ id: `${name}-2`, realm: name }, []), RealmOutOfServiceError);
  await store.realms.update('demo', (realm) => ({ ...realm, displayName: 'Demo' }));
  await store.close();
});

test('of a copied realm folder the original is served, and the copy is reported and left untouched', async (context) => {
  const dataDir = await createThreeRealms(context);
  const copy = join(dataDir, 'realms', 'a-copy');
  await mkdir(copy);
  const realmFile = await readFile(join(dataDir, 'realms', 'demo-id', 'realm.json'));
  await writeFile(join(copy, 'realm.json'), realmFile);
  const store = await open(dataDir);
  assert.equal(await store.users.count('demo-id', {}), 1);
  assert.equal(store.realms.findOutOfService('demo'), undefined);
  const [damage] = store.realms.listOutOfService();
  assert.equal(damage?.path, join(copy, 'realm.json'));
  assert.match(damage?.problem ?? '', /demo-id.realm\.json also contains realm "demo"/);
  await store.close();
  assert.deepEqual(await readFile(join(copy, 'realm.json')), realmFile);
});

test('other files and folders are left untouched', async (context) => {
  const dataDir = await createDataDir(context);
  await writeFile(join(dataDir, 'realms', 'notes.txt'), 'mine');
  await mkdir(join(dataDir, 'realms', '.folder-of-the-system'));
  await (await open(dataDir)).close();
  assert.equal((await readdir(join(dataDir, 'realms'))).length, 3);
});

test('a file in place of the data directory is refused with a remedy', async (context) => {
  const path = join(await createTestFolder(context), 'file');
  await writeFile(path, '');
  await assert.rejects(open(path), dataDirError('Give a folder that you may write to.'));
});

for (const [what, content] of [
  ['is truncated', 'torn'],
  ['contains a user twice', JSON.stringify([alice, { ...alice, id: 'u2' }])],
] as const) {
  test(`a page of users that ${what} takes only its realm out of service, at first use`, async (context) => {
    const dataDir = await createThreeRealms(context);
    const page = join(dataDir, 'realms', 'demo-id', 'users', '000000.json');
    await writeFile(page, content);
    const log = createCollectingLogger();
    const store = await openFileStore(dataDir, { log });
    assert.deepEqual(servedBy(store), ['demo', 'master', 'shop']);
    const reads = [
      store.users.find(demo.id, 'u1'),
      collect(store.users.each(demo.id)),
      store.users.create(demo.id, alice),
    ];
    for (const read of await Promise.allSettled(reads))
      assert.ok(read.status === 'rejected' && read.reason instanceof RealmOutOfServiceError);
    assert.equal(log.records.filter(({ level }) => level === 'ERROR').length, 1);
    assert.deepEqual(servedBy(store), ['master', 'shop']);
    assert.equal(store.realms.listOutOfService().length, 1);
    assert.ok(store.realms.findOutOfService('demo')?.path.includes(join('demo-id', 'users')));
    assert.equal(await store.users.count('shop-id', {}), 1);
    await store.close();
    assert.equal(await readFile(page, 'utf8'), content);
  });
}

const noModes = process.platform === 'win32' ? 'the system has no such modes' : false;
test('everything in the data directory is accessible by its owner only', {
  skip: noModes,
}, async (context) => {
  const dataDir = await createDataDir(context);
  const store = await open(dataDir);
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  assert.ok(entries.length >= 8);
  for (const entry of entries) {
    const { mode } = await stat(join(entry.path, entry.name));
    assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name);
  }
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700);
  await store.close();
});

/** Data of an earlier version: a plain password of a user, and no mark in the realm's file. */
async function createOldDataDir(context: TestContext): Promise<string> {
  const dataDir = await createDataDir(context);
  const folder = join(dataDir, 'realms', 'demo-id');
  await writeFile(join(folder, 'realm.json'), JSON.stringify({ order: 1, realm: demo }));
  await writeFile(join(folder, 'users', '000000.json'), JSON.stringify([{ ...alice, firstName: 'plain' }]));
  return dataDir;
}

const prepareUser = (user: StoredUser): StoredUser =>
  user.firstName === 'plain' ? { ...user, firstName: 'prepared' } : user;

test('users of an earlier version are rewritten in the background, and their realm is marked', async (context) => {
  const dataDir = await createOldDataDir(context);
  const store = await openFileStore(dataDir, { log: silentLogger, prepareUser });
  await store.migrate();
  const folder = join(dataDir, 'realms', 'demo-id');
  assert.match(await readFile(join(folder, 'users', '000000.json'), 'utf8'), /"firstName":"prepared"/);
  assert.equal(JSON.parse(await readFile(join(folder, 'realm.json'), 'utf8')).passwords, 'hashed');
  await store.realms.update('demo', (realm) => ({ ...realm, displayName: 'Demo' }));
  await store.close();
  const again = await openFileStore(dataDir, {
    log: silentLogger,
    prepareUser: () => assert.fail('the users were read again'),
  });
  await again.migrate();
  await again.close();
});

test('users of an earlier version are migrated when they are read before the migration', async (context) => {
  const store = await openFileStore(await createOldDataDir(context), { log: silentLogger, prepareUser });
  assert.equal((await store.users.find(demo.id, 'u1'))?.firstName, 'prepared');
  await store.close();
});

test('a realm whose users cannot be migrated is logged and not marked', async (context) => {
  const dataDir = await createOldDataDir(context);
  await writeFile(join(dataDir, 'realms', 'demo-id', 'users', '000000.json'), 'torn');
  const log = createCollectingLogger();
  const store = await openFileStore(dataDir, { log, prepareUser });
  await store.migrate();
  await store.close();
  assert.equal(log.records.filter(({ level }) => level === 'ERROR').length, 1);
  assert.doesNotMatch(await readFile(join(dataDir, 'realms', 'demo-id', 'realm.json'), 'utf8'), /hashed/);
});
