// The conformance tests of clones, in memory and in a database.
import assert from 'node:assert/strict';
import { createMovableClock, type MovableClock } from '#protocol/clock.ts';
import { collect } from '../collect.ts';
import type { LayeredStore } from '../layered/layered-store.ts';
import type { StoredRealm } from '../store.ts';
import { alice, bob, demo, taken } from './sample-realm.ts';

interface CloningStore {
  readonly clock: MovableClock;
  readonly store: LayeredStore;
  /** Clones realm `demo` with a lease in milliseconds; undefined: without one. */
  clone(name: string, leaseMs?: number, template?: string): Promise<StoredRealm | undefined>;
}

/** A lease that no test lets end. */
const LONG = 1_000_000;

function createCloning(store: LayeredStore, clock: MovableClock): CloningStore {
  return {
    clock,
    store,
    clone(name, leaseMs, template = 'demo') {
      const make = (settings: StoredRealm) => ({ ...settings, id: `id of ${name}`, realm: name });
      const note = { template, origin: 'demo', ...(leaseMs === undefined ? {} : { leaseMs }) };
      return store.clones.create(template, make, note);
    },
  };
}

/**
 * Registers the tests for one kind of store. `check` registers a test; `use` gives the store for its time, with realms
 * by this clock.
 */
export function testClones<Given>(
  check: (title: string, run: (given: Given) => Promise<void>) => void,
  use: (given: Given, clock: MovableClock, run: (store: LayeredStore) => Promise<void>) => Promise<void>,
): void {
  const checkWithDemo = (title: string, run: (given: CloningStore) => Promise<void>): void =>
    check(title, (given) => {
      const clock = createMovableClock({ now: () => 0 });
      return use(given, clock, async (store) => {
        await store.realms.create(demo, [alice, bob]);
        await run(createCloning(store, clock));
      });
    });
  testCreation(checkWithDemo);
  testLeases(checkWithDemo);
}

type Check = (title: string, run: (given: CloningStore) => Promise<void>) => void;

function testCreation(check: Check): void {
  check('a clone has the users of its template as they are now, and both change apart', async (given) => {
    const { store, clone } = given;
    await store.users.update(demo.id, 'u1', (user) => ({ ...user, firstName: 'Now' }));
    assert.equal((await clone('leased', LONG))?.id, 'id of leased');
    await store.users.remove(demo.id, 'u2');
    const users = await collect(store.users.each('id of leased'));
    assert.deepEqual(users, [{ ...alice, firstName: 'Now' }, bob]);
    await store.users.update('id of leased', 'u2', (user) => ({ ...user, firstName: 'Clone' }));
    assert.equal((await store.users.findByUsername('id of leased', 'BOB'))?.firstName, 'Clone');
    assert.equal((await collect(store.users.each(demo.id))).length, 1);
  });
  check('a clone is known as one, also a lasting one; only a lease ends by itself', async (given) => {
    const { store, clone } = given;
    await clone('leased', LONG);
    await clone('kept');
    assert.deepEqual(store.clones.find('id of kept'), { template: 'demo', origin: 'demo' });
    assert.equal(store.clones.find('id of leased')?.leaseMs, LONG);
    assert.equal(store.clones.find(demo.id), undefined);
    assert.equal(store.clones.count(), 1);
    assert.equal(store.realms.isTransient('id of leased'), true);
    assert.equal(store.realms.isTransient('id of kept'), false);
  });
  check('nothing is kept of a clone whose template is unknown or whose name is taken', async (given) => {
    const { store, clone } = given;
    assert.equal(await clone('leased', LONG, 'nowhere'), undefined);
    await assert.rejects(clone('demo', LONG), taken('realm'));
    await assert.rejects(clone('demo'), taken('realm'));
    assert.deepEqual(store.realms.list(), [demo]);
    assert.equal(store.clones.count(), 0);
  });
  check('of clones that are made at once with one name, one is made', async ({ store, clone }) => {
    const made = await Promise.allSettled([clone('same', LONG), clone('same', LONG), clone('same', LONG)]);
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(store.clones.count(), 1);
  });
}

function testLeases(check: Check): void {
  const endsAt = async ({ store, clock }: CloningStore, time: number): Promise<readonly string[]> => {
    clock.setOffsetMs(time);
    return store.clones.listEnded();
  };
  check('a lease is renewed by use, and cannot be renewed when it has ended', async (given) => {
    const { store, clock, clone } = given;
    await clone('leased', 1000);
    clock.setOffsetMs(600);
    assert.equal(await store.clones.renew('leased'), true);
    assert.deepEqual(await endsAt(given, 1599), []);
    assert.deepEqual(await endsAt(given, 2000), ['leased']);
    assert.equal(await store.clones.renew('leased'), false);
    assert.deepEqual(await store.clones.listEnded(), ['leased']);
  });
  check('uses in quick succession are all uses', async (given) => {
    const { store, clock, clone } = given;
    await clone('leased', 1000);
    for (const time of [500, 560, 599]) {
      clock.setOffsetMs(time);
      assert.equal(await store.clones.renew('leased'), true);
    }
    assert.deepEqual(await endsAt(given, 1598), []);
  });
  check('a lasting clone never ends, and neither does a realm that is no clone', async (given) => {
    const { store, clone } = given;
    await clone('kept');
    assert.deepEqual(await endsAt(given, 9e14), []);
    for (const name of ['kept', 'demo', 'nowhere']) assert.equal(await store.clones.renew(name), true);
  });
  check(
    'a clone keeps its lease under another name, and loses it when it is replaced or removed',
    async (given) => {
      const { store, clone } = given;
      for (const name of ['one', 'two', 'three']) await clone(name, 1000);
      await store.realms.update('one', (realm) => ({ ...realm, realm: 'renamed' }));
      await store.realms.replace({ id: 'id of two', realm: 'two' }, []);
      await store.realms.remove('three');
      assert.deepEqual(await endsAt(given, 2000), ['renamed']);
      assert.equal(store.clones.find('id of two'), undefined);
      assert.equal(store.clones.find('id of three'), undefined);
      assert.equal(store.clones.count(), 1);
    },
  );
  check('a clone that is brought back to an earlier state is still one', async (given) => {
    const { store, clone } = given;
    await clone('leased', 1000);
    const image = await store.capture('leased');
    await store.restore(image ?? assert.fail());
    assert.equal(store.clones.find('id of leased')?.leaseMs, 1000);
    assert.deepEqual(await endsAt(given, 2000), ['leased']);
  });
}
