import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#protocol/clock.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { collect } from '#protocol/store/collect.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createSession } from '#protocol/store/testing/sample-session.ts';
import { createDuplicates } from './duplicates.ts';
import { KitError } from './kit-error.ts';
import { openKitRealms } from './realms.ts';

async function open() {
  const base = createMemoryStore();
  const master = createMasterRealm({ username: 'admin', password: 'admin' }, systemClock);
  await base.realms.create(master.realm, master.users);
  const shop = normalizeRealm(
    {
      realm: 'shop',
      clients: [{ clientId: 'till', secret: 'till-secret', serviceAccountsEnabled: true }],
      groups: [{ name: 'staff' }],
      users: [
        { username: 'ann', groups: ['/staff'], credentials: [{ type: 'password', value: 'ann-password' }] },
      ],
      attributes: { 'understudy.device.key': 'key-of-shop' },
    },
    systemClock,
  );
  await base.realms.create(shop.realm, shop.users);
  const kit = openKitRealms(base, systemClock);
  const { realms, users, sessions } = kit.store;
  const keys = createRealmKeys(realms, systemClock);
  await keys.list('shop');
  await sessions.create(createSession('s1', { realmId: shop.realm.id }));
  const original = realms.find('shop');
  assert.ok(original);
  return { ...createDuplicates(kit), keys, realms, users, sessions, original };
}

const refused = (status: number, problem: RegExp) => (error: unknown) =>
  error instanceof KitError && error.status === status && problem.test(error.problem) && error.remedy !== '';

test('a duplicate has the settings, clients, users and credentials of the realm under its own name', async () => {
  const { create, realms, users, original } = await open();
  const copy = await create(original, 'copy');
  assert.equal(realms.find('copy'), copy);
  assert.equal(realms.isTransient(copy.id), false);
  const client = (name: string, clientId: string) =>
    realms.find(name)?.clients?.find((each) => each.clientId === clientId);
  assert.equal(client('copy', 'till')?.secret, 'till-secret');
  assert.equal(client('copy', 'account')?.baseUrl, '/realms/copy/account/');
  const [before, after] = await Promise.all(
    [original.id, copy.id].map((id) => users.findByUsername(id, 'ann')),
  );
  assert.equal(after?.credentials?.[0]?.secretData, before?.credentials?.[0]?.secretData);
  assert.deepEqual(after?.groups, ['/staff']);
  assert.ok(await users.findServiceAccount(copy.id, 'till'));
});

test('ids and generated keys are its own, and sessions stay behind', async () => {
  const { create, keys, users, sessions, original } = await open();
  const copy = await create(original, 'copy');
  assert.notEqual(copy.id, original.id);
  const clientIds = (realm: typeof copy) => realm.clients?.map(({ id }) => id) ?? [];
  assert.deepEqual(
    clientIds(copy).filter((id) => clientIds(original).includes(id)),
    [],
  );
  const ann = await users.findByUsername(original.id, 'ann');
  assert.equal(await users.find(copy.id, ann?.id ?? ''), undefined);
  assert.notEqual(copy.attributes?.['understudy.device.key'], 'key-of-shop');
  const kids = async (name: string) => (await keys.list(name)).map(({ kid }) => kid);
  const ofShop = await kids('shop');
  assert.deepEqual(
    (await kids('copy')).filter((kid) => ofShop.includes(kid)),
    [],
  );
  assert.deepEqual(await collect(sessions.list(copy.id)), []);
});

test('a key that was imported is a setting, and is copied', async () => {
  const { create, realms, original } = await open();
  const given = {
    id: 'k1',
    name: 'own',
    providerId: 'rsa',
    config: { privateKey: ['material'], priority: ['7'] },
  };
  const changed = await realms.update('shop', (realm) => ({
    ...realm,
    components: { ...realm.components, [KEY_PROVIDER]: [...(realm.components?.[KEY_PROVIDER] ?? []), given] },
  }));
  const copy = await create(changed, 'copy');
  const own = copy.components?.[KEY_PROVIDER]?.find(({ name }) => name === 'own');
  assert.deepEqual(own?.config, given.config);
  assert.notEqual(own?.id, 'k1');
  assert.equal(original.id, changed.id);
});

test('master gets the client that manages the duplicate', async () => {
  const { create, realms, original } = await open();
  await create(original, 'copy');
  assert.ok(realms.find('master')?.clients?.some(({ clientId }) => clientId === 'copy-realm'));
});

test('a taken or invalid name, and master, are refused, and nothing is stored', async () => {
  const { create, realms, original } = await open();
  const master = realms.find('master');
  assert.ok(master);
  const before = realms.list().length;
  await assert.rejects(create(original, 'shop'), refused(409, /realm "shop" already/));
  await assert.rejects(create(original, 'a/b'), refused(400, /part of every URL/));
  await assert.rejects(create(original, ''), refused(400, /must be a name/));
  await assert.rejects(create(master, 'copy'), refused(409, /master cannot be duplicated/));
  assert.equal(realms.list().length, before);
  await realms.remove('shop');
  await assert.rejects(create(original, 'copy'), refused(404, /has been removed/));
});
