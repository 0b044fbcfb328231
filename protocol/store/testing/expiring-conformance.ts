// The conformance tests of expiring stores.
import assert from 'node:assert/strict';
import type { RealmValue } from '../store.ts';
import type { Check } from './conformance.ts';

interface Named extends RealmValue {
  readonly name: string;
}

const named = (name: string): Named => ({ realmId: 'demo-id', name });
const namesOf = (values: readonly Named[]): readonly string[] => values.map(({ name }) => name);

/** Registers the tests of expiring stores for one kind of store. */
export function testExpiringValues(check: Check): void {
  check('RFC 6749 §4.1.2: a code is consumed once, even by concurrent callers', async (store) => {
    const codes = store.createExpiringStore<Named>();
    codes.put('c', named('value'), 100, 0);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => codes.consume('c', 50)));
    assert.equal(answers.filter((answer) => answer.state === 'found').length, 1);
    assert.equal(answers.filter((answer) => answer.state === 'used').length, 19);
  });
  check('a removed or expired value is unknown, including at the time of expiry', (store) => {
    const codes = store.createExpiringStore<Named>();
    codes.put('a', named('value'), 100, 0);
    codes.put('b', named('value'), 100, 0);
    codes.remove('b');
    assert.deepEqual(codes.consume('x', 0), { state: 'unknown' });
    assert.deepEqual(codes.consume('b', 0), { state: 'unknown' });
    assert.deepEqual(codes.consume('a', 100), { state: 'unknown' });
  });
  check('matching values are listed oldest first up to the limit, and listing expires nothing', (store) => {
    const codes = store.createExpiringStore<Named>();
    for (const [id, expiresAt] of Object.entries({ a: 300, b: 100, c: 300, other: 100, d: 300 }))
      codes.put(id, named(id), expiresAt, 0);
    codes.consume('c', 0);
    const isLetter = ({ name }: Named): boolean => name.length === 1;
    assert.deepEqual(namesOf(codes.list(isLetter, 99, 9)), ['a', 'b', 'c', 'd']);
    assert.deepEqual(namesOf(codes.list(isLetter, 100, 9)), ['a', 'c', 'd']);
    assert.deepEqual(namesOf(codes.list(isLetter, 100, 2)), ['a', 'c']);
    assert.deepEqual(namesOf(codes.list(isLetter, 300, 9)), []);
    assert.deepEqual(namesOf(codes.list((value, isUsed) => isLetter(value) && isUsed, 99, 9)), ['c']);
    assert.deepEqual(codes.find('b', 99), named('b'));
  });
  check('expiring stores are independent of each other', (store) => {
    const codes = store.createExpiringStore<Named>();
    codes.put('a', named('value'), 100, 0);
    assert.equal(store.createExpiringStore<Named>().find('a', 0), undefined);
    assert.deepEqual(codes.find('a', 0), named('value'));
  });
  check("a realm's values are dropped from all expiring stores, and those of others stay", (store) => {
    const stores = [store.createExpiringStore<Named>(), store.createExpiringStore<Named>()];
    for (const codes of stores) {
      codes.put('a', named('value'), 100, 0);
      codes.put('b', { realmId: 'other', name: 'b' }, 100, 0);
    }
    store.dropExpiring('demo-id');
    for (const codes of stores) {
      assert.equal(codes.find('a', 0), undefined);
      assert.equal(codes.find('b', 0)?.name, 'b');
    }
  });
}
