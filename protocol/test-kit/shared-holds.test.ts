// Own process: servers share a database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerEditWire, HoldWire } from '#protocol/contract/holds.ts';
import { AbortedRequestError } from '#protocol/http/body.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { openPostgresStore } from '#protocol/store/postgres/open-postgres-store.ts';
import { withTwoServers } from '#protocol/store/postgres/testing/servers.ts';
import { withDatabase } from '#protocol/store/postgres/testing/test-database.ts';
import type { Store } from '#protocol/store/store.ts';
import { createHolds, type HeldDescription, MAX_HOLDS } from './holds.ts';
import { KitError } from './kit-error.ts';
import { createPauses, type Pauses } from './pauses.ts';
import { type SharedHolds, shareHolds } from './shared-holds.ts';

const check = withDatabase();

const LONG_MS = 60_000;
const NOBODY = { grant: undefined, clientId: undefined, username: undefined };
const TOKEN = { endpoint: 'token' } as const;
let now = Date.UTC(2030, 0, 1);
/** Each hold is armed later than the one before. */
const clock = { now: () => (now += 1000) };

interface Server {
  readonly holds: SharedHolds;
  readonly pauses: Pauses;
}

function open(store: Store): Server {
  const pauses = createPauses();
  const own = createHolds({ clock, pauses, tag: store.serverTag });
  return { holds: shareHolds(own, pauses, store), pauses };
}

/** A request to a server, whose prepared answer has the status 200. */
function request({ holds }: Server, id = 'x1', callerGone = new AbortController().signal) {
  let status = 200;
  const edits: AnswerEditWire[] = [];
  const happened = holds.hold({
    realmId: 'r1',
    endpoint: 'token',
    facts: NOBODY,
    callerGone,
    held: {
      id,
      // What else it contains does not matter to holds.
      describe: () => ({ exchange: { id, status } }) as unknown as HeldDescription,
      edit: async (edit) => {
        if (edit.assertion !== undefined) throw new KitError(409, 'There is no assertion.', 'Edit the JSON.');
        edits.push(edit);
        status = edit.status ?? status;
      },
    },
  });
  return { happened, edits };
}

async function arm({ holds }: Server, more: Partial<Pick<HoldWire, 'match' | 'limitMs'>> = {}) {
  const armed = await holds.arm('r1', { match: TOKEN, limitMs: LONG_MS, ...more });
  return armed?.id ?? assert.fail('the hold was not armed');
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(5);
}

/** A test with two servers of one database. */
function withTwo(title: string, run: (one: Server, other: Server) => Promise<void>): void {
  check(`test kit "holds": ${title}`, (given) =>
    withTwoServers(given, ({ first, second }) => run(open(first), open(second))),
  );
}

withTwo(
  'an exchange of any server is held, described, edited and released from any server',
  async (one, other) => {
    for (const [owner, keeper] of [
      [one, other],
      [other, one],
      [one, one],
    ] as const) {
      const id = await arm(owner);
      const { happened, edits } = request(keeper);
      for (const { holds } of [owner, keeper]) {
        const { state, exchange, exchangeId } = await holds.find('r1', id, LONG_MS);
        assert.deepEqual([state, exchange?.status, exchangeId], ['held', 200, 'x1']);
      }
      for (const [status, { holds }] of [
        [500, one],
        [502, other],
      ] as const)
        assert.equal((await holds.edit('r1', id, { status })).exchange?.status, status);
      assert.deepEqual(edits, [{ status: 500 }, { status: 502 }]);
      const released = await keeper.holds.release('r1', id);
      assert.deepEqual([released.state, released.edited], ['released', ['status', 'status']]);
      assert.match(
        (await happened) ?? '',
        new RegExp(
          `^Hold ${id} held the answer for \\d+ ms; then it was released\\. Edited: status, status\\.$`,
        ),
      );
    }
  },
);

withTwo('one hold holds one exchange; nth counts those of all servers', async (one, other) => {
  const id = await arm(one, { match: { ...TOKEN, nth: 3 } });
  assert.equal(await request(other).happened, undefined);
  assert.equal(await request(one).happened, undefined);
  const third = request(other, 'x3');
  assert.equal((await one.holds.find('r1', id, LONG_MS)).exchangeId, 'x3');
  await until(() => !other.holds.isArmed('r1'));
  assert.equal(await request(one).happened, undefined);
  assert.equal(await request(other).happened, undefined);
  await one.holds.release('r1', id);
  assert.match((await third.happened) ?? '', /it was released/);
});

withTwo('an exchange is waited for on any server, and no longer than asked', async (one, other) => {
  const id = await arm(one);
  for (const { holds } of [one, other]) assert.equal((await holds.find('r1', id, 20)).state, 'armed');
  let isFound = false;
  const found = other.holds.find('r1', id, LONG_MS).finally(() => {
    isFound = true;
  });
  // Longer than one server asks another one to wait.
  await sleep(1500);
  assert.equal(isFound, false);
  const { happened } = request(one);
  assert.equal((await found).state, 'held');
  await one.holds.release('r1', id);
  await happened;
});

withTwo('after its time, the exchange of another server goes on', async (one, other) => {
  const id = await arm(one, { limitMs: 20 });
  assert.match((await request(other).happened) ?? '', /then its time was over \(limitMs 20\)/);
  assert.equal((await other.holds.find('r1', id, 0)).state, 'timed-out');
});

