// The conformance tests that run for every store.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '../collect.ts';
import type { Store, StoredUser } from '../store.ts';
import { checkClocks } from './clock-conformance.ts';
import { testExpiringValues } from './expiring-conformance.ts';
import { checkLinks } from './link-conformance.ts';
import { testRecordLists } from './record-conformance.ts';
import { alice, bob, demo, taken } from './sample-realm.ts';
import { createSession } from './sample-session.ts';
import { testSessions } from './session-conformance.ts';
import { testSessionQueries } from './session-query-conformance.ts';
import { checkWatchedStoring } from './storing-conformance.ts';
import { checkUserQueries } from './users-conformance.ts';

/** A store under test; `dispose` releases its resources. */
export interface StoreUnderTest {
  readonly store: Store;
  dispose(): Promise<void>;
}

/** Registers the suite for one kind of store. */
export function testStore(name: string, open: () => Promise<StoreUnderTest>): void {
  const check = (title: string, run: (store: Store) => Promise<void> | void): void => {
    test(`${name}: ${title}`, async () => {
      const { store, dispose } = await open();
      try {
        await run(store);
      } finally {
        await dispose();
      }
    });
  };
  const checkWithDemo = (title: string, run: (store: Store) => Promise<void> | void): void =>
    check(title, async (store) => {
      await store.realms.create(demo, [alice, bob]);
      await run(store);
    });
  testRealms(check, checkWithDemo);
  testUserChanges(checkWithDemo);
  testUserReads(check, checkWithDemo);
  checkUserQueries(check);
  checkLinks(check, checkWithDemo);
  testSessions(checkWithDemo);
  testSessionQueries(checkWithDemo);
  testExpiringValues(checkWithDemo);
  testRecordLists(checkWithDemo);
}

/** Registers a test for one store. */
export type Check = (title: string, run: (store: Store) => Promise<void> | void) => void;

function testRealms(check: Check, checkWithDemo: Check): void {
  checkWithDemo(
    'a duplicate realm name is rejected, and nothing of the second realm is stored',
    async (store) => {
      const second = { id: 'other', realm: 'demo' };
      await assert.rejects(store.realms.create(second, [{ ...bob, id: 'u9' }]), taken('realm'));
      assert.deepEqual(store.realms.list(), [demo]);
      assert.equal(await store.users.find('other', 'u9'), undefined);
    },
  );
  checkWithDemo('a duplicate realm id is rejected', async (store) => {
    await assert.rejects(store.realms.create({ id: demo.id, realm: 'other' }, []), taken('id'));
    assert.equal(store.realms.find('other'), undefined);
  });
  check('a realm with duplicate users is rejected as a whole', async (store) => {
    await assert.rejects(
      store.realms.create(demo, [alice, { ...bob, username: 'ALICE' }]),
      taken('username'),
    );
    await assert.rejects(store.realms.create(demo, [alice, { ...bob, id: alice.id }]), taken('id'));
    assert.equal(store.realms.find('demo'), undefined);
    await store.realms.create(demo, [alice]);
    assert.equal(await store.users.count(demo.id, {}), 1);
  });
  check('of concurrent creations with the same name only one succeeds', async (store) => {
    const names = ['a', 'b', 'c', 'd'];
    const results = await Promise.allSettled(
      names.map((id) => store.realms.create({ id, realm: 'same' }, [])),
    );
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
    assert.equal(store.realms.list().length, 1);
  });
  checkWithDemo('changing an unknown realm or a realm id throws', async (store) => {
    await assert.rejects(
      store.realms.update('nowhere', (realm) => realm),
      TypeError,
    );
    await assert.rejects(
      store.realms.update('demo', (realm) => ({ ...realm, id: 'new' })),
      TypeError,
    );
    assert.equal(store.realms.find('demo')?.id, demo.id);
  });
  checkWithDemo('a change that throws has no effect, and later changes work', async (store) => {
    const fail = (): never => {
      throw new RangeError('no');
    };
    await assert.rejects(store.realms.update('demo', fail), RangeError);
    await store.realms.update('demo', (realm) => ({ ...realm, displayName: 'Demo' }));
    assert.equal(store.realms.find('demo')?.displayName, 'Demo');
  });
  checkWithDemo('concurrent changes of one realm are all applied', async (store) => {
    const add = () =>
      store.realms.update('demo', (realm) => ({ ...realm, notBefore: (realm.notBefore ?? 0) + 1 }));
    await Promise.all(Array.from({ length: 50 }, add));
    assert.equal(store.realms.find('demo')?.notBefore, 50);
  });
  checkWithDemo('a realm is a new object after each change, and the same one in between', async (store) => {
    const before = store.realms.find('demo');
    assert.equal(store.realms.find('demo'), before);
    await store.realms.update('demo', (realm) => ({ ...realm, enabled: false }));
    assert.notEqual(store.realms.find('demo'), before);
    assert.equal(before?.enabled, undefined);
  });
  testRenamingAndRemoval(check, checkWithDemo);
}

