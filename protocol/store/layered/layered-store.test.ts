import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '#protocol/clock.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { collect } from '#protocol/store/collect.ts';
import { openFileStore } from '../file/open-file-store.ts';
import { createMemoryStore } from '../memory/memory-store.ts';
import { DuplicateError, type StoredRealm, type UserSet } from '../store.ts';
import { testStore } from '../testing/conformance.ts';
import { createSession } from '../testing/sample-session.ts';
import { type LayeredStore, layerTransientRealms, type RealmEvents } from './layered-store.ts';

const demo: StoredRealm = { id: 'demo-id', realm: 'demo' };
const clone: StoredRealm = { id: 'clone-id', realm: 'clone' };
const alice = { id: 'u1', username: 'alice' };
const bob = { id: 'u2', username: 'bob' };

const setOf = (...users: { id: string; username: string }[]): UserSet => ({ list: () => users });

testStore('layered, realms of the base store', async () => ({
  store: layerTransientRealms(createMemoryStore(), systemClock),
  dispose: async () => undefined,
}));

testStore('layered, transient realms', async () => {
  const store = layerTransientRealms(createMemoryStore(), systemClock);
  const create: LayeredStore['realms']['create'] = (realm, users, watch) =>
    store.createTransient(realm, 'list' in users ? users : { list: () => users }, watch);
  return { store: { ...store, realms: { ...store.realms, create } }, dispose: async () => undefined };
});

