// Own process: servers share a database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMovableClock } from '#protocol/clock.ts';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { withTwoServers } from '#protocol/store/postgres/testing/servers.ts';
import { withDatabase } from '#protocol/store/postgres/testing/test-database.ts';
import type { Store } from '#protocol/store/store.ts';
import { type ActivityRecorder, createActivityRecorder } from './activity-recorder.ts';
import { shareActivity } from './shared-activity.ts';

const check = withDatabase();

/** The machine's clock, which both servers share. */
const clock = createMovableClock({ now: () => Date.UTC(2030, 0, 1) });

const open = (store: Store, port: number): ActivityRecorder =>
  shareActivity(createActivityRecorder({ clock }), {
    store,
    selfUrl: () => `http://127.0.0.1:${port}`,
    log: silentLogger,
  });

interface Noted {
  readonly title?: string;
  readonly realm?: string;
  readonly flow?: string;
  readonly test?: string;
  readonly refuse?: boolean;
}

function add(activity: ActivityRecorder, { title = 'X', realm, flow, test, refuse }: Noted = {}): string {
  const facts = { method: 'GET', target: '/x', rawHeaders: [], remoteAddress: '', secure: false };
  const recorded = activity.begin(facts);
  recorded.title(title);
  recorded.realmName = realm;
  recorded.testName = test;
  if (flow !== undefined) recorded.joinFlow(flow);
  if (refuse === true) recorded.refused(new OAuthError('invalid_scope', { reason: 'wrong' }));
  activity.finish(recorded, { status: 200 });
  return recorded.id;
}

const titles = ({ records }: ReturnType<ActivityRecorder['list']>) => records.map(({ title }) => title);

/** Resolves when exchanges of one server reach the other one; the test's own time limit ends it otherwise. */
async function untilConnected(from: ActivityRecorder, to: ActivityRecorder): Promise<void> {
  for (;;) {
    const id = add(from, { title: 'hello' });
    await from.sync();
    await to.sync();
    if (to.find(id) !== undefined) return;
    await sleep(20);
  }
}

/** A test with the Activity of two servers that know of each other. */
function withTwo(
  title: string,
  run: (one: ActivityRecorder, other: ActivityRecorder) => Promise<void>,
): void {
  check(title, (given) =>
    withTwoServers(given, async ({ first, second }) => {
      const [one, other] = [open(first, 8081), open(second, 8082)];
      await untilConnected(one, other);
      await untilConnected(other, one);
      await one.sync();
      await one.clear();
      await other.sync();
      clock.setOffsetMs(clock.offsetMs + 1);
      await run(one, other);
    }),
  );
}

withTwo(
  'service description §6: what one server recorded is listed by the other, with its name',
  async (one, other) => {
    const first = add(one, { title: 'a', realm: 'demo' });
    clock.setOffsetMs(clock.offsetMs + 1);
    const second = add(other, { title: 'b', refuse: true });
    clock.setOffsetMs(clock.offsetMs + 1);
    const third = add(one, { title: 'c' });
    await one.sync();
    await other.sync();
    for (const activity of [one, other]) {
      await activity.sync();
      const { records, refusals } = activity.list();
      assert.deepEqual(
        records.map(({ id }) => id),
        [third, second, first],
      );
      assert.deepEqual(
        records.map(({ server }) => server?.replace(/^.*:/, '')),
        ['8081', '8082', '8081'],
      );
      assert.equal(refusals, 1);
      assert.equal(activity.find(first)?.realm, 'demo');
      assert.deepEqual(titles(activity.list({ text: ':8082' })), ['b']);
    }
  },
);

withTwo(
  'what another server has recorded is listed when it is asked for, before its turn to be passed on',
  async (one, other) => {
    for (let isListed = false; !isListed; ) {
      // As many as it passes on at once.
      for (let index = 0; index < 50; index += 1) add(one);
      await one.sync();
      const id = add(one);
      await other.sync();
      isListed = other.find(id) !== undefined;
    }
  },
);

