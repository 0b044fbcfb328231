import assert from 'node:assert/strict';
import { DuplicateError, type StoredUser } from '../store.ts';
import { alice, bob, demo, taken } from '../testing/sample-realm.ts';
import { race, raceSettled, withServer, withTwoServers } from './testing/servers.ts';
import { withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const byName = (a: StoredUser, b: StoredUser): number => (a.username < b.username ? -1 : 1);

check('of several servers that create a realm of the same name, one does', (given) =>
  withTwoServers(given, async (servers) => {
    const results = await raceSettled(servers, (store, index) =>
      store.realms.create({ id: `id-${index}`, realm: 'demo' }, [alice]),
    );
    const failed = results.filter(({ status }) => status === 'rejected');
    assert.equal(failed.length, results.length - 1);
    for (const result of failed)
      assert.ok(result.status === 'rejected' && result.reason instanceof DuplicateError, String(result));
    const { first, second } = servers;
    assert.equal(first.realms.list().length, 1);
    assert.deepEqual(first.realms.list(), second.realms.list());
    const realm = first.realms.find('demo') ?? assert.fail();
    assert.deepEqual(await second.users.find(realm.id, 'u1'), alice);
  }),
);

check('of several servers that create a realm of the same id, one does', (given) =>
  withTwoServers(given, async (servers) => {
    const results = await raceSettled(servers, (store, index) =>
      store.realms.create({ id: 'same', realm: `r${index}` }, []),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(servers.second.realms.list().length, 1);
  }),
);

check('a change of a realm sees the newest state of every server, so that a key is made once', (given) =>
  withTwoServers(given, async (servers) => {
    await servers.first.realms.create(demo, []);
    let made = 0;
    const realms = await race(servers, (store) =>
      store.realms.update('demo', (realm) => {
        if (realm['key'] !== undefined) return realm;
        made += 1;
        return { ...realm, key: `key ${made}` };
      }),
    );
    assert.deepEqual(new Set(realms.map((realm) => realm['key'])), new Set(['key 1']));
    await race(servers, (store) =>
      store.realms.update('demo', (realm) => ({ ...realm, notBefore: (realm.notBefore ?? 0) + 1 })),
    );
    for (const { realms: known } of [servers.first, servers.second])
      assert.equal(known.find('demo')?.notBefore, 20);
  }),
);

check('the next request at any server sees a change that has been acknowledged', (given) =>
  withTwoServers(given, async ({ first, second }) => {
    await first.realms.create(demo, []);
    assert.deepEqual(second.realms.find('demo'), demo);
    await second.realms.update('demo', (realm) => ({ ...realm, realm: 'renamed' }));
    assert.equal(first.realms.find('renamed')?.id, demo.id);
    assert.equal(first.realms.find('demo'), undefined);
    await first.realms.setClock(demo.id, () => ({ offsetMs: 5 }));
    assert.deepEqual(second.realms.findClock(demo.id), { offsetMs: 5 });
    await second.realms.replace({ id: 'new', realm: 'renamed' }, [bob]);
    assert.equal(first.realms.find('renamed')?.id, 'new');
    assert.equal(first.realms.findClock(demo.id), undefined);
    assert.deepEqual(await first.users.find('new', bob.id), bob);
    await first.realms.remove('renamed');
    assert.deepEqual(second.realms.list(), []);
    assert.equal(await second.realms.remove('renamed'), false);
  }),
);

check('clocks that several servers move add up', (given) =>
  withTwoServers(given, async (servers) => {
    await servers.first.realms.create(demo, []);
    await race(servers, (store) =>
      store.realms.setClock(demo.id, () => ({
        offsetMs: (store.realms.findClock(demo.id)?.offsetMs ?? 0) + 1,
      })),
    );
    assert.deepEqual(servers.first.realms.findClock(demo.id), { offsetMs: 20 });
    assert.deepEqual(servers.second.realms.findClock(demo.id), { offsetMs: 20 });
  }),
);

check('of several servers that remove a realm, one does', (given) =>
  withTwoServers(given, async (servers) => {
    await servers.first.realms.create(demo, [alice]);
    const removed = await race(servers, (store) => store.realms.remove('demo'));
    assert.equal(removed.filter((isFirst) => isFirst).length, 1);
  }),
);

check('a change that changes nothing keeps the object', (given) =>
  withServer(given, async ({ realms }) => {
    await realms.create(demo, []);
    const before = realms.find('demo');
    assert.equal(await realms.update('demo', (realm) => realm), before);
    assert.equal(realms.find('demo'), before);
  }),
);

check('a realm and its users come back with the order of their members, and with every character', (given) =>
  withTwoServers(given, async ({ first, second }) => {
    const realm = { realm: 'z\u0000\ud800', id: 'i\u0000', attributes: { zz: 'a\u0000', b: '\uFDD0' } };
    const user: StoredUser = { username: 'n\u0000', id: 'u\ud800', attributes: { zz: ['\u0000'], b: ['ü'] } };
    await first.realms.create(realm, [user]);
    const found = second.realms.find('z\u0000\ud800') ?? assert.fail();
    assert.equal(JSON.stringify(found), JSON.stringify(realm));
    const foundUser = await second.users.findByUsername('i\u0000', 'N\u0000');
    assert.equal(JSON.stringify(foundUser), JSON.stringify(user));
    assert.deepEqual(await second.users.find('i\u0000', 'u\ud800'), user);
    assert.equal(await second.users.find('i\u0000', 'u\ud801'), undefined);
  }),
);

check('the origin of a realm stays as it was stored, whatever changes', (given) =>
  withTwoServers(given, async ({ first, second }) => {
    const before = Date.now();
    await first.realms.create(demo, [alice, bob]);
    await first.realms.update('demo', (realm) => ({ ...realm, displayName: 'New' }));
    await first.users.update(demo.id, 'u1', (user) => ({ ...user, firstName: 'A' }));
    await second.users.update(demo.id, 'u1', (user) => ({ ...user, firstName: 'B' }));
    await second.users.remove(demo.id, 'u2');
    await first.users.create(demo.id, { id: 'u3', username: 'carol' });
    await first.users.remove(demo.id, 'u3');
    const origin = (await second.realms.readOrigin(demo.id)) ?? assert.fail();
    assert.deepEqual(origin.realm, demo);
    assert.deepEqual(origin.users.toSorted(byName), [alice, bob]);
    const time = (await second.realms.findOriginTime(demo.id)) ?? assert.fail();
    assert.ok(time >= before && time <= Date.now());
    assert.equal(await first.realms.readOrigin('nowhere'), undefined);
    assert.equal(await first.realms.findOriginTime('nowhere'), undefined);
  }),
);

check('a replacement is its own origin, or keeps that of the realm before', (given) =>
  withServer(given, async ({ realms, users }) => {
    await realms.create(demo, [alice, bob]);
    await users.update(demo.id, 'u1', (user) => ({ ...user, firstName: 'A' }));
    const time = await realms.findOriginTime(demo.id);
    const changed = { ...demo, displayName: 'New' };
    await realms.replace(changed, [bob], { keepsOrigin: true });
    assert.equal(await realms.findOriginTime(demo.id), time);
    const kept = (await realms.readOrigin(demo.id)) ?? assert.fail();
    assert.deepEqual(kept.realm, demo);
    assert.deepEqual(kept.users.toSorted(byName), [alice, bob]);
    await realms.replace(changed, [bob]);
    assert.deepEqual(await realms.readOrigin(demo.id), { realm: changed, users: [bob] });
  }),
);

check('a name that another server has taken meanwhile is refused, and the realm keeps its own', (given) =>
  withTwoServers(given, async ({ first, second }) => {
    await first.realms.create(demo, []);
    await first.realms.create({ id: 'other', realm: 'other' }, []);
    const rename = (realm: string) => second.realms.update('demo', (given) => ({ ...given, realm }));
    await assert.rejects(rename('other'), taken('realm'));
    assert.equal(second.realms.find('demo')?.id, demo.id);
    await rename('third');
    assert.equal(first.realms.find('third')?.id, demo.id);
  }),
);

check('realms are found again when the database is opened the next time', (given) =>
  withServer(given, async (store, settings) => {
    await store.realms.create({ id: 'b', realm: 'b' }, []);
    await store.realms.create({ id: 'a', realm: 'a' }, []);
    await store.realms.setClock('b', () => ({ frozenAt: 7 }));
    await withServer({ ...given, newSettings: () => settings }, async ({ realms }) => {
      assert.deepEqual(
        realms.list().map(({ realm }) => realm),
        ['b', 'a'],
      );
      assert.deepEqual(realms.findClock('b'), { frozenAt: 7 });
      assert.equal(realms.isTransient('b'), false);
      assert.deepEqual(realms.listOutOfService(), []);
      assert.equal(realms.findOutOfService('b'), undefined);
    });
  }),
);