async function withFiles(run: (store: LayeredStore, folder: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-layers-'));
  const files = await openFileStore(dataDir, { log: silentLogger });
  try {
    await run(layerTransientRealms(files, systemClock), join(dataDir, 'realms'));
  } finally {
    await files.close();
    await rm(dataDir, { recursive: true });
  }
}

const taken = (member: string) => (error: unknown) =>
  error instanceof DuplicateError && error.member === member;

test('nothing of a transient realm is written to disk, not even its sessions', () =>
  withFiles(async (store, folder) => {
    await store.realms.create(demo, [alice]);
    await store.createTransient(clone, setOf(alice));
    await store.users.create(clone.id, bob);
    await store.realms.update('clone', (realm) => ({ ...realm, enabled: false }));
    await store.sessions.create(createSession('s1', { realmId: clone.id }));
    await store.sessions.revokeToken(clone.id, 'j1', 9e15);
    await store.flush();
    assert.deepEqual(await readdir(folder), [demo.id]);
    assert.equal(await store.sessions.isTokenRevoked(clone.id, 'j1'), true);
    assert.equal(store.realms.isTransient(clone.id), true);
    assert.equal(store.realms.isTransient(demo.id), false);
  }));

test('names and ids are unique across both layers, at creation, renaming and replacement', async () => {
  const store = layerTransientRealms(createMemoryStore(), systemClock);
  await store.realms.create(demo, []);
  await store.createTransient(clone, setOf());
  await assert.rejects(store.createTransient({ id: 'x', realm: 'demo' }, setOf()), taken('realm'));
  await assert.rejects(store.createTransient({ id: demo.id, realm: 'x' }, setOf()), taken('id'));
  await assert.rejects(store.realms.create({ id: 'x', realm: 'clone' }, []), taken('realm'));
  await assert.rejects(store.realms.create({ id: clone.id, realm: 'x' }, []), taken('id'));
  await assert.rejects(store.realms.replace({ id: clone.id, realm: 'demo' }, []), taken('id'));
  const rename = (from: string, to: string) =>
    store.realms.update(from, (realm) => ({ ...realm, realm: to }));
  await assert.rejects(rename('demo', 'clone'), taken('realm'));
  await assert.rejects(rename('clone', 'demo'), taken('realm'));
  assert.deepEqual(
    store.realms.list().map(({ realm }) => realm),
    ['demo', 'clone'],
  );
});

test('of a realm on disk and a transient one that get the same name at once, only one is stored', () =>
  withFiles(async (store) => {
    const onDisk = store.realms.create({ id: 'a', realm: 'same' }, []);
    await assert.rejects(store.createTransient({ id: 'b', realm: 'same' }, setOf()), taken('realm'));
    await onDisk;
    const renaming = store.realms.update('same', (realm) => ({ ...realm, realm: 'other' }));
    // The change runs in its turn, before which the name is free.
    await Promise.resolve();
    const [renamed, made] = await Promise.allSettled([
      renaming,
      store.createTransient({ id: 'b', realm: 'other' }, setOf()),
    ]);
    assert.deepEqual([renamed.status, made.status].sort(), ['fulfilled', 'rejected']);
    assert.equal(store.realms.list().length, 1);
  }));

test('requests of a transient realm that end after its removal leave no session and no revoked token', async () => {
  const base = createMemoryStore();
  const store = layerTransientRealms(base, systemClock);
  await store.createTransient(clone, setOf(alice));
  await store.realms.remove('clone');
  await store.sessions.create(createSession('s1', { realmId: clone.id }));
  await store.sessions.revokeToken(clone.id, 'j1', 9e15);
  assert.deepEqual(await collect(base.sessions.list(clone.id)), []);
  assert.equal(await base.sessions.isTokenRevoked(clone.id, 'j1'), false);
});

for (const where of ['on disk', 'transient'])
  test(`an image of a realm ${where} brings back settings, users, sessions and revoked tokens`, () =>
    withFiles(async (store) => {
      if (where === 'on disk') await store.realms.create(demo, [alice]);
      else await store.createTransient(demo, setOf(alice));
      await store.sessions.create(createSession('s1'));
      await store.sessions.revokeToken(demo.id, 'j1', 9e15);
      await store.realms.setClock(demo.id, () => ({ offsetMs: 5 }));
      const image = await store.capture('demo');
      assert.ok(image);
      await store.realms.update('demo', (realm) => ({ ...realm, enabled: false }));
      await store.realms.setClock(demo.id, () => ({ frozenAt: 7 }));
      await store.users.create(demo.id, bob);
      await store.users.update(demo.id, 'u1', (user) => ({ ...user, username: 'eve' }));
      await store.sessions.remove(demo.id, 's1');
      await store.sessions.create(createSession('s2'));
      await store.sessions.revokeToken(demo.id, 'j2', 9e15);
      for (const _again of [1, 2]) {
        await store.restore(image);
        assert.deepEqual(store.realms.list(), [demo]);
        assert.deepEqual(await collect(store.users.each(demo.id)), [alice]);
        assert.deepEqual(
          (await collect(store.sessions.list(demo.id))).map(({ id }) => id),
          ['s1'],
        );
        assert.deepEqual((await store.sessions.capture(demo.id)).revoked, { j1: 9e15 });
        assert.deepEqual(store.realms.findClock(demo.id), { offsetMs: 5 });
        await store.users.create(demo.id, bob);
      }
      assert.equal(await store.capture('nowhere'), undefined);
      await assert.rejects(store.restore({ ...image, realm: { ...demo, realm: 'nowhere' } }), TypeError);
    }));

test('events name the realms that are created, renamed, replaced and removed; an image that is put back is none', async () => {
  const seen: string[] = [];
  const events: RealmEvents = {
    created: ({ id }) => void seen.push(`created ${id}`),
    renamed: ({ id, realm }, before) => void seen.push(`renamed ${id} ${before} ${realm}`),
    removed: ({ id }) => void seen.push(`removed ${id}`),
    usersChanging: (realmId) => {
      seen.push(`users ${realmId}`);
      return Promise.resolve();
    },
  };
  const store = layerTransientRealms(createMemoryStore(), systemClock, events);
  await store.realms.create(demo, [alice]);
  await store.createTransient(clone, setOf());
  await store.realms.replace({ id: 'new-id', realm: 'clone' }, []);
  assert.equal(store.realms.isTransient('new-id'), true);
  assert.equal(store.realms.isTransient(clone.id), false);
  await store.realms.update('demo', (realm) => ({ ...realm, realm: 'renamed' }));
  const image = await store.capture('renamed');
  if (image !== undefined) await store.restore(image);
  await store.users.remove(demo.id, 'u1');
  await store.realms.remove('renamed');
  await store.realms.remove('renamed');
  assert.deepEqual(seen, [
    'created demo-id',
    'created clone-id',
    'removed clone-id',
    'created new-id',
    'renamed demo-id demo renamed',
    'users demo-id',
    'removed demo-id',
  ]);
});

test('a code of a frozen realm is not swept, whether the realm is in memory only or not', async () => {
  const base = createMemoryStore();
  await base.realms.create(demo, []);
  await base.realms.setClock(demo.id, () => ({ frozenAt: 0 }));
  const store = layerTransientRealms(base, systemClock);
  await store.createTransient(clone, setOf());
  await store.realms.setClock(demo.id, () => ({ offsetMs: 0 }));
  await store.realms.setClock(clone.id, () => ({ frozenAt: 0 }));
  const codes = store.createExpiringStore('code');
  await codes.put('code', { realmId: clone.id }, 0.001, 0);
  for (let index = 0; index < 3000; index++) await codes.put(`other-${index}`, { realmId: demo.id }, 1e9, 0);
  assert.equal((await codes.find(clone.id, 'code', 0))?.realmId, clone.id);
});
