// Conformance tests of links between users and accounts at identity providers: each account has one user.
import assert from 'node:assert/strict';
import type { StoredUser } from '../store.ts';
import type { Check } from './conformance.ts';
import { alice, bob, demo, taken } from './sample-realm.ts';

const GOOGLE = { identityProvider: 'google', userId: '1', userName: 'a@google' };
const GITHUB = { identityProvider: 'github', userId: '1' };
const MEMBER = 'federatedIdentities';

const linked = (user: StoredUser, ...links: readonly object[]): StoredUser => ({ ...user, [MEMBER]: links });
const link =
  (...links: readonly object[]) =>
  (user: StoredUser): StoredUser =>
    linked(user, ...links);

/** Registers the tests. `checkWithDemo`: with the users alice and bob. */
export function checkLinks(check: Check, checkWithDemo: Check): void {
  checkTaking(checkWithDemo);
  checkRaces(checkWithDemo);
  checkShared(check);
}

function checkTaking(checkWithDemo: Check): void {
  checkWithDemo('links: a user is found by an account, provider and id together', async ({ users }) => {
    const stored = await users.update(demo.id, 'u1', link(GOOGLE, { ...GITHUB, userId: '2' }));
    assert.deepEqual(await users.findByLink(demo.id, 'google', '1'), stored);
    assert.deepEqual(await users.findByLink(demo.id, 'github', '2'), stored);
    for (const [provider, id] of [
      ['github', '1'],
      ['google', '2'],
      ['Google', '1'],
      ['google', ''],
      ['', '1'],
      ['google","1', ''],
    ] as const)
      assert.equal(await users.findByLink(demo.id, provider, id), undefined, `${provider} ${id}`);
    assert.equal(await users.findByLink('nowhere', 'google', '1'), undefined);
  });
  checkWithDemo('links: an account of another user is refused, and nothing is stored', async ({ users }) => {
    await users.update(demo.id, 'u1', link(GOOGLE));
    await assert.rejects(users.update(demo.id, 'u2', link(GITHUB, GOOGLE)), taken(MEMBER));
    await assert.rejects(users.create(demo.id, linked({ id: 'u3', username: 'c' }, GOOGLE)), taken(MEMBER));
    assert.deepEqual(await users.find(demo.id, 'u2'), bob);
    assert.equal(await users.find(demo.id, 'u3'), undefined);
    assert.equal(await users.findByLink(demo.id, 'github', '1'), undefined);
  });
  checkWithDemo('links: names are refused before accounts', async ({ users }) => {
    await users.update(demo.id, 'u1', link(GOOGLE));
    const create = (user: StoredUser) => users.create(demo.id, linked(user, GOOGLE));
    await assert.rejects(create({ id: 'u1', username: 'c' }), taken('id'));
    await assert.rejects(create({ id: 'u3', username: 'Bob' }), taken('username'));
    await assert.rejects(create({ id: 'u3', username: 'c', email: 'alice@example.org' }), taken('email'));
  });
  checkWithDemo('links: a user keeps, repeats and changes its own', async ({ users }) => {
    await users.update(demo.id, 'u1', link(GOOGLE, GOOGLE));
    await users.update(demo.id, 'u1', link({ ...GOOGLE, userName: 'new' }));
    await users.update(demo.id, 'u1', (user) => ({ ...user, firstName: 'A' }));
    assert.equal((await users.findByLink(demo.id, 'google', '1'))?.firstName, 'A');
  });
  checkWithDemo('links: an account is free once its link or its user is removed', async ({ users }) => {
    await users.update(demo.id, 'u1', link(GOOGLE, GITHUB));
    await users.update(demo.id, 'u1', link(GITHUB));
    assert.equal(await users.findByLink(demo.id, 'google', '1'), undefined);
    await users.update(demo.id, 'u2', link(GOOGLE));
    await users.remove(demo.id, 'u1');
    await users.create(demo.id, linked(alice, GITHUB));
    assert.equal((await users.findByLink(demo.id, 'github', '1'))?.id, 'u1');
    assert.equal((await users.findByLink(demo.id, 'google', '1'))?.id, 'u2');
  });
  checkWithDemo('links: malformed ones link nothing', async ({ users }) => {
    const odd = [null, 7, { identityProvider: 'google' }, { identityProvider: 'google', userId: '' }];
    for (const links of ['x', {}, odd])
      for (const id of ['u1', 'u2'])
        await users.update(demo.id, id, (user) => ({ ...user, [MEMBER]: links }));
    assert.equal(await users.findByLink(demo.id, 'google', ''), undefined);
  });
  checkWithDemo('links: accounts of other realms do not count', async ({ realms, users }) => {
    await realms.create({ id: 'other', realm: 'other' }, [linked(alice, GOOGLE)]);
    await users.update(demo.id, 'u2', link(GOOGLE));
    assert.equal((await users.findByLink('other', 'google', '1'))?.id, 'u1');
    assert.equal((await users.findByLink(demo.id, 'google', '1'))?.id, 'u2');
  });
}

function checkRaces(checkWithDemo: Check): void {
  checkWithDemo('links: of users who get the same account at once, one does', async ({ users }) => {
    const ids = Array.from({ length: 12 }, (_, index) => `c${index}`);
    for (const id of ids.slice(6)) await users.create(demo.id, { id, username: id });
    const results = await Promise.allSettled(
      ids.map((id, index) =>
        index < 6
          ? users.create(demo.id, linked({ id, username: id }, GOOGLE, GITHUB))
          : users.update(demo.id, id, link(GITHUB, GOOGLE)),
      ),
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    assert.equal(refused.length, ids.length - 1);
    for (const reason of refused) assert.ok(taken(MEMBER)(reason), String(reason));
    assert.equal(await users.count(demo.id, { linked: { provider: 'google', userId: GOOGLE.userId } }), 1);
  });
}

function checkShared(check: Check): void {
  const first = linked(alice, GOOGLE);
  const second = linked(bob, GOOGLE);
  check(
    'links: users of a new realm may share an account; the first one is found',
    async ({ realms, users }) => {
      await realms.create(demo, [first, second]);
      assert.equal((await users.findByLink(demo.id, 'google', '1'))?.id, 'u1');
      const both = { linked: { provider: 'google', userId: '1' } };
      assert.equal(await users.count(demo.id, both), 2);
      await realms.replace(demo, [second, first]);
      assert.equal((await users.findByLink(demo.id, 'google', '1'))?.id, 'u2');
    },
  );
  check(
    'links: users who share an account may change, and no other one gets it',
    async ({ realms, users }) => {
      await realms.create(demo, [first, second, { id: 'u3', username: 'c' }]);
      for (const id of ['u1', 'u2']) await users.update(demo.id, id, (user) => ({ ...user, firstName: id }));
      await assert.rejects(users.update(demo.id, 'u3', link(GOOGLE)), taken(MEMBER));
      await users.remove(demo.id, 'u1');
      assert.equal((await users.findByLink(demo.id, 'google', '1'))?.id, 'u2');
      await assert.rejects(users.update(demo.id, 'u3', link(GOOGLE)), taken(MEMBER));
      await users.update(demo.id, 'u2', link());
      await users.update(demo.id, 'u3', link(GOOGLE));
      await assert.rejects(users.update(demo.id, 'u2', link(GOOGLE)), taken(MEMBER));
    },
  );
}
