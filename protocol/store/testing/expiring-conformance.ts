// The conformance tests of expiring stores.
import assert from 'node:assert/strict';
import type { ExpiringStore, RealmValue, Store } from '../store.ts';
import type { Check } from './conformance.ts';

interface Named extends RealmValue {
  readonly name: string;
  readonly count?: number | undefined;
}

const REALM = 'demo-id';
const named = (name: string): Named => ({ realmId: REALM, name });
const namesOf = (values: readonly Named[]): readonly string[] => values.map(({ name }) => name);

const codesOf = (store: Store): ExpiringStore<Named> => store.createExpiringStore<Named>('code');

async function withOtherRealm(store: Store): Promise<ExpiringStore<Named>> {
  await store.realms.create({ id: 'other', realm: 'other' }, []);
  return codesOf(store);
}

/** Adds one to the value, and gives what it was. */
const countUp = (codes: ExpiringStore<Named>, id: string, now = 0): Promise<number> =>
  codes.update(REALM, id, now, (value = named(id)) => {
    const { count = 0 } = value;
    return { value: { ...value, count: count + 1 }, expiresAt: 100, result: count };
  });

/** Registers the tests of expiring stores for one kind of store; `check` gives one with realm `demo-id`. */
export function testExpiringValues(check: Check): void {
  testTaking(check);
  testAdding(check);
  testChanging(check);
  testKnown(check);
  testListing(check);
  testRealms(check);
}

function testTaking(check: Check): void {
  check('RFC 6749 §4.1.2: a code is consumed once, even by concurrent callers', async (store) => {
    const codes = codesOf(store);
    await codes.put('c', named('value'), 100, 0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => codes.consume(REALM, 'c', 50)));
    assert.equal(answers.filter((answer) => answer.state === 'found').length, 1);
    assert.equal(answers.filter((answer) => answer.state === 'used').length, 19);
    assert.deepEqual(answers[19], { state: 'used', value: named('value') });
  });
  check('a removed or expired value is unknown, including at the time of expiry', async (store) => {
    const codes = codesOf(store);
    await codes.put('a', named('value'), 100, 0);
    await codes.put('b', named('value'), 100, 0);
    await codes.remove(REALM, 'b');
    await codes.remove(REALM, 'x');
    for (const [id, now] of [
      ['x', 0],
      ['b', 0],
      ['a', 100],
    ] as const) {
      assert.deepEqual(await codes.consume(REALM, id, now), { state: 'unknown' });
      assert.equal(await codes.find(REALM, id, now), undefined);
    }
  });
  check('a value that is put again is unused, with its new expiry', async (store) => {
    const codes = codesOf(store);
    await codes.put('a', named('1'), 100, 0);
    await codes.consume(REALM, 'a', 0);
    assert.deepEqual(await codes.find(REALM, 'a', 0), named('1'));
    await codes.put('a', named('2'), 200, 0);
    assert.deepEqual(await codes.consume(REALM, 'a', 199), { state: 'found', value: named('2') });
  });
}

function testAdding(check: Check): void {
  check('RFC 7523 §3: of callers that add one id at once, one does', async (store) => {
    const codes = codesOf(store);
    const added = await Promise.all(
      Array.from({ length: 20 }, (_each, index) => codes.add('j', named(String(index)), 100, 0)),
    );
    assert.equal(added.filter(Boolean).length, 1);
    assert.equal((await codes.find(REALM, 'j', 99))?.name, String(added.indexOf(true)));
  });
  check(
    'an id can be added again when its value has expired or was removed, not when it was used',
    async (store) => {
      const codes = codesOf(store);
      assert.equal(await codes.add('j', named('1'), 100, 0), true);
      await codes.consume(REALM, 'j', 0);
      assert.equal(await codes.add('j', named('2'), 200, 99), false);
      assert.equal(await codes.add('j', named('3'), 200, 100), true);
      assert.deepEqual(await codes.consume(REALM, 'j', 100), { state: 'found', value: named('3') });
      await codes.remove(REALM, 'j');
      assert.equal(await codes.add('j', named('4'), 200, 100), true);
    },
  );
}

