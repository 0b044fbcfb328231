// Own process: servers share a database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRequestWire } from '#protocol/contract/faults.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { openPostgresStore } from '#protocol/store/postgres/open-postgres-store.ts';
import { withTwoServers } from '#protocol/store/postgres/testing/servers.ts';
import { withDatabase } from '#protocol/store/postgres/testing/test-database.ts';
import type { Store } from '#protocol/store/store.ts';
import { createFaults } from './faults.ts';
import { type SharedFaults, shareFaults } from './shared-faults.ts';

const check = withDatabase();

const NOBODY = { grant: undefined, clientId: undefined, username: undefined, session: undefined };
let now = Date.UTC(2030, 0, 1);
/** Each fault is armed later than the one before. */
const clock = { now: () => (now += 1000) };

const onToken = (more: Partial<FaultRequestWire> = {}): FaultRequestWire => ({
  match: { endpoint: 'token' },
  do: { status: 503 },
  ...more,
});

const open = (store: Store): SharedFaults => shareFaults(createFaults(clock, store.serverTag), store);

/** A test with the faults of two servers. */
function withTwo(title: string, run: (one: SharedFaults, other: SharedFaults) => Promise<void>): void {
  check(title, (given) => withTwoServers(given, ({ first, second }) => run(open(first), open(second))));
}

