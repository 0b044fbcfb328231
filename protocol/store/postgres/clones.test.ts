import assert from 'node:assert/strict';
import { createMovableClock } from '#protocol/clock.ts';
import { collect } from '../collect.ts';
import { layerTransientRealms } from '../layered/layered-store.ts';
import type { Store, StoredRealm } from '../store.ts';
import { testClones } from '../testing/clone-conformance.ts';
import { alice, bob, demo } from '../testing/sample-realm.ts';
import { race, raceSettled, withServer, withTwoServers } from './testing/servers.ts';
import { type TestDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

testClones<TestDatabase>(check, (given, clock, run) =>
  withServer(given, (store) => run(layerTransientRealms(store, clock)), { clock }),
);

const named =
  (name: string) =>
  (settings: StoredRealm): StoredRealm => ({ ...settings, id: `id of ${name}`, realm: name });
const note = { template: 'demo', origin: 'demo', leaseMs: 1000 };

check('every server serves a clone, and its lease is that of the last use at any server', (given) => {
  const clock = createMovableClock({ now: () => 0 });
  return withTwoServers(
    given,
    async ({ first, second }) => {
      await first.realms.create(demo, [alice]);
      await first.clones?.create('demo', named('clone'), note);
      assert.deepEqual(second.clones?.find('id of clone'), note);
      assert.deepEqual(await collect(second.users.each('id of clone')), [alice]);
      assert.equal(second.realms.isTransient('id of clone'), true);
      clock.setOffsetMs(1000);
      assert.equal(await second.clones?.renew('clone'), true);
      clock.setOffsetMs(1999);
      assert.equal(await first.clones?.renew('clone'), true);
      clock.setOffsetMs(2998);
      assert.deepEqual(await second.clones?.listEnded(), []);
      clock.setOffsetMs(3100);
      assert.deepEqual(await second.clones?.listEnded(), ['clone']);
      assert.equal(await first.clones?.renew('clone'), false);
      assert.equal(await second.clones?.renew('clone'), false);
    },
    { clock },
  );
});

check('a lease that has begun goes on when all servers start again', async (given) => {
  const clock = createMovableClock({ now: () => 0 });
  await withServer(
    given,
    async (store, settings) => {
      await store.realms.create(demo, []);
      await store.clones?.create('demo', named('clone'), note);
      const again = { ...given, newSettings: () => settings };
      await withServer(
        again,
        async ({ clones }) => {
          assert.deepEqual(clones?.find('id of clone'), note);
          clock.setOffsetMs(1100);
          assert.deepEqual(await clones?.listEnded(), ['clone']);
        },
        { clock },
      );
    },
    { clock },
  );
});

check('a lease that is used a thousand times is written once', (given) =>
  withServer(given, async ({ realms, clones }, { schema }) => {
    await realms.create(demo, []);
    await clones?.create('demo', named('clone'), { ...note, leaseMs: 3_600_000 });
    const version = () => given.cluster.query(`SELECT xmin FROM "${schema}".realms WHERE name = 'clone'`);
    assert.equal(await clones?.renew('clone'), true);
    const written = await version();
    for (let use = 0; use < 1000; use += 1) assert.equal(clones?.renew('clone'), true);
    assert.deepEqual(await version(), written);
  }),
);

check(
  'a template that another server replaces meanwhile is cloned as it is then, and one that is gone is not',
  (given) =>
    withTwoServers(given, async (servers) => {
      const { first } = servers;
      await first.realms.create(demo, [alice]);
      const replace = async (store: Store, index: number): Promise<void> =>
        store.realms.replace({ ...demo, displayName: `${index}` }, [bob], { keepsOrigin: true });
      const clone = async (store: Store, index: number): Promise<void> => {
        assert.ok(await store.clones?.create('demo', named(`clone ${index}`), note));
      };
      const results = await raceSettled(servers, (store, index) =>
        index % 4 < 2 ? replace(store, index) : clone(store, index),
      );
      for (const result of results) assert.equal(result.status, 'fulfilled', String(Object.values(result)));
      for (const { id, realm, displayName } of first.realms.list().slice(1)) {
        assert.match(realm, /^clone/);
        const users = await collect(first.users.each(id));
        assert.deepEqual(users, displayName === undefined ? [alice] : [bob], realm);
      }
      await servers.second.realms.remove('demo');
      assert.equal(await first.clones?.create('demo', named('late'), note), undefined);
    }),
);

check('a clone begins with the users that it has then: a reset brings them back', (given) =>
  withServer(given, async (store) => {
    await store.realms.create(demo, [alice, bob]);
    await store.users.update(demo.id, 'u1', (user) => ({ ...user, firstName: 'Now' }));
    await store.clones?.create('demo', named('clone'), note);
    await store.users.remove('id of clone', 'u1');
    const origin = await store.realms.readOrigin('id of clone');
    const names = origin?.users.map(({ username, firstName }) => [username, firstName]);
    assert.deepEqual(names?.toSorted(), [
      ['alice', 'Now'],
      ['bob', bob.firstName],
    ]);
    assert.equal(origin?.realm.realm, 'clone');
  }),
);

check(
  'of replacements of a realm by several servers, each that keeps the origin is made, one after another',
  (given) =>
    withTwoServers(given, async (servers) => {
      await servers.first.realms.create(demo, [alice]);
      await race(servers, (store, index) =>
        store.realms.replace({ ...demo, displayName: `${index}` }, [bob], { keepsOrigin: true }),
      );
      for (const { realms, users } of [servers.first, servers.second]) {
        assert.equal(realms.list().length, 1);
        assert.deepEqual(await collect(users.each(demo.id)), [bob]);
        assert.deepEqual((await realms.readOrigin(demo.id))?.users, [alice]);
      }
    }),
);