function testChanging(check: Check): void {
  check('changes of one value at once are all made, each with the newest value', async (store) => {
    const codes = codesOf(store);
    const before = await Promise.all(Array.from({ length: 20 }, () => countUp(codes, 'a')));
    assert.deepEqual(
      before.sort((a, b) => a - b),
      Array.from({ length: 20 }, (_each, index) => index),
    );
    assert.equal((await codes.find(REALM, 'a', 0))?.count, 20);
  });
  check('a change gets nothing for a value that has expired, and may give a new one', async (store) => {
    const codes = codesOf(store);
    await countUp(codes, 'a');
    await codes.consume(REALM, 'a', 0);
    assert.equal(await countUp(codes, 'a', 99), 1);
    assert.equal((await codes.consume(REALM, 'a', 99)).state, 'used');
    assert.equal(
      await codes.update(REALM, 'a', 100, (value) => ({
        value: named('new'),
        expiresAt: 300,
        result: value?.name,
      })),
      undefined,
    );
    assert.deepEqual(await codes.consume(REALM, 'a', 100), { state: 'found', value: named('new') });
  });
  check('a change may leave a value and its expiry as they are, or remove it', async (store) => {
    const codes = codesOf(store);
    await codes.put('a', named('1'), 100, 0);
    const result = await codes.update(REALM, 'a', 0, (value) => ({ result: value?.name }));
    assert.equal(result, '1');
    await codes.update(REALM, 'a', 0, (value) => ({ value: { ...named('2'), ...value }, result: undefined }));
    assert.deepEqual(await codes.find(REALM, 'a', 99), named('1'));
    assert.equal(await codes.find(REALM, 'a', 100), undefined);
    await codes.put('a', named('1'), 100, 0);
    await codes.update(REALM, 'a', 0, () => ({ value: 'removed', result: undefined }));
    assert.deepEqual(await codes.consume(REALM, 'a', 0), { state: 'unknown' });
    await codes.update(REALM, 'gone', 0, () => ({ value: 'removed', result: undefined }));
    await codes.update(REALM, 'gone', 0, () => ({ result: undefined }));
    assert.equal(await codes.find(REALM, 'gone', 0), undefined);
  });
  check(
    'a change that throws, or gives what cannot be stored, leaves everything as it was',
    async (store) => {
      const codes = codesOf(store);
      await codes.put('a', named('1'), 100, 0);
      const fail = (): never => {
        throw new RangeError('no');
      };
      await assert.rejects(codes.update(REALM, 'a', 0, fail), RangeError);
      await assert.rejects(codes.update(REALM, 'b', 0, fail), RangeError);
      const moved = { realmId: 'other', name: 'moved' };
      await assert.rejects(
        codes.update(REALM, 'a', 0, () => ({ value: moved, expiresAt: 100, result: 0 })),
        TypeError,
      );
      await assert.rejects(
        codes.update(REALM, 'b', 0, () => ({ value: named('2'), result: 0 })),
        TypeError,
      );
      assert.deepEqual(await codes.consume(REALM, 'a', 0), { state: 'found', value: named('1') });
      assert.equal(await codes.find(REALM, 'b', 0), undefined);
    },
  );
}

function testKnown(check: Check): void {
  check('a change of a value that the caller has sees the newest value', async (store) => {
    const codes = codesOf(store);
    const first = named('value');
    await codes.put('c', first, 100, 0);
    const add = (known: Named, now = 0) =>
      codes.update(
        REALM,
        'c',
        now,
        (value) => {
          if (value === undefined) return { result: named('none') };
          const counted = { ...value, count: (value.count ?? 0) + 1 };
          return { value: counted, result: counted };
        },
        known,
      );
    const second = await add(await add(first));
    assert.equal(second.count, 2);
    assert.equal((await add(first)).count, 3);
    const read = (await codes.find(REALM, 'c', 0)) ?? assert.fail();
    const results = await Promise.all(Array.from({ length: 10 }, () => add(read)));
    assert.equal(new Set(results.map(({ count }) => count)).size, 10);
    assert.equal((await codes.find(REALM, 'c', 99))?.count, 13);
    const last = (await codes.find(REALM, 'c', 0)) ?? assert.fail();
    assert.equal((await add(last, 100)).name, 'none');
    await codes.put('c', first, 200, 100);
    assert.equal((await add(last, 100)).count, 1);
    await codes.remove(REALM, 'c');
    assert.equal((await add(first, 100)).name, 'none');
  });
  check('what the caller has decides neither a refusal nor that nothing is stored', async (store) => {
    const codes = codesOf(store);
    const old = named('value');
    await codes.put('c', old, 100, 0);
    await codes.update(REALM, 'c', 0, () => ({ value: { ...old, count: 7 }, result: 0 }));
    const read = (value: Named | undefined) => {
      if (value?.count === undefined) throw new RangeError('not counted');
      return { result: value.count };
    };
    assert.equal(await codes.update(REALM, 'c', 0, read, old), 7);
    const leave = (value: Named | undefined) => ({ result: value?.count });
    assert.equal(await codes.update(REALM, 'c', 0, leave, old), 7);
  });
}