function testRenamingAndRemoval(check: Check, checkWithDemo: Check): void {
  checkWithDemo('a renamed realm keeps its users and position, and its old name is free', async (store) => {
    await store.realms.create({ id: 'second', realm: 'second' }, []);
    await store.realms.update('demo', (realm) => ({ ...realm, realm: 'renamed' }));
    assert.deepEqual(
      store.realms.list().map((realm) => realm.realm),
      ['renamed', 'second'],
    );
    assert.equal(store.realms.find('demo'), undefined);
    assert.equal((await store.users.find(demo.id, 'u1'))?.username, 'alice');
    await assert.rejects(
      store.realms.update('renamed', (realm) => ({ ...realm, realm: 'second' })),
      taken('realm'),
    );
    await store.realms.create({ id: 'third', realm: 'demo' }, []);
  });
  checkReplacement(checkWithDemo);
  checkWatchedStoring(check, checkWithDemo);
  checkClocks(checkWithDemo, demo);
  checkWithDemo('removing a realm removes its users and sessions', async (store) => {
    await store.sessions.create(createSession('s1'));
    await store.sessions.revokeToken(demo.id, 'j1', 9e15);
    assert.equal(await store.realms.remove('demo'), true);
    assert.equal(await store.realms.remove('demo'), false);
    assert.equal(store.realms.find('demo'), undefined);
    assert.equal(await store.users.find(demo.id, 'u1'), undefined);
    assert.equal(await store.sessions.find(demo.id, 's1'), undefined);
    assert.equal(await store.sessions.isTokenRevoked(demo.id, 'j1'), false);
    await assert.rejects(store.users.create(demo.id, alice), TypeError);
    await store.realms.create(demo, [bob]);
    assert.deepEqual(await collect(store.users.each(demo.id)), [bob]);
  });
  checkWithDemo('of concurrent removals only one succeeds', async (store) => {
    const results = await Promise.all([store.realms.remove('demo'), store.realms.remove('demo')]);
    assert.deepEqual(results.sort(), [false, true]);
  });
}

function checkReplacement(checkWithDemo: Check): void {
  for (const id of [demo.id, 'new-id'])
    checkWithDemo(`a realm is replaced with its users and sessions by one with id ${id}`, async (store) => {
      await store.realms.create({ id: 'second', realm: 'second' }, []);
      await store.sessions.create(createSession('s1'));
      const carol = { id: 'u3', username: 'carol' };
      await store.realms.replace({ id, realm: 'demo', displayName: 'New' }, [carol]);
      assert.deepEqual(
        store.realms.list().map((realm) => [realm.realm, realm.id, realm.displayName]),
        [
          ['demo', id, 'New'],
          ['second', 'second', undefined],
        ],
      );
      assert.deepEqual(await collect(store.users.each(id)), [carol]);
      assert.equal(await store.sessions.find(demo.id, 's1'), undefined);
      await store.users.create(id, bob);
      await store.realms.update('demo', (realm) => ({ ...realm, enabled: false }));
      assert.equal(await store.users.count(id, {}), 2);
    });
  checkWithDemo('a realm stays as it was when it cannot be replaced', async (store) => {
    await store.realms.create({ id: 'second', realm: 'second' }, []);
    await store.sessions.create(createSession('s1'));
    await assert.rejects(store.realms.replace({ id: 'second', realm: 'demo' }, []), taken('id'));
    const twice = [bob, { ...alice, username: 'BOB' }];
    await assert.rejects(store.realms.replace({ ...demo, displayName: 'New' }, twice), taken('username'));
    await assert.rejects(store.realms.replace({ id: 'x', realm: 'nowhere' }, []), TypeError);
    assert.equal(store.realms.find('demo'), store.realms.list()[0]);
    assert.deepEqual(store.realms.list()[0], demo);
    assert.equal((await collect(store.users.each(demo.id))).length, 2);
    assert.ok(await store.sessions.find(demo.id, 's1'));
    assert.equal(store.realms.find('nowhere'), undefined);
  });
}

