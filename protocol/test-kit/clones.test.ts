import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { collect } from '#protocol/store/collect.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createSession } from '#protocol/store/testing/sample-session.ts';
import { withPreparedKeys } from '#protocol/testing/realm-keys.ts';
import { type CloneChoices, createClones } from './clones.ts';
import { KitError } from './kit-error.ts';
import { openKitRealms } from './realms.ts';

const ann = { id: 'u1', username: 'ann' };
const bob = { id: 'u2', username: 'bob' };

async function setUp() {
  const clock = createMovableClock({ now: () => 0 });
  const log = createCollectingLogger();
  const base = createMemoryStore();
  const { stored } = testRealm(withPreparedKeys({ realm: 'shop' }));
  const shop = { ...stored, attributes: { 'understudy.device.key': 'secret of shop' } };
  await base.realms.create(shop, [ann]);
  const master = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
  await base.realms.create(master.realm, []);
  const kit = openKitRealms(base, clock);
  const keys = createRealmKeys(kit.store.realms, clock);
  const clones = createClones({ ...kit, clock, keys, log });
  const nameOf = async (choices: CloneChoices = {}, template = 'shop') =>
    (await clones.create(template, choices)).realm.realm;
  const managers = () =>
    base.realms
      .find('master')
      ?.clients?.map(({ clientId }) => clientId)
      .filter((clientId) => clientId.endsWith('-realm'));
  return { ...kit, base, clock, log, keys, clones, nameOf, managers, shopId: shop.id };
}

const refused = (status: number, problem: RegExp) => (error: unknown) =>
  error instanceof KitError && error.status === status && problem.test(error.message);

for (const [what, template, choices, status, problem] of [
  ['an unknown template', 'none', {}, 404, /no realm "none"/],
  ['master', 'master', {}, 409, /master cannot be cloned/],
  ['an empty name', 'shop', { name: '' }, 400, /name must be a name without blanks/],
  ['a name that is no segment of a path', 'shop', { name: 'a/b' }, 400, /part of every URL/],
  ['a name that is too long', 'shop', { name: 'x'.repeat(256) }, 400, /255 characters/],
  ['the name of a realm on disk', 'shop', { name: 'shop' }, 409, /is a realm "shop" already.*Leave out name/],
  ['the name of a clone', 'shop', { name: 'taken' }, 409, /is a realm "taken" already/],
  ['no time', 'shop', { ttlSeconds: 0 }, 400, /ttlSeconds must be a whole number from 1 to 86400/],
  ['a fraction of a second', 'shop', { ttlSeconds: 1.5 }, 400, /ttlSeconds must be a whole number/],
  ['more than a day', 'shop', { ttlSeconds: 86_401 }, 400, /ttlSeconds must be a whole number/],
  ['a lease on disk', 'shop', { persist: true, ttlSeconds: 5 }, 400, /no lease/],
  ['the name of a realm, on disk', 'shop', { persist: true, name: 'shop' }, 409, /already/],
] as const)
  test(`a clone is refused for ${what}, and nothing is left of it`, async () => {
    const { clones, store } = await setUp();
    await clones.create('shop', { name: 'taken' });
    const before = store.realms.list();
    await assert.rejects(clones.create(template, choices), refused(status, problem));
    assert.deepEqual(store.realms.list(), before);
  });

test('a clone has a name, id and device key of its own, and the users, credentials and keys of its template', async () => {
  const { clones, store, keys, shopId } = await setUp();
  await store.sessions.create(createSession('s1', { realmId: shopId, userId: 'u1' }));
  const { note, expiresAt, realm } = await clones.create('shop', {});
  assert.match(realm.realm, /^shop-[a-z0-9]{10}$/);
  assert.notEqual(realm.id, shopId);
  assert.equal(realm.attributes?.['understudy.device.key']?.length, 43);
  assert.deepEqual(note, { template: 'shop', origin: 'shop', leaseMs: 600_000 });
  assert.equal(expiresAt, 600_000);
  assert.equal(clones.find(realm.id), note);
  assert.equal(await store.users.find(realm.id, 'u1'), ann);
  assert.deepEqual(await collect(store.sessions.list(realm.id)), []);
  const shop = store.realms.find('shop');
  assert.equal(realm.components?.[KEY_PROVIDER], shop?.components?.[KEY_PROVIDER]);
  assert.deepEqual(await keys.publicJwks(realm.realm), await keys.publicJwks('shop'));
});