function testListing(check: Check): void {
  check(
    'matching values are listed oldest first up to the limit, and listing expires nothing',
    async (store) => {
      const codes = codesOf(store);
      for (const [id, expiresAt] of Object.entries({ a: 300, b: 100, c: 300, other: 100, d: 300 }))
        await codes.put(id, named(id), expiresAt, 0);
      await codes.consume(REALM, 'c', 0);
      const isLetter = ({ name }: Named): boolean => name.length === 1;
      const list = async (now: number, limit: number, fits: Parameters<typeof codes.list>[1] = isLetter) =>
        namesOf(await codes.list(REALM, fits, now, limit));
      assert.deepEqual(await list(99, 9), ['a', 'b', 'c', 'd']);
      assert.deepEqual(await list(100, 9), ['a', 'c', 'd']);
      assert.deepEqual(await list(100, 2), ['a', 'c']);
      assert.deepEqual(await list(99, Number.POSITIVE_INFINITY), ['a', 'b', 'c', 'd']);
      assert.deepEqual(await list(300, 9), []);
      assert.deepEqual(await list(99, 9, (value, isUsed) => isLetter(value) && isUsed), ['c']);
      assert.deepEqual(await codes.find(REALM, 'b', 99), named('b'));
    },
  );
  check('a change keeps the place of a value in lists', async (store) => {
    const codes = codesOf(store);
    for (const id of ['a', 'b']) await codes.put(id, named(id), 100, 0);
    await countUp(codes, 'a');
    assert.deepEqual(namesOf(await codes.list(REALM, () => true, 0, 9)), ['a', 'b']);
  });
}

function testRealms(check: Check): void {
  check('values of two realms with one id have nothing to do with each other', async (store) => {
    const codes = await withOtherRealm(store);
    const theirs = { realmId: 'other', name: 'theirs' };
    await codes.put('a', named('ours'), 100, 0);
    assert.equal(await codes.add('a', theirs, 100, 0), true);
    assert.equal((await codes.consume(REALM, 'a', 0)).state, 'found');
    assert.deepEqual(await codes.consume('other', 'a', 0), { state: 'found', value: theirs });
    await countUp(codes, 'a');
    await codes.remove(REALM, 'a');
    assert.deepEqual(await codes.find('other', 'a', 0), theirs);
    assert.deepEqual(await codes.list(REALM, () => true, 0, 9), []);
    assert.deepEqual(await codes.list('other', () => true, 0, 9), [theirs]);
  });
  check(
    'expiring stores of two kinds are independent, those of one kind have the same values',
    async (store) => {
      const codes = codesOf(store);
      await codes.put('a', named('value'), 100, 0);
      assert.equal(await store.createExpiringStore<Named>('other').find(REALM, 'a', 0), undefined);
      assert.deepEqual(await codesOf(store).find(REALM, 'a', 0), named('value'));
    },
  );
  check("a realm's values are cleared from one expiring store, and those of others stay", async (store) => {
    const codes = await withOtherRealm(store);
    const other = store.createExpiringStore<Named>('other');
    for (const each of [codes, other]) await each.put('a', named('value'), 100, 0);
    await codes.put('a', { realmId: 'other', name: 'theirs' }, 100, 0);
    await codes.clear(REALM);
    await codes.clear('nowhere');
    assert.equal(await codes.find(REALM, 'a', 0), undefined);
    assert.equal((await codes.find('other', 'a', 0))?.name, 'theirs');
    assert.deepEqual(await other.find(REALM, 'a', 0), named('value'));
  });
  check("a realm's values are dropped from all expiring stores, and those of others stay", async (store) => {
    const stores = [await withOtherRealm(store), store.createExpiringStore<Named>('other')];
    for (const codes of stores) {
      await codes.put('a', named('value'), 100, 0);
      await codes.put('b', { realmId: 'other', name: 'b' }, 100, 0);
    }
    await store.dropExpiring(REALM);
    for (const codes of stores) {
      assert.equal(await codes.find(REALM, 'a', 0), undefined);
      assert.equal((await codes.find('other', 'b', 0))?.name, 'b');
    }
  });
  check('members that are undefined may be left out, and nothing else is lost', async (store) => {
    const values = store.createExpiringStore<RealmValue & { readonly data: unknown }>('plain');
    const data = {
      text: '"\u2028\u0000\ud800é😀',
      list: [1, -0.5, null, [true]],
      nested: { none: null },
      '': 'x',
    };
    await values.put('a', { realmId: REALM, data: { ...data, left: undefined } }, 100, 0);
    const found = await values.find(REALM, 'a', 0);
    assert.deepEqual(JSON.parse(JSON.stringify(found)), { realmId: REALM, data });
  });
  check('the id of a value may have any character, and what no value has is unknown', async (store) => {
    const codes = codesOf(store);
    const ids = ['', ' ', '__proto__', 'é😀\n"', 'x'.repeat(1000)];
    for (const id of ids) assert.equal(await codes.add(id, named(id), 100, 0), true);
    for (const id of ids) assert.equal((await codes.find(REALM, id, 0))?.name, id);
    for (const id of ['\u0000', '\ud800', 'x'.repeat(100_000), "' OR 1=1 --"]) {
      assert.equal(await codes.find(REALM, id, 0), undefined);
      assert.deepEqual(await codes.consume(REALM, id, 0), { state: 'unknown' });
      await codes.remove(REALM, id);
    }
  });
}
