import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DuplicateError, type StoredUser } from '../store.ts';
import { UserIndex } from './user-index.ts';

test('a rejected user is not found by id, username or e-mail address, and not listed', () => {
  const index = new UserIndex();
  index.add({ id: '1', username: 'a', email: 'a@x' });
  assert.throws(() => index.add({ id: '2', username: 'b', email: 'A@X' }), DuplicateError);
  assert.equal(index.find('2'), undefined);
  assert.equal(index.findByUsername('b'), undefined);
  assert.equal(index.list().length, 1);
});

test('a user without an e-mail address is not found by an empty one', () => {
  const index = new UserIndex();
  index.add({ id: '1', username: 'a', email: '' });
  index.add({ id: '2', username: 'b' });
  assert.equal(index.findByEmail(''), undefined);
});

test('a user with a shared e-mail address can be changed after the realm forbids sharing, if the address stays', () => {
  let unique = false;
  const index = new UserIndex(() => unique);
  const first = { id: '1', username: 'a', email: 'a@x' };
  const second = { id: '2', username: 'b', email: 'a@x' };
  index.add(first);
  index.add(second);
  unique = true;
  const changed = { ...second, enabled: false };
  index.replace(second, changed);
  assert.equal(index.find('2'), changed);
  assert.throws(() => index.add({ id: '3', username: 'c', email: 'a@x' }), DuplicateError);
});

type Change = { readonly kind: 'add' | 'replace' | 'remove'; readonly user: StoredUser };

const user = fc.record({
  id: fc.constantFrom('1', '2', '3', '4'),
  username: fc.constantFrom('a', 'A', 'b', 'c'),
  email: fc.constantFrom('', 'x@x', 'X@x', 'y@x'),
});
const changes = fc.array(
  fc.record({ kind: fc.constantFrom<Change['kind']>('add', 'replace', 'remove'), user }),
);

function apply(index: UserIndex, { kind, user: next }: Change): void {
  const before = index.find(next.id);
  try {
    if (kind === 'add') index.add(next);
    else if (kind === 'remove') index.remove(next.id);
    else if (before !== undefined) index.replace(before, next);
  } catch (error) {
    assert.ok(error instanceof DuplicateError);
  }
}

function checkUser(index: UserIndex, one: StoredUser, emailsUnique: boolean): void {
  assert.equal(index.find(one.id), one);
  assert.equal(index.findByUsername(one.username), one);
  if (one.email === undefined || one.email === '') return;
  const email = one.email.toLowerCase();
  const sameEmail = index.list().filter((other) => other.email?.toLowerCase() === email);
  assert.ok(sameEmail.some((other) => other === index.findByEmail(email)));
  if (emailsUnique) assert.equal(sameEmail.length, 1);
}

test('after any sequence of changes every index contains exactly the existing users', () => {
  fc.assert(
    fc.property(changes, fc.boolean(), (list, emailsUnique) => {
      const index = new UserIndex(() => emailsUnique);
      for (const change of list) apply(index, change);
      for (const one of index.list()) checkUser(index, one, emailsUnique);
      for (const email of ['x@x', 'y@x']) {
        const has = index.list().some((one) => one.email?.toLowerCase() === email);
        assert.equal(index.findByEmail(email) !== undefined, has);
      }
    }),
  );
});

/** An index that shares users with others, and one with the same users that shares nothing. */
interface Pair {
  readonly shared: UserIndex;
  readonly alone: UserIndex;
}

function forkPair({ shared, alone }: Pair, isUnique: () => boolean): Pair {
  const copy = { shared: new UserIndex(isUnique, shared.capture()), alone: new UserIndex(isUnique) };
  for (const one of alone.list()) copy.alone.add(one);
  return copy;
}

function checkPair({ shared, alone }: Pair, emailsUnique: boolean): void {
  assert.deepEqual(shared.list(), alone.list());
  for (const one of shared.list()) checkUser(shared, one, emailsUnique);
  for (const name of ['a', 'b', 'c']) assert.equal(shared.findByUsername(name), alone.findByUsername(name));
  for (const email of ['x@x', 'y@x'])
    assert.equal(shared.findByEmail(email) === undefined, alone.findByEmail(email) === undefined);
}

test('indexes that share users never see changes of each other, whatever the order of changes and captures', () => {
  const change = fc.record({ kind: fc.constantFrom<Change['kind']>('add', 'replace', 'remove'), user });
  const steps = fc.array(fc.record({ target: fc.nat(), change: fc.option(change) }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.boolean(), (list, emailsUnique) => {
      const isUnique = (): boolean => emailsUnique;
      const first: Pair = { shared: new UserIndex(isUnique), alone: new UserIndex(isUnique) };
      const pairs = [first];
      for (const { target, change } of list) {
        const pair = pairs[target % pairs.length] ?? first;
        if (change === null) pairs.push(forkPair(pair, isUnique));
        else for (const index of [pair.shared, pair.alone]) apply(index, change);
      }
      for (const pair of pairs) checkPair(pair, emailsUnique);
    }),
  );
});

test('captures of unchanged users are the same set, and one index after many captures is still right', () => {
  const index = new UserIndex();
  index.add({ id: '0', username: 'u0' });
  assert.equal(index.capture(), index.capture());
  for (let count = 1; count <= 20; count++) {
    index.add({ id: String(count), username: `u${count}` });
    index.remove(String(count - 1));
    assert.deepEqual(
      index
        .capture()
        .list()
        .map(({ id }) => id),
      [String(count)],
    );
  }
  assert.equal(index.findByUsername('u19'), undefined);
  assert.equal(index.findByUsername('U20')?.id, '20');
});

test('a service account is found by its client until it is renamed or removed', () => {
  const index = new UserIndex();
  const account = { id: '1', username: 'robot', serviceAccountClientId: 'job' };
  index.add({ id: '2', username: 'a' });
  index.add(account);
  assert.equal(index.findServiceAccount('job'), account);
  const renamed = { ...account, serviceAccountClientId: 'task' };
  index.replace(account, renamed);
  assert.equal(index.findServiceAccount('job'), undefined);
  assert.equal(index.findServiceAccount('task'), renamed);
  index.remove('1');
  assert.equal(index.findServiceAccount('task'), undefined);
});