test('changes of template and clone do not reach each other; a rotated key is that of the clone alone', async () => {
  const { clones, store, keys, shopId } = await setUp();
  const { realm } = await clones.create('shop', { name: 'clone' });
  const jwks = await keys.publicJwks('shop');
  await keys.rotate('clone', 'RS256');
  await store.users.create(realm.id, bob);
  await store.users.remove(shopId, 'u1');
  assert.deepEqual(await keys.publicJwks('shop'), jwks);
  assert.notDeepEqual(await keys.publicJwks('clone'), jwks);
  assert.deepEqual(await collect(store.users.each(realm.id)), [ann, bob]);
  assert.deepEqual(await collect(store.users.each(shopId)), []);
});

test('a clone of a clone has its state, and the origin of both is the same', async () => {
  const { clones, store } = await setUp();
  const first = await clones.create('shop', { name: 'first' });
  await store.users.create(first.realm.id, bob);
  const second = await clones.create('first', { name: 'second' });
  await clones.remove('first');
  assert.deepEqual([second.note.template, second.note.origin], ['first', 'shop']);
  assert.deepEqual(await collect(store.users.each(second.realm.id)), [ann, bob]);
});

test('a clone ends when nobody has used it for its lease, by the clock of the machine', async () => {
  const { clones, store, clock, nameOf } = await setUp();
  const used = await nameOf({ ttlSeconds: 10 });
  const unused = await nameOf({ ttlSeconds: 10 });
  await store.realms.setClock(store.realms.find(unused)?.id ?? '', () => ({ offsetMs: 1e9 }));
  clock.setOffsetMs(9999);
  clones.touch(used);
  assert.equal(await clones.removeExpired(), 0);
  clock.setOffsetMs(10_000);
  assert.equal(await clones.removeExpired(), 1);
  assert.equal(store.realms.find(unused), undefined);
  clock.setOffsetMs(19_998);
  clones.touch(used);
  assert.ok(store.realms.find(used));
  clock.setOffsetMs(30_000);
  clones.touch(used);
  assert.equal(store.realms.find(used), undefined);
  assert.equal(await clones.removeExpired(), 0);
  clones.touch('shop');
  assert.ok(store.realms.find('shop'));
});

test('a clone that is removed, expired or replaced makes room for another, and its name is free', async () => {
  const { clones, store, nameOf } = await setUp();
  for (const remove of [() => clones.remove('same'), () => store.realms.remove('same')]) {
    assert.equal(await nameOf({ name: 'same' }), 'same');
    await remove();
    await assert.rejects(clones.remove('same'), refused(404, /no realm "same"/));
  }
});

test('a clone is not known in master, so that nothing of it is written; one on disk is, until it is removed', async () => {
  const { clones, base, nameOf, managers, store } = await setUp();
  const before = base.realms.find('master');
  await clones.remove(await nameOf());
  assert.equal(base.realms.find('master'), before);
  const { note, expiresAt, realm } = await clones.create('shop', { name: 'kept', persist: true });
  assert.equal(expiresAt, undefined);
  assert.deepEqual(note, { template: 'shop', origin: 'kept' });
  assert.equal(store.realms.isTransient(realm.id), false);
  assert.ok(base.realms.find('kept'));
  assert.deepEqual(managers(), ['master-realm', 'kept-realm']);
  clones.touch('kept');
  await clones.remove('kept');
  assert.deepEqual(managers(), ['master-realm']);
  assert.equal(base.realms.find('kept'), undefined);
});

test('only clones are removed as clones, under their present name', async () => {
  const { clones, store, nameOf } = await setUp();
  await assert.rejects(
    clones.remove('shop'),
    refused(409, /"shop" is no clone.*DELETE \/admin\/realms\/shop/),
  );
  await assert.rejects(clones.remove('master'), refused(409, /no clone/));
  await nameOf({ name: 'before' });
  await store.realms.update('before', (realm) => ({ ...realm, realm: 'after' }));
  await assert.rejects(clones.remove('before'), refused(404, /no realm "before"/));
  await clones.remove('after');
});

test('the number of clones with a lease is limited, those that are being made included', async () => {
  const { clones, nameOf } = await setUp();
  const last = await nameOf();
  for (let count = 1; count < 1999; count += 1) await nameOf();
  const results = await Promise.allSettled([nameOf(), nameOf(), nameOf()]);
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  assert.equal(failed.length, 2);
  for (const reason of failed) assert.ok(refused(409, /2000 clones.*limit.*ttlSeconds/)(reason));
  await nameOf({ persist: true });
  await clones.remove(last);
  await nameOf();
  await assert.rejects(nameOf(), refused(409, /limit/));
});
