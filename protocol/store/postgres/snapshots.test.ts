import assert from 'node:assert/strict';
import { systemClock } from '#protocol/clock.ts';
import { collect } from '../collect.ts';
import { layerTransientRealms } from '../layered/layered-store.ts';
import type { SnapshotStore } from '../snapshot-store.ts';
import type { Store, StoredRealm } from '../store.ts';
import { alice, bob, demo } from '../testing/sample-realm.ts';
import { createSession } from '../testing/sample-session.ts';
import { testSnapshots } from '../testing/snapshot-conformance.ts';
import { race, withServer, withTwoServers } from './testing/servers.ts';
import { type TestDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

testSnapshots<TestDatabase>(check, (given, run) =>
  withServer(given, (store) => run(layerTransientRealms(store, systemClock))),
);

const head = { id: 'one', takenAt: 7 };
const nothing = async () => ({});
const asKept = (kept: StoredRealm): StoredRealm => kept;

const snapshotsOf = ({ snapshots }: Store): SnapshotStore => snapshots ?? assert.fail();

check('a snapshot of one server is listed, restored and removed at another', (given) =>
  withTwoServers(given, async ({ first, second }) => {
    await first.realms.create(demo, [alice, bob]);
    await first.sessions.create(createSession('s1'));
    await snapshotsOf(first).take(demo.id, head, async () => ({ part: 1 }));
    assert.deepEqual(await snapshotsOf(second).list(demo.id), [{ ...head, users: 2, sessions: 1 }]);
    await first.users.remove(demo.id, 'u1');
    assert.deepEqual(await snapshotsOf(second).restore(demo.id, 'one', asKept), { part: 1 });
    assert.deepEqual(await collect(first.users.each(demo.id)), [alice, bob]);
    assert.ok(await first.sessions.find(demo.id, 's1'));
    assert.equal(await snapshotsOf(second).remove(demo.id, 'one'), true);
    assert.equal(await snapshotsOf(first).restore(demo.id, 'one', asKept), undefined);
  }),
);

check('a realm is restored whole, however many servers restore, reset and change it at once', (given) =>
  withTwoServers(given, async (servers) => {
    const { first, second } = servers;
    await first.realms.create(demo, [alice, bob]);
    await snapshotsOf(first).take(demo.id, head, nothing);
    await first.users.remove(demo.id, 'u1');
    await race(servers, async (store, index) => {
      if (index % 3 === 0) await store.realms.replace(demo, [bob], { keepsOrigin: true });
      else if (index % 3 === 1)
        await store.realms.update('demo', (realm) => ({ ...realm, notBefore: index }));
      else assert.ok(await snapshotsOf(store).restore(demo.id, 'one', asKept));
    });
    assert.deepEqual(first.realms.list(), second.realms.list());
    await snapshotsOf(second).restore(demo.id, 'one', asKept);
    assert.deepEqual(await collect(first.users.each(demo.id)), [alice, bob]);
    assert.deepEqual((await first.realms.readOrigin(demo.id))?.users.length, 2);
  }),
);

check('a restored realm keeps its origin, so that a reset brings back what was stored first', (given) =>
  withServer(given, async (store) => {
    await store.realms.create(demo, [alice, bob]);
    const time = await store.realms.findOriginTime(demo.id);
    await store.users.update(demo.id, 'u1', (user) => ({ ...user, firstName: 'Later' }));
    await snapshotsOf(store).take(demo.id, head, nothing);
    await snapshotsOf(store).restore(demo.id, 'one', asKept);
    assert.equal((await store.users.find(demo.id, 'u1'))?.firstName, 'Later');
    const origin = await store.realms.readOrigin(demo.id);
    assert.deepEqual(
      origin?.users.find(({ id }) => id === 'u1'),
      alice,
    );
    assert.equal(await store.realms.findOriginTime(demo.id), time);
  }),
);

check('nothing is left of the snapshots of a realm that is gone', (given) =>
  withServer(given, async (store, { schema }) => {
    await store.realms.create(demo, [alice]);
    await store.sessions.create(createSession('s1'));
    await store.sessions.revokeToken(demo.id, 'j1', 9e15);
    await snapshotsOf(store).take(demo.id, head, nothing);
    await store.realms.remove('demo');
    for (const table of ['snapshots', 'snapshot_users', 'snapshot_sessions', 'snapshot_tokens'])
      assert.equal(await given.cluster.query(`SELECT 1 FROM "${schema}".${table}`), '', table);
  }),
);
