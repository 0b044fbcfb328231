import assert from 'node:assert/strict';
import type { ExpiringStore, RealmValue, Store } from '../store.ts';
import { race, type TwoServers, withTwoServers } from './testing/servers.ts';
import { type TestDatabase, usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

interface Counted extends RealmValue {
  readonly count: number;
  readonly note?: string | undefined;
}

const value = (count = 0): Counted => ({ realmId: 'r', count });
const codesOf = (store: Store): ExpiringStore<Counted> => store.createExpiringStore<Counted>('code');

const withCodes = (
  given: TestDatabase,
  run: (first: ExpiringStore<Counted>, second: ExpiringStore<Counted>, servers: TwoServers) => Promise<void>,
) => withTwoServers(given, (servers) => run(codesOf(servers.first), codesOf(servers.second), servers));

check('RFC 6749 §4.1.2: a code is taken at one server only, and is used at all others', (given) =>
  withCodes(given, async (first, second, servers) => {
    await first.put('c', value(7), 100, 0);
    const answers = await race(servers, (store) => codesOf(store).consume('r', 'c', 50));
    assert.equal(answers.filter(({ state }) => state === 'found').length, 1);
    assert.equal(answers.filter(({ state }) => state === 'used').length, 19);
    assert.deepEqual(await second.consume('r', 'c', 50), { state: 'used', value: value(7) });
    assert.deepEqual(await second.consume('r', 'c', 100), { state: 'unknown' });
  }),
);

check('RFC 7523 §3: an assertion is used at one server only', (given) =>
  withCodes(given, async (_first, _second, servers) => {
    const added = await race(servers, (store) => codesOf(store).add('jti', value(), 100, 0));
    assert.equal(added.filter((isFirst) => isFirst).length, 1);
    const late = await race(servers, (store) => codesOf(store).add('jti', value(1), 200, 100));
    assert.equal(late.filter((isFirst) => isFirst).length, 1);
  }),
);

check('changes of one value by several servers are all applied', (given) =>
  withCodes(given, async (first, second, servers) => {
    const counts = await race(servers, (store) =>
      codesOf(store).update('r', 'c', 0, (known) => {
        const next = value((known?.count ?? 0) + 1);
        return { value: next, expiresAt: 100, result: next.count };
      }),
    );
    assert.equal(new Set(counts).size, 20);
    assert.equal((await first.find('r', 'c', 0))?.count, 20);
    assert.equal((await second.find('r', 'c', 99))?.count, 20);
    assert.equal(await second.find('r', 'c', 100), undefined);
  }),
);

check('of several servers that take a value by a change, one does', (given) =>
  withCodes(given, async (first, _second, servers) => {
    await first.put('c', value(), 100, 0);
    const taken = await race(servers, (store) =>
      codesOf(store).update('r', 'c', 0, (known) =>
        known === undefined ? { result: false } : { value: 'removed', result: true },
      ),
    );
    assert.equal(taken.filter((isFirst) => isFirst).length, 1);
  }),
);

check('a value that is removed and stored again is not taken for the one that was read', (given) =>
  withCodes(given, async (first, second) => {
    for (let round = 0; round < 10; round += 1) {
      await first.put('c', value(1), 100, 0);
      const replaced = async () => {
        await second.remove('r', 'c');
        await second.put('c', value(100), 100, 0);
      };
      const add = (known: Counted | undefined) =>
        known === undefined ? { result: 0 } : { value: value(known.count + 1), result: 0 };
      await Promise.all([first.update('r', 'c', 0, add), replaced()]);
      const { count } = (await first.find('r', 'c', 0)) ?? assert.fail();
      assert.ok(count === 100 || count === 101, String(count));
    }
  }),
);

check('a changed value stays used, and one that is put again does not', (given) =>
  withCodes(given, async (first, second) => {
    await first.put('c', value(), 100, 0);
    await first.consume('r', 'c', 0);
    await second.update('r', 'c', 0, () => ({ value: value(2), result: 0 }));
    assert.deepEqual(await first.consume('r', 'c', 99), { state: 'used', value: value(2) });
    await second.update('r', 'c', 0, () => ({ value: value(3), expiresAt: 200, result: 0 }));
    assert.deepEqual(await first.consume('r', 'c', 199), { state: 'used', value: value(3) });
    await second.put('c', value(4), 100, 0);
    assert.deepEqual(await first.consume('r', 'c', 0), { state: 'found', value: value(4) });
  }),
);

check('a value needs an expiry and stays in its realm, and a change that throws has no effect', (given) =>
  withCodes(given, async (first, second) => {
    const refused = [
      () => ({ value: value(), result: 0 }),
      () => ({ value: { ...value(), realmId: 'other' }, expiresAt: 9, result: 0 }),
      () => {
        throw new TypeError('no');
      },
    ];
    for (const change of refused) await assert.rejects(first.update('r', 'c', 0, change), TypeError);
    assert.equal(await second.find('r', 'c', 0), undefined);
    assert.equal(await second.find('other', 'c', 0), undefined);
  }),
);

check('values of the same id are apart by kind and realm, and dropped with their realm', (given) =>
  withCodes(given, async (first, second, { second: store }) => {
    const others = store.createExpiringStore<Counted>('other');
    await first.put('c', value(1), 100, 0);
    await first.put('c', { realmId: 'r2', count: 2 }, 100, 0);
    await others.put('c', value(3), 100, 0);
    assert.equal((await second.find('r', 'c', 0))?.count, 1);
    await second.clear('r');
    assert.equal(await first.find('r', 'c', 0), undefined);
    assert.equal((await others.find('r', 'c', 0))?.count, 3);
    await store.dropExpiring('r');
    assert.equal(await others.find('r', 'c', 0), undefined);
    assert.equal((await first.find('r2', 'c', 0))?.count, 2);
  }),
);

check('many values are listed oldest first, as many as fit', (given) =>
  withCodes(given, async (first, second) => {
    for (let count = 0; count < 450; count += 1) await first.put(`c${count}`, value(count), 100, 0);
    await second.put('c0', value(0), 100, 0);
    const counts = async (fits: (given: Counted) => boolean, limit: number) =>
      (await second.list('r', fits, 0, limit)).map(({ count }) => count);
    assert.deepEqual(await counts(() => true, 2), [1, 2]);
    assert.deepEqual(await counts(({ count }) => count >= 448 || count === 0, 9), [448, 449, 0]);
    assert.deepEqual(await second.list('r', () => true, 100, 9), []);
    assert.deepEqual(await second.list('r', () => true, 0, 0), []);
  }),
);

check('ids and values with any characters and of any length are kept apart', (given) =>
  withCodes(given, async (first, second) => {
    const ids = ['a\u0000', 'a', '\ud800', 'x'.repeat(9000), `${'x'.repeat(9000)}y`];
    for (const [count, id] of ids.entries())
      assert.equal(await first.add(id, { ...value(count), note: `\u0000${id}` }, 100, 0), true);
    for (const [count, id] of ids.entries())
      assert.deepEqual(await second.find('r', id, 0), { ...value(count), note: `\u0000${id}` });
  }),
);

/** Keeps which changes of values wait for the disk. */
const NOTES = [
  'CREATE TABLE notes (id SERIAL, waits TEXT)',
  `CREATE FUNCTION note_it() RETURNS TRIGGER LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO notes (waits) VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$`,
  'CREATE TRIGGER note_it AFTER INSERT OR UPDATE ON expiring_values FOR EACH ROW EXECUTE FUNCTION note_it()',
];

check(
  'only values that may be lost are stored without waiting for the disk, and not when they are consumed',
  (given) =>
    withTwoServers(given, async ({ first, settings }) => {
      await usingDatabase(settings, async (database) => {
        for (const text of NOTES) await database.run({ name: '', text });
        const options = [{}, { mayBeLost: true }];
        for (const [kind, option] of options.entries()) {
          const values = first.createExpiringStore<Counted>(`kind ${kind}`, option);
          const known = value();
          await values.put('a', known, 100, 0);
          await values.add('b', value(), 100, 0);
          await values.update('r', 'a', 0, () => ({ value: value(1), result: 0 }), known);
          await values.update('r', 'b', 0, () => ({ value: value(2), result: 0 }));
          await values.consume('r', 'a', 0);
        }
        const notes = await database.query({ name: '', text: 'SELECT waits FROM notes ORDER BY id' });
        assert.deepEqual(
          notes,
          ['on', 'on', 'on', 'on', 'on', 'off', 'off', 'off', 'off', 'on'].map((waits) => ({ waits })),
        );
      });
    }),
);

check('members that are undefined are left out, and times may have fractions or no end', (given) =>
  withCodes(given, async (first, second) => {
    await first.put('c', { ...value(), note: undefined }, Number.POSITIVE_INFINITY, 0.5);
    assert.deepEqual(await second.find('r', 'c', 1e15 + 0.5), value());
  }),
);
