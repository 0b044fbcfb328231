import assert from 'node:assert/strict';
import type { Store, StoredUser } from '../store.ts';
import { alice, bob, demo, taken } from '../testing/sample-realm.ts';
import { race, raceSettled, type TwoServers, withServer, withTwoServers } from './testing/servers.ts';
import { type TestDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const withDemo = (given: TestDatabase, run: (servers: TwoServers) => Promise<void>) =>
  withTwoServers(given, async (servers) => {
    await servers.first.realms.create(demo, [alice, bob]);
    await run(servers);
  });

const allow = ({ realms }: Store, duplicateEmailsAllowed: boolean) =>
  realms.update('demo', (realm) => ({ ...realm, duplicateEmailsAllowed }));

check('of several servers that create a user of the same name, one does', (given) =>
  withDemo(given, async (servers) => {
    const results = await raceSettled(servers, ({ users }, index) =>
      users.create(demo.id, { id: `c${index}`, username: index % 3 === 0 ? 'Carol' : 'carol' }),
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    assert.equal(refused.length, results.length - 1);
    assert.ok(refused.every(taken('username')));
    assert.equal(await servers.first.users.count(demo.id, {}), 3);
  }),
);

check('of several servers that give users the same e-mail address, one does', (given) =>
  withDemo(given, async (servers) => {
    const created = await raceSettled(servers, ({ users }, index) =>
      users.create(demo.id, { id: `c${index}`, username: `c${index}`, email: 'Carol@x.org' }),
    );
    assert.equal(created.filter(({ status }) => status === 'fulfilled').length, 1);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        servers.first.users.create(demo.id, { id: `d${index}`, username: `d${index}` }),
      ),
    );
    const changed = await raceSettled(servers, ({ users }, index) =>
      users.update(demo.id, `d${index}`, (user) => ({ ...user, email: 'dora@X.org' })),
    );
    assert.equal(changed.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const { reason } of changed.filter((result) => result.status === 'rejected'))
      assert.ok(taken('email')(reason), String(reason));
  }),
);

check('changes of one user by several servers are all applied, each to the newest state', (given) =>
  withDemo(given, async (servers) => {
    await race(servers, ({ users }) =>
      users.update(demo.id, 'u1', (user) => ({ ...user, notBefore: (user.notBefore ?? 0) + 1 })),
    );
    assert.equal((await servers.first.users.find(demo.id, 'u1'))?.notBefore, 20);
  }),
);

check('a change that another server precedes is called again with what that has stored', (given) =>
  withDemo(given, async ({ first, second }) => {
    const seen: (string | undefined)[] = [];
    let other: Promise<unknown> | undefined;
    const after = await first.users.update(demo.id, 'u1', (user) => {
      seen.push(user.firstName);
      other ??= second.users.update(demo.id, 'u1', (known) => ({ ...known, firstName: 'Second' }));
      return { ...user, lastName: 'First' };
    });
    await other;
    const stored = await first.users.find(demo.id, 'u1');
    assert.equal(stored?.firstName, 'Second');
    assert.equal(stored?.lastName, 'First');
    assert.equal(after?.lastName, 'First');
    assert.ok(seen.length <= 2 && seen[0] === undefined);
  }),
);

check('addresses of a time when they could be shared are taken when they no longer can', (given) =>
  withDemo(given, async ({ first, second }) => {
    await allow(first, true);
    const carol: StoredUser = { id: 'u3', username: 'carol', email: 'alice@EXAMPLE.org' };
    await second.users.create(demo.id, carol);
    await allow(second, false);
    const dora: StoredUser = { id: 'u4', username: 'dora', email: 'alice@example.org' };
    await assert.rejects(first.users.create(demo.id, dora), taken('email'));
    await first.users.remove(demo.id, 'u1');
    await assert.rejects(second.users.create(demo.id, dora), taken('email'));
    // Users who share an address keep it as long as they do not change it.
    const named = await first.users.update(demo.id, 'u3', (user) => ({ ...user, firstName: 'C' }));
    assert.equal(named?.email, 'alice@EXAMPLE.org');
    await first.users.remove(demo.id, 'u3');
    await second.users.create(demo.id, dora);
  }),
);