function testUserChanges(checkWithDemo: Check): void {
  checkWithDemo('a user with a duplicate id, username or e-mail address is rejected', async (store) => {
    const attempt = (user: StoredUser) => store.users.create(demo.id, user);
    await assert.rejects(attempt({ id: 'u1', username: 'x' }), taken('id'));
    await assert.rejects(attempt({ id: 'u3', username: 'Alice' }), taken('username'));
    await assert.rejects(attempt({ id: 'u3', username: 'x', email: 'alice@EXAMPLE.org' }), taken('email'));
    assert.equal(await store.users.count(demo.id, {}), 2);
  });
  checkWithDemo(
    'a change to a duplicate username or e-mail address is rejected without effect',
    async (store) => {
      const change = (changes: Partial<StoredUser>) =>
        store.users.update(demo.id, 'u2', (user) => ({ ...user, ...changes }));
      await assert.rejects(change({ username: 'ALICE' }), taken('username'));
      await assert.rejects(change({ email: 'alice@example.org' }), taken('email'));
      await assert.rejects(change({ id: 'u3' }), TypeError);
      assert.deepEqual(await store.users.findByUsername(demo.id, 'bob'), bob);
      assert.deepEqual(await store.users.find(demo.id, 'u2'), bob);
    },
  );
  checkWithDemo('two users may share an e-mail address only if the realm allows it', async (store) => {
    const carol: StoredUser = { id: 'u3', username: 'carol', email: 'alice@example.org' };
    await assert.rejects(store.users.create(demo.id, carol), taken('email'));
    await store.realms.update('demo', (realm) => ({ ...realm, duplicateEmailsAllowed: true }));
    await store.users.create(demo.id, carol);
    assert.equal((await store.users.findByEmail(demo.id, 'alice@example.org'))?.id, 'u1');
    await store.users.remove(demo.id, 'u1');
    assert.equal((await store.users.findByEmail(demo.id, 'alice@example.org'))?.id, 'u3');
  });
  checkWithDemo('changing or removing an unknown user has no effect', async (store) => {
    assert.equal(await store.users.update(demo.id, 'u9', (user) => user), undefined);
    assert.equal(await store.users.remove(demo.id, 'u9'), false);
    assert.equal(await store.users.update('nowhere', 'u1', (user) => user), undefined);
    assert.equal(await store.users.remove('nowhere', 'u1'), false);
  });
  checkWithDemo('a changed user is found by the new username and e-mail address only', async (store) => {
    await store.users.update(demo.id, 'u1', (user) => ({ ...user, username: 'eve', email: 'eve@x.org' }));
    assert.equal(await store.users.findByUsername(demo.id, 'alice'), undefined);
    assert.equal(await store.users.findByEmail(demo.id, 'alice@example.org'), undefined);
    assert.equal((await store.users.findByUsername(demo.id, 'eve'))?.id, 'u1');
    assert.equal((await store.users.findByEmail(demo.id, 'EVE@x.org'))?.id, 'u1');
  });
  checkWithDemo('concurrent changes of one user are all applied', async (store) => {
    const add = () =>
      store.users.update(demo.id, 'u1', (user) => ({ ...user, notBefore: (user.notBefore ?? 0) + 1 }));
    await Promise.all(Array.from({ length: 50 }, add));
    assert.equal((await store.users.find(demo.id, 'u1'))?.notBefore, 50);
  });
  checkWithDemo('of concurrent creations with the same name only one succeeds', async (store) => {
    const ids = ['a', 'b', 'c', 'd'];
    const results = await Promise.allSettled(
      ids.map((id) => store.users.create(demo.id, { id, username: 'same' })),
    );
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
  });
}

