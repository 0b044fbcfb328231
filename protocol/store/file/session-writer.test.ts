import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCollectingLogger } from '#protocol/log/collecting-logger.ts';
import { createSession } from '../conformance.ts';
import { SessionMemory } from '../memory/session-memory.ts';
import { RealmFolder } from './realm-folder.ts';
import { loadSessions, SessionWriter } from './session-writer.ts';
import { createTestFolder } from './test-folder.ts';

async function createSessions(context: TestContext) {
  const path = join(await createTestFolder(context), 'r');
  const folder = await RealmFolder.create(path, { order: 1, realm: { id: 'demo-id', realm: 'demo' } }, []);
  const folders = new Map([['demo-id', folder]]);
  const log = createCollectingLogger();
  const writer = new SessionWriter((realmId) => folders.get(realmId), log);
  context.after(() => writer.stop());
  const onDisk = async (): Promise<SessionMemory> => {
    const memory = new SessionMemory();
    await loadSessions('demo-id', new RealmFolder(path), memory);
    return memory;
  };
  return { path, folder, folders, log, writer, memory: new SessionMemory(writer), onDisk };
}

test('sessions and revoked tokens are on disk after a flush, removed ones gone', async (context) => {
  const { writer, memory, onDisk } = await createSessions(context);
  memory.save(createSession('s1'));
  memory.save(createSession('s2'));
  memory.revokeToken('demo-id', 'j1', 100);
  memory.revokeToken('demo-id', 'j2', 200);
  await writer.flush();
  memory.remove('demo-id', 's1');
  memory.forgetExpiredTokens('demo-id', 150);
  await writer.flush();
  const read = await onDisk();
  assert.deepEqual([...read.list('demo-id')], [createSession('s2')]);
  assert.equal(read.isTokenRevoked('demo-id', 'j1'), false);
  assert.equal(read.isTokenRevoked('demo-id', 'j2'), true);
});

test('contract "State": changes are written within a second, without anybody asking', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { memory, writer, onDisk, folder } = await createSessions(context);
  memory.save(createSession('s1'));
  await writer.flush();
  memory.save(createSession('s2'));
  context.mock.timers.tick(999);
  // The timer has begun the write when its microtasks have run; the write itself is waited for.
  await new Promise((resolve) => setImmediate(resolve));
  await folder.sessions.settle();
  assert.equal((await onDisk()).find('demo-id', 's2')?.id, 's2');
});

test('after stop nothing is written by itself', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { memory, writer, onDisk, folder } = await createSessions(context);
  memory.save(createSession('s1'));
  await writer.flush();
  writer.stop();
  memory.save(createSession('s2'));
  context.mock.timers.tick(60_000);
  await new Promise((resolve) => setImmediate(resolve));
  await folder.sessions.settle();
  assert.equal((await onDisk()).find('demo-id', 's2'), undefined);
});

test('what could not be written is told, kept and written later', async (context) => {
  const { path, memory, writer, onDisk } = await createSessions(context);
  await rename(path, `${path}.away`);
  memory.save(createSession('s1'));
  memory.revokeToken('demo-id', 'j1', 100);
  await assert.rejects(writer.flush(), { code: 'ENOENT' });
  await rename(`${path}.away`, path);
  await writer.flush();
  const read = await onDisk();
  assert.equal(read.find('demo-id', 's1')?.id, 's1');
  assert.equal(read.isTokenRevoked('demo-id', 'j1'), true);
});

test('sessions of a realm that is gone are not written', async (context) => {
  const { folders, memory, writer, onDisk } = await createSessions(context);
  folders.clear();
  memory.save(createSession('s1'));
  memory.revokeToken('demo-id', 'j1', 100);
  memory.removeRealm('demo-id');
  await writer.flush();
  assert.deepEqual([...(await onDisk()).list('demo-id')], []);
});