check('an address that is taken while sharing ends is not taken twice', (given) =>
  withDemo(given, async (servers) => {
    await allow(servers.first, true);
    const forbidding = allow(servers.first, false);
    const created = await raceSettled(servers, ({ users }, index) =>
      users.create(demo.id, { id: `c${index}`, username: `c${index}`, email: 'c@x.org' }),
    );
    await forbidding;
    const count = created.filter(({ status }) => status === 'fulfilled').length;
    assert.equal(await servers.second.users.count(demo.id, { email: ['c@x.org'] }), count);
    const late = servers.second.users.create(demo.id, { id: 'late', username: 'late', email: 'C@x.org' });
    await assert.rejects(late, taken('email'));
  }),
);

check('a user of a realm that is gone is not created, and not found', (given) =>
  withDemo(given, async ({ first, second }) => {
    await first.realms.replace({ id: 'new', realm: 'demo' }, []);
    for (const { users } of [first, second]) {
      await assert.rejects(users.create(demo.id, { id: 'u9', username: 'x' }), TypeError);
      assert.equal(await users.find(demo.id, 'u1'), undefined);
      assert.equal(await users.capture(demo.id), undefined);
      assert.equal(await users.remove(demo.id, 'u1'), false);
    }
  }),
);

check('names and addresses of any length are stored, found and unique', (given) =>
  withDemo(given, async ({ first, second }) => {
    const long = 'Ünï'.repeat(2000);
    const user: StoredUser = {
      id: long,
      username: `${long}1`,
      email: `${long}@x.org`,
      firstName: long,
      lastName: long,
      serviceAccountClientId: long,
      attributes: { [long]: [long] },
    };
    await first.users.create(demo.id, user);
    assert.deepEqual(await second.users.find(demo.id, long), user);
    assert.deepEqual(await second.users.findByUsername(demo.id, `${long}1`.toUpperCase()), user);
    assert.deepEqual(await second.users.findByEmail(demo.id, `${long}@X.ORG`), user);
    assert.deepEqual(await second.users.findServiceAccount(demo.id, long), user);
    const query = { attributes: [{ name: long, value: long }], firstName: [long] };
    assert.deepEqual(await second.users.search(demo.id, query, { first: 0, max: 9 }), [user]);
    assert.equal(await second.users.findByUsername(demo.id, `${long}2`), undefined);
    await assert.rejects(second.users.create(demo.id, { id: 'x', username: `${long}1` }), taken('username'));
  }),
);

check('many users are stored in one realm, walked through in order, and captured', (given) =>
  withServer(given, async ({ realms, users }) => {
    const many = Array.from({ length: 1501 }, (_, index): StoredUser => {
      const name = String(index).padStart(4, '0');
      return { id: `id-${name}`, username: `user-${name}\u0000` };
    });
    const written: number[] = [];
    await realms.create(demo, many.toReversed(), { written: (count) => written.push(count) });
    assert.deepEqual(written, [500, 1000, 1500, 1501]);
    const walked: StoredUser[] = [];
    for await (const user of users.each(demo.id)) walked.push(user);
    assert.deepEqual(walked, many);
    const captured = await users.capture(demo.id);
    assert.deepEqual(captured?.list(), many);
    assert.deepEqual(await users.search(demo.id, {}, { first: 1500, max: 9 }), many.slice(1500));
  }),
);

check('a realm whose users are cancelled half-way is not stored', (given) =>
  withServer(given, async ({ realms, users }) => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ id: `${index}`, username: `${index}` }));
    const controller = new AbortController();
    const cancel = (count: number): void => {
      if (count >= 1000) controller.abort(new RangeError('cancelled'));
    };
    const storing = realms.create(demo, many, { signal: controller.signal, written: cancel });
    await assert.rejects(storing, RangeError);
    assert.equal(realms.find('demo'), undefined);
    assert.equal(await users.count(demo.id, {}), 0);
    await realms.create(demo, [alice]);
  }),
);
