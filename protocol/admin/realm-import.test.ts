import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { RealmFileError } from '#protocol/realm/realm-file-error.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { DuplicateError } from '#protocol/store/store.ts';
import { importRealm } from './realm-import.ts';

const clock = { now: () => 0 };

async function storeWithMaster() {
  const store = createMemoryStore();
  const master = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
  await store.realms.create(master.realm, master.users);
  return store;
}

test('realm-admin B1: an imported realm gets its client in master', async () => {
  const store = await storeWithMaster();
  const realm = await importRealm(store, { realm: 'shop', users: [{ username: 'Ann' }] }, clock);
  assert.ok(store.realms.find('master')?.clients?.some(({ clientId }) => clientId === 'shop-realm'));
  assert.equal((await store.users.findByUsername(realm.id, 'ann'))?.username, 'ann');
});

test('contract "Realm files": a realm whose name is taken is refused and master stays as it is', async () => {
  const store = await storeWithMaster();
  await importRealm(store, { realm: 'shop' }, clock);
  const before = store.realms.find('master');
  await assert.rejects(importRealm(store, { realm: 'shop' }, clock), DuplicateError);
  assert.equal(store.realms.find('master'), before);
});

test('contract "Realm files": a file that is no realm is refused and nothing is stored', async () => {
  const store = await storeWithMaster();
  // What a file holds is not known before it is checked.
  const file = { realm: 'shop', clients: 'none' } as unknown as Parameters<typeof importRealm>[1];
  await assert.rejects(importRealm(store, file, clock), RealmFileError);
  assert.equal(store.realms.find('shop'), undefined);
});
