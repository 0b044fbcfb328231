import assert from 'node:assert/strict';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { collect } from '../collect.ts';
import { SessionMemory } from '../memory/session-memory.ts';
import { createTestFolder } from '../testing/folder.ts';
import { createSession, putSession } from '../testing/sample-session.ts';
import { RealmFolder } from './realm-folder.ts';
import { SessionWriter } from './session-writer.ts';

async function createSessions(context: TestContext) {
  const path = join(await createTestFolder(context), 'r');
  const folder = await RealmFolder.create(path, { order: 1, realm: { id: 'demo-id', realm: 'demo' } }, []);
  const folders = new Map([['demo-id', folder]]);
  const log = createCollectingLogger();
  const writer = new SessionWriter((realmId) => folders.get(realmId), log);
  context.after(() => writer.stop());
  const onDisk = async (): Promise<SessionMemory> => {
    const memory = new SessionMemory();
    const reader = new SessionWriter(() => undefined, log);
    await reader.load('demo-id', new RealmFolder(path), memory);
    return memory;
  };
  return { path, folder, folders, log, writer, memory: new SessionMemory(writer), onDisk };
}

test('after a flush, sessions and revoked tokens are on disk and removed ones are gone', async (context) => {
  const { writer, memory, onDisk } = await createSessions(context);
  await memory.create(createSession('s1'));
  await memory.create(createSession('s2'));
  await memory.revokeToken('demo-id', 'j1', 100);
  await memory.revokeToken('demo-id', 'j2', 200);
  await writer.flush();
  await memory.remove('demo-id', 's1');
  await memory.forgetExpiredTokens(new Map([['demo-id', 150]]));
  await writer.flush();
  const read = await onDisk();
  assert.deepEqual(await collect(read.list('demo-id')), [createSession('s2')]);
  assert.equal(await read.isTokenRevoked('demo-id', 'j1'), false);
  assert.equal(await read.isTokenRevoked('demo-id', 'j2'), true);
});

test('the pages are written within five seconds without a request', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { path, memory, writer, folder } = await createSessions(context);
  await memory.create(createSession('s1'));
  await writer.flush();
  await memory.create(createSession('s2'));
  context.mock.timers.tick(5000);
  // The timer has started the write when its microtasks have run; the write itself is awaited.
  await new Promise((resolve) => setImmediate(resolve));
  await folder.sessions.settle();
  assert.match(await readFile(join(path, 'sessions', '000000.json'), 'utf8'), /"s2"/);
});

test('changes that the journal could not accept go to the pages within half a second', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { path, memory, writer, onDisk, folder } = await createSessions(context);
  await memory.create(createSession('s1'));
  await writer.flush();
  await rename(path, `${path}.away`);
  await memory.create(createSession('s2'));
  assert.equal(writer.settle(writer.mark()), undefined);
  await rename(`${path}.away`, path);
  assert.equal(await (await onDisk()).find('demo-id', 's2'), undefined);
  context.mock.timers.tick(500);
  await new Promise((resolve) => setImmediate(resolve));
  await folder.sessions.settle();
  assert.equal((await (await onDisk()).find('demo-id', 's2'))?.id, 's2');
});

test('after stop no page is written automatically; the journal has the changes', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { path, memory, writer, onDisk, folder } = await createSessions(context);
  await memory.create(createSession('s1'));
  await writer.flush();
  writer.stop();
  await memory.create(createSession('s2'));
  context.mock.timers.tick(60_000);
  await new Promise((resolve) => setImmediate(resolve));
  await folder.sessions.settle();
  assert.equal(writer.settle(writer.mark()), undefined);
  assert.doesNotMatch(await readFile(join(path, 'sessions', '000000.json'), 'utf8'), /"s2"/);
  assert.equal((await (await onDisk()).find('demo-id', 's2'))?.id, 's2');
});