/** What happens a moment later; the test's own time limit ends the wait. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(5);
}

withTwo(
  'test kit "faults": once a fault is armed, it hits requests to any server, as often as it says',
  async (one, other) => {
    await one.arm('r1', onToken({ times: 3 }));
    assert.equal(other.isArmed('r1'), true);
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? one : other).take('r1', 'token', NOBODY)),
    );
    assert.equal(taken.filter((fault) => fault !== undefined).length, 3);
    await until(() => !other.isArmed('r1') && !one.isArmed('r1'));
  },
);

withTwo('test kit "faults": nth counts the matching requests to all servers', async (one, other) => {
  await one.arm('r1', onToken({ match: { endpoint: 'token', nth: 3 } }));
  assert.equal(await other.take('r1', 'userinfo', NOBODY), undefined);
  assert.equal(await other.take('r1', 'token', NOBODY), undefined);
  assert.equal(await one.take('r1', 'token', NOBODY), undefined);
  assert.deepEqual((await other.take('r1', 'token', NOBODY))?.request.do, { status: 503 });
});

withTwo(
  'test kit "faults": every server lists the faults of all with their hits, in the order they were armed',
  async (one, other) => {
    const first = await one.arm('r1', onToken());
    const second = await other.arm('r1', onToken({ match: { endpoint: 'keys' } }));
    assert.notEqual(first?.id, second?.id);
    const taken = await other.take('r1', 'token', NOBODY);
    assert.equal(taken?.id, first?.id);
    taken?.confirm('x1');
    for (const faults of [one, other]) {
      await until(async () => (await faults.find('r1', first?.id ?? ''))?.exchanges[0] === 'x1');
      const listed = await faults.list('r1');
      assert.deepEqual(
        listed.map(({ id, hits, armed }) => [id, hits, armed]),
        [
          [first?.id, 1, false],
          [second?.id, 0, true],
        ],
      );
      assert.equal(await faults.find('r1', 'fault-9'), undefined);
    }
  },
);

withTwo(
  'test kit "faults": a hit that had no effect is given back, wherever the request arrived',
  async (one, other) => {
    const armed = await one.arm('r1', onToken({ do: { wrongKey: true } }));
    (await other.take('r1', 'token', NOBODY))?.giveBack();
    await until(async () => (await other.find('r1', armed?.id ?? ''))?.hits === 0);
    await until(() => other.isArmed('r1'));
    assert.equal((await other.take('r1', 'token', NOBODY))?.id, armed?.id);
  },
);

withTwo(
  'test kit "faults": a fault is disarmed on every server, once; clearing disarms those of all servers',
  async (one, other) => {
    const armed = await one.arm('r1', onToken());
    assert.equal(await other.remove('r2', armed?.id ?? ''), false);
    assert.equal(await other.remove('r1', armed?.id ?? ''), true);
    assert.equal(await other.remove('r1', armed?.id ?? ''), false);
    assert.equal(await one.take('r1', 'token', NOBODY), undefined);
    await one.arm('r1', onToken());
    await other.arm('r1', onToken());
    await other.clear('r1');
    for (const faults of [one, other]) {
      assert.deepEqual(await faults.list('r1'), []);
      assert.equal(await faults.take('r1', 'token', NOBODY), undefined);
    }
  },
);

withTwo(
  'test kit "faults": if two servers have a fault that is due, a request gets one, and the other waits its turn',
  async (one, other) => {
    await one.arm('r1', onToken({ do: { status: 500 } }));
    await other.arm('r1', onToken({ do: { status: 502 } }));
    const statuses = [];
    for (let index = 0; index < 3; index += 1)
      statuses.push((await one.take('r1', 'token', NOBODY))?.request.do.status);
    assert.deepEqual(statuses, [500, 502, undefined]);
  },
);

withTwo(
  'test kit "faults": the limit of armed faults is that of all servers together, used ones free their places',
  async (one, other) => {
    for (let index = 0; index < 50; index += 1) {
      assert.notEqual(await one.arm('r1', onToken()), undefined);
      assert.notEqual(await other.arm('r1', onToken()), undefined);
    }
    assert.equal(await one.arm('r1', onToken()), undefined);
    assert.equal(await other.arm('r1', onToken()), undefined);
    assert.notEqual(await other.arm('r2', onToken()), undefined);
    assert.notEqual(await one.take('r1', 'token', NOBODY), undefined);
    await until(async () => (await other.arm('r1', onToken())) !== undefined);
    assert.equal(await one.arm('r1', onToken()), undefined);
  },
);

check('test kit "faults": a server that starts later knows what is armed', (given) =>
  withTwoServers(given, async ({ first, second, settings }) => {
    await open(first).arm('r1', onToken({ times: 5 }));
    open(second);
    const third = await openPostgresStore(settings, { log: silentLogger });
    const late = open(third);
    await until(() => late.isArmed('r1'));
    assert.notEqual(await late.take('r1', 'token', NOBODY), undefined);
    await third.close();
  }),
);

check('test kit "faults": the faults of a server that has ended are soon forgotten', (given) =>
  withTwoServers(given, async ({ first, settings }) => {
    const kept = open(first);
    const ending = await openPostgresStore(settings, { log: silentLogger });
    await open(ending).arm('r1', onToken());
    assert.equal(kept.isArmed('r1'), true);
    await ending.close();
    await until(async () => {
      assert.equal(await kept.take('r1', 'token', NOBODY), undefined);
      return !kept.isArmed('r1');
    });
  }),
);

type Answerer = (question: object) => unknown;

/** Connects a server with the others; the answers to its first question arrive once `late` resolves. */
function connect(answerers: Answerer[], late: Promise<void>): Pick<Store, 'createQuestion'> {
  return {
    createQuestion(_kind, answer) {
      // The caller names the types of the kind.
      const own = answer as unknown as Answerer;
      let arrival = late;
      answerers.push(own);
      return async (question) => {
        const arrived = arrival;
        arrival = Promise.resolve();
        const asked = answerers.filter((other) => other !== own);
        const answers = await Promise.all(asked.map((ask) => ask(structuredClone(question))));
        await arrived;
        return answers as never;
      };
    },
  };
}

test('test kit "faults": a late answer does not replace what a server has heard since', async () => {
  const answerers: Answerer[] = [];
  const one = shareFaults(createFaults(clock, '-1'), connect(answerers, Promise.resolve()));
  await one.arm('r1', onToken());
  await one.arm('r2', onToken());
  let arrive = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const other = shareFaults(createFaults(clock, '-2'), connect(answerers, late));
  await sleep(0);
  assert.notEqual(await one.take('r1', 'token', NOBODY), undefined);
  arrive();
  await until(() => other.isArmed('r2'));
  assert.equal(other.isArmed('r1'), false);
});

test('test kit "faults": a server that shares its store with no other has its own', async () => {
  const faults = open(createMemoryStore());
  const armed = await faults.arm('r1', onToken());
  assert.equal(armed?.id, 'fault-1');
  assert.equal(faults.isArmed('r2'), false);
  assert.equal((await faults.take('r1', 'token', NOBODY))?.id, 'fault-1');
  assert.equal(faults.isArmed('r1'), false);
});