withTwo('what follows an exchange of one server can be asked of the other one', async (one, other) => {
  add(one);
  const known = add(one);
  const next = add(other, { title: 'next' });
  await one.sync();
  await other.sync();
  await one.sync();
  for (const activity of [one, other])
    assert.deepEqual(
      activity.exchanges(known).map(({ id }) => id),
      [next],
    );
});

withTwo(
  'listeners hear the exchanges of every server; who counts own ones hears only those',
  async (one, other) => {
    const [summaries, observed, own]: [ActivitySummary[], RecordedExchange[], RecordedExchange[]] = [
      [],
      [],
      [],
    ];
    await other.sync();
    const leave = [
      other.subscribe((summary) => summaries.push(summary)),
      other.observe((recorded) => observed.push(recorded)),
      other.observeOwn((recorded) => own.push(recorded)),
    ];
    const foreign = add(one);
    while (observed.length === 0) await sleep(5);
    const mine = add(other);
    assert.deepEqual(
      [summaries, observed, own].map((heard) => heard.map(({ id }) => id)),
      [[foreign, mine], [foreign, mine], [mine]],
    );
    for (const end of leave) end();
  },
);

withTwo(
  'test kit "X-Understudy-Test": the name of a test reaches exchanges of its flow on other servers',
  async (one, other) => {
    const early = add(other, { flow: 'f' });
    const named = add(one, { flow: 'f', test: 'paying' });
    await one.sync();
    await other.sync();
    assert.equal(other.find(early)?.test, 'paying');
    assert.equal(other.find(named)?.test, 'paying');
    one.nameTest('shop', 'leaving');
    let last = '';
    do {
      await sleep(5);
      last = add(other, { realm: 'shop' });
    } while (other.find(last)?.test !== 'leaving');
  },
);

withTwo(
  'what is cleared on one server is gone on every one; refusals that are seen are seen on all',
  async (one, other) => {
    add(one, { title: 'a', realm: 'demo', refuse: true });
    add(other, { title: 'b', realm: 'shop' });
    await one.sync();
    await other.sync();
    assert.equal(other.list().refusals, 1);
    one.markSeen();
    while (other.list().refusals > 0) await sleep(5);
    await one.clear('demo');
    await other.sync();
    assert.deepEqual(titles(other.list()), ['b']);
    await one.clear();
    await other.sync();
    assert.deepEqual(other.list().records, []);
  },
);

withTwo('what begins after Activity is cleared on another server is kept', async (one, other) => {
  add(one, { title: 'old', realm: 'demo' });
  add(other, { title: 'old', realm: 'demo' });
  clock.setOffsetMs(clock.offsetMs + 1);
  await one.clear('demo');
  clock.setOffsetMs(clock.offsetMs + 1);
  add(other, { title: 'new', realm: 'demo' });
  await other.sync();
  await one.sync();
  for (const activity of [one, other]) assert.deepEqual(titles(activity.list()), ['new']);
});

check('what a server recorded while it was alone is listed by one that starts later', (given) =>
  withTwoServers(given, async ({ first, second }) => {
    const one = open(first, 8081);
    const ids = Array.from({ length: 250 }, () => add(one));
    const other = open(second, 8082);
    do {
      await sleep(10);
      await other.sync();
    } while (other.list({ limit: 1000 }).records.length < ids.length);
    assert.equal(other.find(ids[0] ?? '')?.server?.endsWith(':8081'), true);
  }),
);

check('without the database, a server lists what it has recorded itself', (given) =>
  withTwoServers(given, async ({ first }) => {
    const one = open(first, 8081);
    const id = add(one);
    await given.cluster.halt();
    await one.sync();
    assert.equal(one.list().records[0]?.id, id);
    await given.cluster.resume();
  }),
);

test('a server that shares its store with no other shows no server', async () => {
  const activity = open(createMemoryStore(), 8080);
  const id = add(activity, { realm: 'demo' });
  await activity.sync();
  assert.equal(activity.find(id)?.server, undefined);
  activity.markSeen();
  await activity.clear('demo');
  assert.deepEqual(activity.list().records, []);
});