function testUserReads(check: Check, checkWithDemo: Check): void {
  checkWithDemo('users are found by id, username and e-mail address, ignoring case', async (store) => {
    assert.deepEqual(await store.users.find(demo.id, 'u1'), alice);
    assert.equal((await store.users.findByUsername(demo.id, 'ALICE'))?.id, 'u1');
    assert.equal((await store.users.findByEmail(demo.id, 'ALICE@example.ORG'))?.id, 'u1');
    assert.equal(await store.users.findByEmail(demo.id, ''), undefined);
    assert.equal(await store.users.find('nowhere', 'u1'), undefined);
    assert.deepEqual(await collect(store.users.each('nowhere')), []);
  });
  check('users are listed by username, whatever the order of creation', async (store) => {
    const names = ['m', 'z', 'a', 'k'];
    await store.realms.create(
      demo,
      names.map((username) => ({ id: `id-${username}`, username })),
    );
    await store.users.create(demo.id, { id: 'id-b', username: 'b' });
    await store.users.remove(demo.id, 'id-k');
    const listed = await collect(store.users.each(demo.id));
    assert.deepEqual(
      listed.map((user) => user.username),
      ['a', 'b', 'm', 'z'],
    );
  });
  checkWithDemo(
    'captured users stay as they are when users change, and the other way round',
    async (store) => {
      const captured = await store.users.capture(demo.id);
      await store.users.update(demo.id, 'u1', (user) => ({ ...user, username: 'eve', email: 'eve@x.org' }));
      await store.users.remove(demo.id, 'u2');
      await store.users.create(demo.id, { id: 'u3', username: 'carol' });
      assert.deepEqual(captured?.list(), [alice, bob]);
      assert.deepEqual(
        (await collect(store.users.each(demo.id))).map((user) => user.username),
        ['carol', 'eve'],
      );
      assert.equal(await store.users.findByUsername(demo.id, 'bob'), undefined);
      assert.equal(await store.users.capture('nowhere'), undefined);
    },
  );
  checkWithDemo(
    'a realm is created with the captured users of another, and neither sees changes of the other',
    async (store) => {
      const captured = (await store.users.capture(demo.id)) ?? { list: () => [] };
      await store.realms.create({ id: 'copy', realm: 'copy' }, captured);
      await store.users.update('copy', 'u1', (user) => ({ ...user, email: 'copy@x.org' }));
      await store.users.create(demo.id, { id: 'u3', username: 'carol' });
      await store.users.remove(demo.id, 'u2');
      assert.equal((await store.users.findByEmail(demo.id, 'alice@example.org'))?.id, 'u1');
      assert.equal(await store.users.findByEmail(demo.id, 'copy@x.org'), undefined);
      assert.deepEqual(await store.users.findByUsername('copy', 'bob'), bob);
      assert.equal(await store.users.findByUsername('copy', 'carol'), undefined);
      await assert.rejects(store.users.create('copy', { id: 'u9', username: 'Bob' }), taken('username'));
      await assert.rejects(store.users.create('copy', { id: 'u2', username: 'x' }), taken('id'));
      await store.realms.replace({ id: 'copy', realm: 'copy' }, captured);
      assert.deepEqual(await collect(store.users.each('copy')), [alice, bob]);
    },
  );
  checkWithDemo('unknown members are kept', async (store) => {
    const strange = { id: 'u3', username: 'carol', 'x-own': { deep: [1, null, 'ü'] } };
    await store.users.create(demo.id, strange);
    assert.deepEqual(await store.users.find(demo.id, 'u3'), strange);
  });
}
