import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#protocol/clock.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { openKitRealms } from './realms.ts';

const shop = { id: 'r1', realm: 'shop' };
const ann = { id: 'u1', username: 'ann' };

async function setUp() {
  const base = createMemoryStore();
  await base.realms.create(shop, [ann]);
  return openKitRealms(base, systemClock);
}

test('realms that were there at the start, and those that are made later, are marked as they were then', async () => {
  const { store, marks } = await setUp();
  await store.realms.update('shop', (realm) => ({ ...realm, enabled: false }));
  await store.users.update('r1', 'u1', (user) => ({ ...user, enabled: false }));
  assert.deepEqual(marks.find('r1')?.realm, shop);
  assert.deepEqual(marks.find('r1')?.users?.list(), [ann]);
  await store.realms.create({ id: 'r2', realm: 'later' }, []);
  await store.users.create('r2', ann);
  assert.deepEqual(marks.find('r2')?.users?.list(), []);
});

test('a realm that is replaced has a new mark, and one that is removed has none', async () => {
  const { store, marks } = await setUp();
  await store.users.remove('r1', 'u1');
  await store.realms.replace({ ...shop, displayName: 'New' }, [ann]);
  assert.equal(marks.find('r1')?.realm.displayName, 'New');
  assert.equal(marks.find('r1')?.users, undefined);
  await store.realms.remove('shop');
  assert.equal(marks.find('r1'), undefined);
});

test('codes and other pending values end with their realm, and begin anew when it is reset', async () => {
  const { store, states } = await setUp();
  const codes = store.createExpiringStore('code');
  const put = async () => {
    await codes.put('a', { realmId: 'r1' }, 100, 0);
    await codes.put('b', { realmId: 'other' }, 100, 0);
  };
  for (const end of [() => states.reset(shop), () => store.realms.remove('shop')]) {
    await put();
    await end();
    assert.equal(await codes.find('r1', 'a', 0), undefined);
    assert.ok(await codes.find('other', 'b', 0));
  }
});

test('what is kept of a realm outside the store is dropped when the realm is removed or replaced, and follows a new name', async () => {
  const { store, states } = await setUp();
  const calls: string[] = [];
  states.register({
    reset: () => void calls.push('reset'),
    drop: (id, name) => void calls.push(`drop ${id} ${name}`),
    rename: (id, from, to) => void calls.push(`rename ${id} ${from} ${to}`),
  });
  await store.realms.update('shop', (realm) => ({ ...realm, realm: 'store' }));
  await store.realms.replace({ id: 'r9', realm: 'store' }, []);
  await store.realms.remove('store');
  await store.realms.remove('store');
  assert.deepEqual(calls, ['rename r1 shop store', 'drop r1 store', 'drop r9 store']);
});
