// Attempts on several servers with one database.
import assert from 'node:assert/strict';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { race, type TwoServers, withTwoServers } from '#protocol/store/postgres/testing/servers.ts';
import { type TestDatabase, withDatabase } from '#protocol/store/postgres/testing/test-database.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';
import { manualClock, testRealm } from '../testing/realm.ts';
import { createBruteForceDetection } from './brute-force.ts';

const check = withDatabase();

const ALICE: StoredUser = { id: 'a', username: 'alice' };

/** Two servers that have the realm, and what each does with a wrong password. */
async function withGuesses(
  given: TestDatabase,
  settings: Partial<RealmRepresentation>,
  run: (
    servers: TwoServers,
    guess: (store: Store) => Promise<'checked' | 'locked'>,
    locks: readonly string[],
  ) => Promise<void>,
): Promise<void> {
  const realm = testRealm({ bruteForceProtected: true, quickLoginCheckMilliSeconds: 0, ...settings });
  await withTwoServers(given, async (servers) => {
    await servers.first.realms.create(realm.stored, [ALICE]);
    const clock = manualClock();
    const locks: string[] = [];
    const activity = { recordNote: () => undefined, userEvent: (kind: string) => void locks.push(kind) };
    const context = { realm, clock, remoteAddress: '10.0.0.1', activity };
    const detections = new Map(
      [servers.first, servers.second].map((store) => [store, createBruteForceDetection(store)]),
    );
    const guess = async (store: Store) => {
      const detection = detections.get(store) ?? assert.fail();
      const user = await store.users.find(realm.id, ALICE.id);
      return detection.inTurn(context, user, async (current, lock) => {
        if (lock !== undefined) return 'locked';
        // The hash of a password takes its time.
        await new Promise((resolve) => setTimeout(resolve, 5));
        await detection.recordFailure(context, current);
        return 'checked';
      });
    };
    await run(servers, guess, locks);
  });
}

const failuresOf = async ({ first }: TwoServers) =>
  (await createBruteForceDetection(first).status('r-id', ALICE, manualClock().now())).failures;

check('wrong passwords at several servers at once get no more tries than the realm allows', (given) =>
  withGuesses(given, { failureFactor: 3 }, async (servers, guess, locks) => {
    const results = await race(servers, guess);
    assert.equal(results.filter((result) => result === 'checked').length, 3);
    assert.equal(await failuresOf(servers), 3);
    assert.deepEqual(locks, ['USER_DISABLED_BY_TEMPORARY_LOCKOUT']);
  }),
);

check('that holds for a permanent lock, which is part of the user', (given) =>
  withGuesses(given, { failureFactor: 4, permanentLockout: true }, async (servers, guess, locks) => {
    const results = await race(servers, guess);
    assert.equal(results.filter((result) => result === 'checked').length, 4);
    assert.deepEqual(locks, ['USER_DISABLED_BY_PERMANENT_LOCKOUT']);
    assert.equal((await servers.second.users.find('r-id', ALICE.id))?.enabled, false);
  }),
);

check('all wrong passwords at several servers count', (given) =>
  withGuesses(given, { failureFactor: 30 }, async (servers, guess) => {
    const results = await race(servers, guess);
    assert.equal(results.filter((result) => result === 'checked').length, 20);
    assert.equal(await failuresOf(servers), 20);
  }),
);

check('a realm without bruteForceProtected asks the database for nothing', (given) =>
  withGuesses(given, { bruteForceProtected: false }, async (servers, guess, locks) => {
    const results = await race(servers, guess);
    assert.equal(results.filter((result) => result === 'checked').length, 20);
    assert.equal(await failuresOf(servers), 0);
    assert.deepEqual(locks, []);
    const { schema } = servers.settings;
    assert.equal(await given.cluster.query(`SELECT count(*) FROM "${schema}".expiring_values`), '0');
  }),
);
