// Conformance tests of movers: what is stored is read again, and what cannot be stored changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '../collect.ts';
import type { MovedRealm, RealmMover } from '../moving.ts';
import type { Store } from '../store.ts';
import { contentOf, fullSample, type MovedContent, sampleMoved, toMoved } from './moved-realm.ts';
import { alice, bob, demo, taken } from './sample-realm.ts';
import { createSession } from './sample-session.ts';

/** A store that can move realms. */
export type MovableStore = Store & { readonly mover: RealmMover };

/** Opens a store, and again what was stored there. */
export interface MovableUnderTest {
  readonly store: MovableStore;
  /** Closes the store and opens it again. */
  reopen(): Promise<MovableStore>;
  dispose(): Promise<void>;
}

/** Reads a realm's content. */
export function readContent({ mover }: MovableStore, realmId: string): Promise<MovedContent | undefined> {
  return mover.read(realmId, contentOf);
}

/** Checks a store, and once more after a restart. */
async function checkTwice(
  given: MovableUnderTest,
  check: (store: MovableStore) => Promise<void>,
): Promise<void> {
  await check(given.store);
  await check(await given.reopen());
}

/** Registers the suite for one kind of store. */
export function testMover(name: string, open: () => Promise<MovableUnderTest>): void {
  const check = (title: string, run: (given: MovableUnderTest) => Promise<void>): void => {
    test(`${name}, moving: ${title}`, async () => {
      const given = await open();
      try {
        await run(given);
      } finally {
        await given.dispose();
      }
    });
  };
  for (let seed = 0; seed < 8; seed += 1)
    check(`realm ${seed} is read as it was stored, before and after a restart`, async (given) => {
      const content = sampleMoved(seed);
      await given.store.mover.store(toMoved(content));
      assert.deepEqual(await readContent(given.store, content.realm.id), content);
      assert.deepEqual(await readContent(await given.reopen(), content.realm.id), content);
    });
  checkServing(check);
  checkReplacing(check);
  checkRefusals(check);
}

type CheckMover = (title: string, run: (given: MovableUnderTest) => Promise<void>) => void;

function checkServing(check: CheckMover): void {
  check(
    'a stored realm is served with its users, clock, origin, sessions and revoked tokens',
    async (given) => {
      const content = fullSample();
      const { id } = content.realm;
      await given.store.mover.store(toMoved(content));
      await checkTwice(given, async (store) => {
        assert.deepEqual(store.realms.find(content.realm.realm), content.realm);
        assert.deepEqual(store.realms.findClock(id), content.clock);
        assert.equal(await store.users.count(id, {}), content.users.length);
        for (const session of content.sessions)
          assert.deepEqual(await store.sessions.find(id, session.id), session);
        for (const jti of Object.keys(content.revoked))
          assert.equal(await store.sessions.isTokenRevoked(id, jti), true);
        const origin = await store.realms.readOrigin(id);
        const original = content.users.filter(({ isOriginal }) => isOriginal).map(({ user }) => user);
        const ids = [...original, ...content.originUsers].map((user) => user.id).toSorted();
        assert.deepEqual(origin?.realm, content.origin?.realm);
        assert.deepEqual((origin?.users ?? []).map((user) => user.id).toSorted(), ids);
      });
    },
  );
  check('what changes after a realm was stored is read, and the origin stays', async ({ store }) => {
    const content = fullSample();
    const { id, realm } = content.realm;
    await store.mover.store(toMoved(content));
    const [first, second] = content.users.filter(({ isOriginal }) => isOriginal);
    assert.ok(first !== undefined && second !== undefined);
    await store.users.update(id, first.user.id, (user) => ({ ...user, firstName: 'Changed' }));
    await store.users.remove(id, second.user.id);
    await store.realms.update(realm, (each) => ({ ...each, displayName: 'Changed' }));
    const now = await readContent(store, id);
    assert.equal(now?.realm.displayName, 'Changed');
    assert.deepEqual(now.origin, content.origin);
    const changed = now.users.find(({ user }) => user.id === first.user.id);
    assert.deepEqual(changed, { user: { ...first.user, firstName: 'Changed' }, isOriginal: false });
    const ids = now.originUsers.map((user) => user.id);
    assert.ok(ids.includes(first.user.id) && ids.includes(second.user.id));
    assert.equal(now.users.length, content.users.length - 1);
  });
  check('an unknown realm is not read', async ({ store }) => {
    assert.equal(await readContent(store, 'nowhere'), undefined);
  });
}

function checkReplacing(check: CheckMover): void {
  for (const id of [demo.id, 'other-id'])
    check(`a realm of the same name gives way, with its sessions, to one with id ${id}`, async (given) => {
      const { store } = given;
      await store.realms.create(demo, [alice, bob]);
      await store.realms.create({ id: 'second', realm: 'second' }, []);
      await store.sessions.create(createSession('earlier'));
      const content = sampleMoved(5, id);
      const moved = { ...content, realm: { ...content.realm, realm: 'demo' } };
      await store.mover.store(toMoved(moved));
      await checkTwice(given, async (each) => {
        assert.deepEqual(
          each.realms.list().map(({ realm }) => realm),
          ['demo', 'second'],
        );
        assert.deepEqual(await readContent(each, id), moved);
        assert.equal(await each.sessions.find(id, 'earlier'), undefined);
      });
    });
}

/** A realm whose users end with an error after some. */
function failing(content: MovedContent, error: Error): MovedRealm {
  return {
    ...toMoved(content),
    async *sessions() {
      yield* content.sessions;
      throw error;
    },
  };
}

function checkRefusals(check: CheckMover): void {
  check('a realm that ends with an error leaves the earlier one as it was', async (given) => {
    const { store } = given;
    await store.realms.create(demo, [alice, bob]);
    await store.sessions.create(createSession('earlier'));
    const content = sampleMoved(1, demo.id);
    const moved = { ...content, realm: { ...content.realm, realm: 'demo' } };
    await assert.rejects(store.mover.store(failing(moved, new RangeError('torn'))), RangeError);
    await assert.rejects(store.mover.store(failing(sampleMoved(2), new RangeError('torn'))), RangeError);
    await checkTwice(given, async (each) => {
      assert.deepEqual(each.realms.list(), [demo]);
      assert.deepEqual(await collect(each.users.each(demo.id)), [alice, bob]);
      assert.ok(await each.sessions.find(demo.id, 'earlier'));
    });
  });
  const user = (id: string, username: string, email = '') => ({
    user: { id, username, email },
    isOriginal: false,
  });
  for (const [member, second] of [
    ['id', user('1', 'b')],
    ['username', user('2', 'ANN')],
    ['email', user('2', 'b', 'ANN@x.org')],
  ] as const)
    check(`two users with the same ${member} are refused by name`, async ({ store }) => {
      const empty = { ...sampleMoved(0), users: [user('1', 'ann', 'ann@x.org'), second] };
      await assert.rejects(store.mover.store(toMoved(empty)), taken(member));
      assert.deepEqual(store.realms.list(), []);
    });
  check('the id of another realm is refused', async ({ store }) => {
    await store.realms.create(demo, [alice]);
    await assert.rejects(store.mover.store(toMoved(sampleMoved(1, demo.id))), taken('id'));
    assert.deepEqual(store.realms.list(), [demo]);
  });
  check('an aborted move rejects with the reason and stores nothing', async ({ store }) => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const content = fullSample();
    const written = () => controller.abort(reason);
    await assert.rejects(store.mover.store(toMoved(content), { signal: controller.signal, written }), reason);
    assert.deepEqual(store.realms.list(), []);
  });
}