test('a sign-out, a revocation and the use of a rotating refresh token are on disk when the call returns', async (context) => {
  const { memory, onDisk } = await createSessions(context);
  await memory.create(createSession('s1'));
  await memory.create(createSession('s2'));
  await memory.remove('demo-id', 's1');
  await memory.revokeToken('demo-id', 'j1', 9e15);
  await memory.update({ realmId: 'demo-id', id: 's2' }, () => ({
    session: createSession('s2', { lastAccessAt: 9 }),
    revoked: { j2: 9e15 },
    result: undefined,
  }));
  const read = await onDisk();
  assert.deepEqual(
    (await collect(read.list('demo-id'))).map(({ id, lastAccessAt }) => [id, lastAccessAt]),
    [['s2', 9]],
  );
  assert.equal(await read.isTokenRevoked('demo-id', 'j1'), true);
  assert.equal(await read.isTokenRevoked('demo-id', 'j2'), true);
});

test('a new session is on disk when any request is answered', async (context) => {
  const { memory, writer, onDisk } = await createSessions(context);
  await memory.create(createSession('s1'));
  assert.equal(writer.settle(writer.mark()), undefined);
  assert.equal((await (await onDisk()).find('demo-id', 's1'))?.id, 's1');
});

test('a session that changes several times before the response is one line with the newest state', async (context) => {
  const { path, memory, writer, onDisk } = await createSessions(context);
  for (const lastAccessAt of [1, 2, 3]) await putSession(memory, createSession('s1', { lastAccessAt }));
  assert.equal(writer.settle(writer.mark()), undefined);
  const journal = await readFile(join(path, 'sessions-000000.journal'), 'utf8');
  assert.equal(journal.split('\n').length, 2);
  assert.equal((await (await onDisk()).find('demo-id', 's1'))?.lastAccessAt, 3);
});

test('revocations keep their order among changes of the same session', async (context) => {
  const { memory, writer, onDisk } = await createSessions(context);
  await memory.create(createSession('s1'));
  await memory.create(createSession('s2'));
  await memory.remove('demo-id', 's1');
  await memory.create(createSession('s1', { lastAccessAt: 9 }));
  assert.equal(await memory.discard((await memory.find('demo-id', 's2')) ?? assert.fail()), true);
  assert.equal(writer.settle(writer.mark()), undefined);
  const read = await onDisk();
  assert.equal((await read.find('demo-id', 's1'))?.lastAccessAt, 9);
  assert.equal(await read.find('demo-id', 's2'), undefined);
});

test('a response waits for the disk exactly when something was revoked since its request arrived', async (context) => {
  const { memory, writer } = await createSessions(context);
  await memory.create(createSession('s1'));
  const before = writer.mark();
  assert.equal(writer.settle(before), undefined);
  await memory.remove('demo-id', 's1');
  const after = writer.mark();
  const settled = writer.settle(before);
  assert.ok(settled instanceof Promise);
  assert.equal(writer.settle(after), undefined);
  await settled;
  assert.equal(writer.settle(before), undefined);
});

test('the journal is removed when the pages have its changes, and their content agrees', async (context) => {
  const { path, memory, writer, onDisk } = await createSessions(context);
  await memory.create(createSession('s1'));
  await memory.create(createSession('s2'));
  await memory.remove('demo-id', 's1');
  await memory.revokeToken('demo-id', 'j1', 9e15);
  await writer.flush();
  assert.deepEqual((await readdir(path)).sort(), ['origin', 'realm.json', 'revoked-tokens.json', 'sessions']);
  assert.deepEqual(await collect((await onDisk()).list('demo-id')), [createSession('s2')]);
});

test('changes restored from the journal go to the pages with the next flush', async (context) => {
  const { path, memory } = await createSessions(context);
  await memory.create(createSession('s1'));
  await memory.remove('demo-id', 's1');
  await memory.create(createSession('s2'));
  await memory.revokeToken('demo-id', 'j1', 9e15);
  // A second process finds what this one left when it was killed.
  const folder = new RealmFolder(path);
  const writer = new SessionWriter(() => folder, createCollectingLogger());
  context.after(() => writer.stop());
  const restored = new SessionMemory(writer);
  await writer.load('demo-id', folder, restored);
  await writer.flush();
  assert.equal((await readdir(path)).filter((name) => name.endsWith('.journal')).length, 0);
  const [page] = JSON.parse(await readFile(join(path, 'sessions', '000000.json'), 'utf8')) as {
    id: string;
  }[];
  assert.equal(page?.id, 's2');
  assert.match(await readFile(join(path, 'revoked-tokens.json'), 'utf8'), /j1/);
});