for (const [what, letGo, reason] of [
  ['deleting the hold', (by: Server, id: string) => by.holds.remove('r1', id), /the hold was deleted/],
  ['a reset', (by: Server) => by.holds.clear('r1'), /the realm was reset or removed/],
] as const) {
  withTwo(`${what} lets the exchange of another server go on`, async (one, other) => {
    for (const by of [one, other]) {
      const id = await arm(one);
      const { happened } = request(other);
      await other.holds.find('r1', id, LONG_MS);
      await letGo(by, id);
      assert.match((await happened) ?? '', reason);
      await assert.rejects(by.holds.find('r1', id, 0), { status: 404 });
      assert.deepEqual(await by.holds.list('r1'), []);
    }
  });
}

withTwo('a caller of another server that goes away abandons the exchange', async (one, other) => {
  const id = await arm(one);
  const ending = new AbortController();
  const { happened } = request(other, 'x1', ending.signal);
  await one.holds.find('r1', id, LONG_MS);
  ending.abort();
  await assert.rejects(happened, AbortedRequestError);
  await until(async () => (await one.holds.find('r1', id, 0)).state === 'abandoned');
  await assert.rejects(other.holds.release('r1', id), /abandoned/);
});

withTwo('a server that stops lets its exchanges go on, and the hold is over', async (one, other) => {
  const id = await arm(one);
  const { happened } = request(other);
  await one.holds.find('r1', id, LONG_MS);
  other.pauses.close();
  assert.match((await happened) ?? '', /its server did not let it go on/);
  await until(async () => (await one.holds.find('r1', id, 0)).state === 'released');
});

withTwo('what is refused on one server is refused on the other, with the same words', async (one, other) => {
  const id = await arm(one);
  for (const { holds } of [one, other]) {
    await assert.rejects(holds.edit('r1', id, { status: 500 }), {
      status: 409,
      problem: `Hold ${id} has no exchange yet.`,
    });
    await assert.rejects(holds.release('r1', id), { status: 409 });
    for (const [realm, unknown] of [
      ['r1', 'hold-0'],
      ['r2', id],
    ] as const) {
      await assert.rejects(holds.find(realm, unknown, LONG_MS), { status: 404 });
      await assert.rejects(holds.edit(realm, unknown, { status: 500 }), { status: 404 });
      await assert.rejects(holds.release(realm, unknown), { status: 404 });
      await assert.rejects(holds.remove(realm, unknown), { status: 404 });
    }
  }
  const { happened } = request(other);
  await one.holds.find('r1', id, LONG_MS);
  for (const { holds } of [one, other])
    await assert.rejects(holds.edit('r1', id, { assertion: { nameId: 'eve' } }), {
      status: 409,
      problem: 'There is no assertion.',
    });
  assert.deepEqual((await other.holds.release('r1', id)).edited, []);
  assert.match((await happened) ?? '', /The answer was not edited/);
});

withTwo(
  'holds of all servers are listed in the order they were armed, up to one limit',
  async (one, other) => {
    const ids = [];
    for (let index = 0; index < MAX_HOLDS; index += 2) ids.push(await arm(one), await arm(other));
    for (const { holds } of [one, other])
      assert.deepEqual(
        (await holds.list('r1')).map(({ id }) => id),
        ids,
      );
    assert.equal(await one.holds.arm('r1', { match: TOKEN }), undefined);
    assert.equal(await other.holds.arm('r1', { match: TOKEN }), undefined);
    await one.holds.remove('r1', ids[1] ?? '');
    assert.notEqual(await one.holds.arm('r1', { match: TOKEN }), undefined);
  },
);

check(
  'test kit "holds": if two servers have a hold that is due, an exchange gets one, and the other is armed again',
  (given) =>
    withTwoServers(given, async ({ first, second, settings }) => {
      const [one, other] = [open(first), open(second)];
      const third = await openPostgresStore(settings, { log: silentLogger });
      const keeper = open(third);
      const ids = [await arm(one), await arm(other)];
      await until(() => keeper.holds.isArmed('r1'));
      const stateOf = async () => (await keeper.holds.list('r1')).map(({ state }) => state).sort();
      const requests = [request(keeper, 'x1')];
      await until(async () => String(await stateOf()) === 'armed,held');
      await until(() => keeper.holds.isArmed('r1'));
      requests.push(request(keeper, 'x2'));
      await until(async () => String(await stateOf()) === 'held,held');
      const held = await Promise.all(ids.map((id) => keeper.holds.find('r1', id, LONG_MS)));
      assert.deepEqual(held.map(({ exchangeId }) => exchangeId).sort(), ['x1', 'x2']);
      for (const id of ids) await keeper.holds.release('r1', id);
      for (const { happened } of requests) assert.match((await happened) ?? '', /it was released/);
      await third.close();
    }),
);

check('test kit "holds": a server that starts later knows what is armed', (given) =>
  withTwoServers(given, async ({ first, settings }) => {
    const one = open(first);
    const id = await arm(one);
    const third = await openPostgresStore(settings, { log: silentLogger });
    const late = open(third);
    await until(() => late.holds.isArmed('r1'));
    const { happened } = request(late);
    await one.holds.find('r1', id, LONG_MS);
    await one.holds.release('r1', id);
    assert.match((await happened) ?? '', /it was released/);
    await third.close();
  }),
);

test('test kit "holds": a server that shares its store with no other has its own', async () => {
  const own = open(createMemoryStore());
  const id = await arm(own);
  assert.equal(id, 'hold-1');
  const { happened } = request(own);
  await own.holds.find('r1', id, LONG_MS);
  await own.holds.release('r1', id);
  assert.match((await happened) ?? '', /it was released/);
});
