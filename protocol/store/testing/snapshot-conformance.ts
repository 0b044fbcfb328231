// The conformance tests of snapshots, in memory and in a database.
import assert from 'node:assert/strict';
import { collect } from '../collect.ts';
import type { LayeredStore } from '../layered/layered-store.ts';
import { alice, bob, demo } from './sample-realm.ts';
import { createSession } from './sample-session.ts';

const carol = { id: 'u3', username: 'carol' };
const nothing = async () => ({});
const asKept = <T>(kept: T): T => kept;

const head = (id: string, takenAt = 7) => ({ id, takenAt });

/** Registers the tests for one kind of store. `check` registers a test; `use` gives the store for its time. */
export function testSnapshots<Given>(
  check: (title: string, run: (given: Given) => Promise<void>) => void,
  use: (given: Given, run: (store: LayeredStore) => Promise<void>) => Promise<void>,
): void {
  const checkWithDemo = (title: string, run: (store: LayeredStore) => Promise<void>): void =>
    check(title, (given) =>
      use(given, async (store) => {
        await store.realms.create(demo, [alice, bob]);
        await run(store);
      }),
    );
  testRestoring(checkWithDemo);
  testLists(checkWithDemo);
}

type Check = (title: string, run: (store: LayeredStore) => Promise<void>) => void;

async function changeEverything({ realms, users, sessions }: LayeredStore): Promise<void> {
  await realms.update('demo', (realm) => ({ ...realm, displayName: 'Changed' }));
  await realms.setClock(demo.id, () => ({ frozenAt: 9 }));
  await users.remove(demo.id, 'u1');
  await users.create(demo.id, carol);
  await sessions.remove(demo.id, 's1');
  await sessions.create(createSession('s2'));
  await sessions.revokeToken(demo.id, 'j2', 9e15);
}

async function look({ realms, users, sessions }: LayeredStore) {
  const realm = realms.find('demo') ?? assert.fail();
  const { sessions: known, revoked } = await sessions.capture(realm.id);
  return {
    realm: JSON.stringify(realm),
    clock: realms.findClock(realm.id),
    users: JSON.stringify(await collect(users.each(realm.id))),
    sessions: known.map((session) => JSON.stringify(session, Object.keys(session).sort())),
    revoked,
  };
}

function testRestoring(check: Check): void {
  check(
    'a snapshot brings back settings, users, sessions, revoked tokens and clock, as often as needed',
    async (store) => {
      const { snapshots, realms, users, sessions } = store;
      await realms.setClock(demo.id, () => ({ offsetMs: 5 }));
      await users.update(demo.id, 'u2', (user) => ({ ...user, attributes: { z: ['\u0000'], a: ['ü'] } }));
      await sessions.create(createSession('s1', { rememberMe: true }));
      await sessions.revokeToken(demo.id, 'j1', 9e15);
      const before = await look(store);
      const state = { part: { b: [1, '\u0000'], a: null } };
      const taken = await snapshots.take(demo.id, head('one'), async () => state);
      assert.deepEqual(taken, { ...head('one'), users: 2, sessions: 1 });
      for (const _again of [1, 2]) {
        await changeEverything(store);
        assert.deepEqual(await snapshots.restore(demo.id, 'one', asKept), state);
        assert.deepEqual(await look(store), before);
        await assert.rejects(users.create(demo.id, { ...carol, email: 'ALICE@example.org' }));
        assert.equal(await sessions.revokeToken(demo.id, 'j1', 9e15), false);
      }
    },
  );
  check('a realm that has another name keeps it, and its snapshots', async ({ snapshots, realms }) => {
    await snapshots.take(demo.id, head('one'), nothing);
    await realms.update('demo', (realm) => ({ ...realm, realm: 'renamed', displayName: 'Changed' }));
    const make = (kept: typeof demo, { realm }: typeof demo) => ({ ...kept, realm });
    assert.deepEqual(await snapshots.restore(demo.id, 'one', make), {});
    assert.deepEqual(realms.list(), [{ ...demo, realm: 'renamed' }]);
    assert.equal((await snapshots.list(demo.id)).length, 1);
  });
  check('a realm with the time of the machine has it again', async ({ snapshots, realms }) => {
    await snapshots.take(demo.id, head('one'), nothing);
    await realms.setClock(demo.id, () => ({ offsetMs: 5 }));
    await snapshots.restore(demo.id, 'one', asKept);
    assert.equal(realms.findClock(demo.id), undefined);
  });
  check('a snapshot of a clone is put back into the clone, which stays one', async (store) => {
    const make = (kept: typeof demo) => ({ ...kept, id: 'clone-id', realm: 'clone' });
    const note = { template: 'demo', origin: 'demo', leaseMs: 1_000_000 };
    await store.clones.create('demo', make, note);
    await store.snapshots.take('clone-id', head('one'), nothing);
    await store.users.remove('clone-id', 'u1');
    await store.snapshots.restore('clone-id', 'one', asKept);
    assert.deepEqual(await collect(store.users.each('clone-id')), [alice, bob]);
    assert.deepEqual(store.clones.find('clone-id'), note);
    assert.equal(await store.users.count(demo.id, {}), 2);
  });
  check('what is not there is neither taken nor restored', async ({ snapshots }) => {
    await snapshots.take(demo.id, head('one'), nothing);
    assert.equal(await snapshots.take('nowhere', head('two'), nothing), undefined);
    assert.equal(await snapshots.restore('nowhere', 'one', asKept), undefined);
    assert.equal(await snapshots.restore(demo.id, 'two', asKept), undefined);
  });
}

function testLists(check: Check): void {
  check(
    'snapshots are listed oldest first, each realm has its own, and one is removed once',
    async (store) => {
      const { snapshots, realms } = store;
      await realms.create({ id: 'other-id', realm: 'other' }, []);
      await snapshots.take(demo.id, head('b', 9), nothing);
      await snapshots.take(demo.id, head('a', 8), nothing);
      await snapshots.take('other-id', head('b'), nothing);
      const ids = async (realmId: string) => (await snapshots.list(realmId)).map(({ id }) => id);
      assert.deepEqual(await ids(demo.id), ['b', 'a']);
      assert.deepEqual(await ids('other-id'), ['b']);
      assert.deepEqual(await ids('nowhere'), []);
      assert.equal(await snapshots.remove(demo.id, 'b'), true);
      assert.equal(await snapshots.remove(demo.id, 'b'), false);
      assert.equal(await snapshots.restore(demo.id, 'b', asKept), undefined);
      assert.deepEqual(await ids(demo.id), ['a']);
      assert.deepEqual(await ids('other-id'), ['b']);
    },
  );
  for (const how of ['removed', 'replaced'])
    check(`the snapshots of a realm that is ${how} end with it`, async ({ snapshots, realms }) => {
      await snapshots.take(demo.id, head('one'), nothing);
      if (how === 'replaced') await realms.replace({ ...demo, displayName: 'New' }, []);
      else {
        await realms.remove('demo');
        await realms.create(demo, []);
      }
      assert.deepEqual(await snapshots.list(demo.id), []);
      assert.equal(await snapshots.restore(demo.id, 'one', asKept), undefined);
    });
  check('the snapshots of a realm that is brought back to an image stay', async (store) => {
    await store.snapshots.take(demo.id, head('one'), nothing);
    await store.restore((await store.capture('demo')) ?? assert.fail());
    assert.equal((await store.snapshots.list(demo.id)).length, 1);
  });
}