test('while the folder is missing, sign-outs and revocations are refused and can be retried; new sessions are saved later', async (context) => {
  const { path, memory, writer, onDisk, log } = await createSessions(context);
  await memory.create(createSession('s0'));
  await writer.flush();
  await rename(path, `${path}.away`);
  await memory.create(createSession('s1'));
  assert.equal(writer.settle(writer.mark()), undefined);
  await assert.rejects(memory.remove('demo-id', 's0'), StorageError);
  await assert.rejects(memory.revokeToken('demo-id', 'j1', 100), StorageError);
  await assert.rejects(writer.flush(), { code: 'ENOENT' });
  await assert.rejects(writer.flush(), { code: 'ENOENT' });
  assert.equal((await memory.find('demo-id', 's0'))?.id, 's0');
  assert.equal(log.records.filter(({ level }) => level === 'ERROR').length, 1);
  await rename(`${path}.away`, path);
  assert.equal((await memory.remove('demo-id', 's0'))?.id, 's0');
  await memory.revokeToken('demo-id', 'j1', 100);
  await writer.flush();
  const read = await onDisk();
  assert.deepEqual(
    (await collect(read.list('demo-id'))).map(({ id }) => id),
    ['s1'],
  );
  assert.equal(await read.isTokenRevoked('demo-id', 'j1'), true);
  assert.deepEqual(
    log.records.map(({ level }) => level),
    ['ERROR', 'INFO'],
  );
});

test('a refused sign-out does not leave new sessions of other requests in memory only for long', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { path, memory, writer, folder, log } = await createSessions(context);
  await memory.create(createSession('s0'));
  await writer.flush();
  await rename(path, `${path}.away`);
  await memory.create(createSession('s1'));
  await assert.rejects(memory.remove('demo-id', 's0'), StorageError);
  await rename(`${path}.away`, path);
  assert.equal(log.records.filter(({ level }) => level === 'ERROR').length, 1);
  context.mock.timers.tick(400);
  await new Promise((resolve) => setImmediate(resolve));
  await folder.sessions.settle();
  const page = await readFile(join(path, 'sessions', '000000.json'), 'utf8');
  assert.match(page, /"s0".*"s1"/);
});

test('the journal of an earlier process goes to the pages half a second after the start', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { path, memory, writer } = await createSessions(context);
  await memory.create(createSession('s0'));
  await writer.flush();
  await memory.create(createSession('s1'));
  assert.equal(writer.settle(writer.mark()), undefined);
  writer.stop();
  const folder = new RealmFolder(path);
  const next = new SessionWriter(() => folder, createCollectingLogger());
  context.after(() => next.stop());
  await next.load('demo-id', folder, new SessionMemory(next));
  context.mock.timers.tick(400);
  await new Promise((resolve) => setImmediate(resolve));
  await folder.sessions.settle();
  assert.match(await readFile(join(path, 'sessions', '000000.json'), 'utf8'), /"s1"/);
});

test('a folder that is removed while its journal is open refuses sign-outs at once', async (context) => {
  const { path, memory, writer } = await createSessions(context);
  await memory.create(createSession('s1'));
  assert.equal(writer.settle(writer.mark()), undefined);
  await rm(path, { recursive: true });
  await assert.rejects(memory.remove('demo-id', 's1'), StorageError);
  assert.equal((await memory.find('demo-id', 's1'))?.id, 's1');
});

test('sessions of a removed realm are not written', async (context) => {
  const { folders, memory, writer, onDisk } = await createSessions(context);
  folders.clear();
  await memory.create(createSession('s1'));
  await memory.revokeToken('demo-id', 'j1', 100);
  memory.removeRealm('demo-id');
  await writer.flush();
  assert.deepEqual(await collect((await onDisk()).list('demo-id')), []);
});
