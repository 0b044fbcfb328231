// What the rows of admin/emulator-api/snapshots.test.ts cannot reach: realms on disk, and realms that end meanwhile.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '#protocol/clock.ts';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { collect } from '#protocol/store/collect.ts';
import { openFileStore } from '#protocol/store/file/open-file-store.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { withTwoServers } from '#protocol/store/postgres/testing/servers.ts';
import { withDatabase } from '#protocol/store/postgres/testing/test-database.ts';
import { createSession } from '#protocol/store/testing/sample-session.ts';
import { withPreparedKeys } from '#protocol/testing/realm-keys.ts';
import { KitError } from './kit-error.ts';
import { createRealmResets } from './realm-resets.ts';
import { openKitRealms } from './realms.ts';

const check = withDatabase();

const { stored: shop } = testRealm(withPreparedKeys({ realm: 'shop' }));
const ann = { id: 'u1', username: 'ann' };

const gone = (error: unknown): boolean => error instanceof KitError && error.status === 404;

function open(base: Parameters<typeof openKitRealms>[0]) {
  const kit = openKitRealms(base, systemClock);
  const keys = createRealmKeys(kit.store.realms, systemClock);
  return { ...kit, resets: createRealmResets({ ...kit, clock: systemClock, keys }) };
}

test('a reset of a realm is on disk, and so is the restored state of a snapshot', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-reset-'));
  try {
    const first = await openFileStore(dataDir, { log: silentLogger });
    await first.realms.create(shop, [ann]);
    await first.sessions.create(createSession('old', { realmId: shop.id }));
    await first.close();
    const files = await openFileStore(dataDir, { log: silentLogger });
    const { store, resets } = open(files);
    await store.realms.update('shop', (realm) => ({ ...realm, displayName: 'Changed' }));
    const snapshot = await resets.take(store.realms.find('shop') ?? shop);
    await store.users.remove(shop.id, 'u1');
    await resets.reset(shop);
    assert.deepEqual(await collect(store.users.each(shop.id)), [ann]);
    assert.equal(store.realms.find('shop')?.displayName, shop.displayName);
    assert.equal(await store.sessions.find(shop.id, 'old'), undefined);
    await resets.restore(shop, snapshot.id);
    assert.ok(await store.sessions.find(shop.id, 'old'));
    await files.close();
    const last = await openFileStore(dataDir, { log: silentLogger });
    assert.equal(last.realms.find('shop')?.displayName, 'Changed');
    assert.deepEqual(await collect(last.users.each(shop.id)), [ann]);
    assert.ok(await last.sessions.find(shop.id, 'old'));
    await last.close();
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('a realm on disk is reset to how it was stored, also after restarts and resets', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-origin-'));
  const run = async (work: (kit: ReturnType<typeof open>) => Promise<void>): Promise<void> => {
    const files = await openFileStore(dataDir, { log: silentLogger });
    await work(open(files));
    await files.close();
  };
  const check = async ({ store, resets }: ReturnType<typeof open>): Promise<void> => {
    assert.equal((await resets.describeOrigin(shop)).kind, 'stored');
    await resets.reset(shop);
    assert.equal(store.realms.find('renamed')?.displayName, shop.displayName);
    assert.deepEqual(await collect(store.users.each(shop.id)), [ann]);
  };
  try {
    await run(async ({ store }) => {
      await store.realms.create(shop, [ann]);
      await store.realms.update('shop', (realm) => ({ ...realm, realm: 'renamed', displayName: 'Changed' }));
      await store.users.remove(shop.id, ann.id);
    });
    await run(async (kit) => {
      assert.equal(kit.store.realms.find('renamed')?.displayName, 'Changed');
      await check(kit);
      await kit.store.realms.update('renamed', (realm) => ({ ...realm, displayName: 'Again' }));
      await kit.store.users.create(shop.id, { id: 'u2', username: 'bob' });
    });
    await run(check);
    await run(async ({ store }) => {
      const path = join(dataDir, 'realms', shop.id, 'origin', 'realm.json');
      await writeFile(path, '{');
      const { resets } = open(store);
      const damaged = (error: unknown) => error instanceof KitError && error.status === 409;
      await assert.rejects(resets.reset(shop), damaged);
      await rm(path);
      assert.equal((await resets.describeOrigin(shop)).kind, 'start');
      await resets.reset(shop);
    });
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('a realm that has been removed is 404, also when another one has its name', async () => {
  const { store, resets } = open(createMemoryStore());
  await store.realms.create(shop, [ann]);
  await store.realms.remove('shop');
  await store.realms.create({ ...shop, id: 'new-id' }, []);
  await assert.rejects(resets.reset(shop), gone);
  await assert.rejects(resets.take(shop), gone);
  await assert.rejects(resets.restore(shop, 'x'), gone);
  await assert.rejects(resets.remove(shop.id, 'x'), gone);
});

test('a realm that is removed while it is put back is 404', async () => {
  const base = createMemoryStore();
  const { store, resets } = open(base);
  await store.realms.create(shop, [ann]);
  const replace = base.realms.replace.bind(base.realms);
  base.realms.replace = async (realm, users) => {
    await base.realms.remove('shop');
    return replace(realm, users);
  };
  await assert.rejects(resets.reset(shop), gone);
});

test('a realm without a mark is not reset, and the refusal offers a snapshot', async () => {
  const { store, marks, resets } = open(createMemoryStore());
  await store.realms.create(shop, [ann]);
  marks.forget(shop.id);
  await assert.rejects(
    resets.reset(shop),
    (error) => error instanceof KitError && error.status === 409 && /snapshot/.test(error.remedy),
  );
});

check(
  'several servers: each resets a realm to how it was stored, and none keeps its users in memory',
  (given) =>
    withTwoServers(given, async ({ first, second }) => {
      const [one, other] = [open(first), open(second)];
      await one.store.realms.create(shop, [ann]);
      await one.store.users.remove(shop.id, 'u1');
      assert.equal(one.marks.find(shop.id)?.users, undefined);
      await other.store.users.create(shop.id, { id: 'u2', username: 'bob' });
      const { kind } = await other.resets.describeOrigin(shop);
      assert.equal(kind, 'stored');
      await other.resets.reset(shop);
      for (const { store } of [one, other]) assert.deepEqual(await collect(store.users.each(shop.id)), [ann]);
    }),
);
