import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamOptions } from '../server-stream.ts';
import type { Store } from '../store.ts';
import { type TwoServers, withServer, withTwoServers } from './testing/servers.ts';
import { withDatabase } from './testing/test-database.ts';

const check = withDatabase();

interface Text {
  readonly text: string;
}

const OPTIONS: StreamOptions = { capacity: 8, batch: 100, periodMs: 1, begin: 'oldest', isAnnounced: true };

/** The stream of both servers, once they know of each other; the test's own time limit ends it otherwise. */
async function openStreams(
  { first, second }: Pick<TwoServers, 'first' | 'second'>,
  options: Partial<StreamOptions> = {},
) {
  const open = (store: Store) => store.createServerStream<Text>('texts', { ...OPTIONS, ...options });
  const [one, other] = [open(first), open(second)];
  while (!one.isShared || !other.isShared) await sleep(5);
  const write = async (...texts: readonly string[]) => {
    for (const text of texts) one.append(() => ({ text }), `group ${text}`);
    await one.flush();
  };
  const read = async () => (await other.read()).map(({ text }) => text);
  return { one, other, write, read };
}

check('another server reads each entry once, in order; the one that appended it does not', (given) =>
  withTwoServers(given, async (servers) => {
    const { one, write, read } = await openStreams(servers);
    await write('a', 'b\u0000\ud800');
    await write('c');
    assert.deepEqual(await read(), ['a', 'b\u0000\ud800', 'c']);
    assert.deepEqual(await read(), []);
    assert.deepEqual(await one.read(), []);
    await write('d');
    assert.deepEqual(await read(), ['d']);
  }),
);

check('entries of servers that append at once are all read', (given) =>
  withTwoServers(given, async (servers) => {
    const { one, other } = await openStreams(servers, { capacity: 1000 });
    const texts = Array.from({ length: 50 }, (_, index) => `${index}`);
    const found: string[] = [];
    const append = async (stream: typeof one) => {
      for (const text of texts) {
        stream.append(() => ({ text }), '');
        await stream.flush();
      }
    };
    const reading = (async () => {
      while (found.length < texts.length) found.push(...(await other.read()).map(({ text }) => text));
    })();
    await Promise.all([append(one), append(other), reading]);
    assert.deepEqual(found, texts);
    assert.equal((await one.read()).length, texts.length);
  }),
);

check('of more entries than the capacity, the newest are read, and the others do not stay stored', (given) =>
  withTwoServers(given, async (servers) => {
    const { write, read } = await openStreams(servers);
    const texts = Array.from({ length: 20 }, (_, index) => `${index}`);
    for (const text of texts) await write(text);
    const { schema } = servers.settings;
    const count = await given.cluster.query(`SELECT count(*) FROM "${schema}".server_stream_entries`);
    assert.ok(Number(count.trim()) <= 10, `${count} entries are stored`);
    assert.deepEqual(await read(), texts.slice(-8));
  }),
);

check('of more entries than a batch, the newest are written', (given) =>
  withTwoServers(given, async (servers) => {
    const { write, read } = await openStreams(servers, { batch: 2, periodMs: 10_000 });
    await write('a', 'b', 'c', 'd', 'e');
    assert.deepEqual(await read(), ['d', 'e']);
  }),
);

check('entries arrive at once while there are fewer than a batch in the period', (given) =>
  withTwoServers(given, async (servers) => {
    const { one, read, write } = await openStreams(servers, { batch: 2, periodMs: 600_000 });
    for (const text of ['a', 'b']) {
      one.append(() => ({ text }), '');
      let found: readonly string[] = [];
      while (found.length === 0) found = await read();
      assert.deepEqual(found, [text]);
    }
    await write('c', 'd', 'e');
    assert.deepEqual(await read(), ['d', 'e']);
  }),
);

check('what waits on another server can be read once that was asked to write it', (given) =>
  withTwoServers(given, async (servers) => {
    const { one, other, read, write } = await openStreams(servers, { batch: 1, periodMs: 600_000 });
    await write('a');
    one.append(() => ({ text: 'b' }), '');
    assert.deepEqual(await read(), ['a']);
    let found = await read();
    assert.deepEqual(found, []);
    while (found.length === 0) {
      await other.flushOthers();
      found = await read();
    }
    assert.deepEqual(found, ['b']);
  }),
);

check('asking other servers to write resolves although the database is away', (given) =>
  withTwoServers(given, async (servers) => {
    const { other } = await openStreams(servers);
    await given.cluster.halt();
    await other.flushOthers();
    await given.cluster.resume();
  }),
);

check('entries of a group, or all, are removed for those who have not read them', (given) =>
  withTwoServers(given, async (servers) => {
    const { one, write, read } = await openStreams(servers, { periodMs: 10_000 });
    await write('a', 'b');
    one.append(() => ({ text: 'a' }), 'group a');
    await one.remove('group a');
    await one.flush();
    assert.deepEqual(await read(), ['b']);
    await write('c');
    await one.remove();
    assert.deepEqual(await read(), []);
  }),
);

check('who begins with the newest entry does not read earlier ones', (given) =>
  withTwoServers(given, async (servers) => {
    const { write, read } = await openStreams(servers, { begin: 'newest' });
    await write('a');
    assert.deepEqual(await read(), []);
    await write('b');
    assert.deepEqual(await read(), ['b']);
  }),
);

check('a server that is alone appends nothing, and learns of the first other one', (given) =>
  withServer(given, async (first, settings) => {
    const stream = first.createServerStream<Text>('texts', OPTIONS);
    let shared = 0;
    stream.onShared(() => {
      shared += 1;
    });
    stream.append(() => ({ text: 'a' }), '');
    await stream.flush();
    assert.equal(shared, 0);
    await withServer({ ...given, newSettings: () => settings }, async (second) => {
      while (shared === 0) await sleep(5);
      const { read } = await openStreams({ first, second });
      assert.deepEqual(await read(), []);
    });
  }),
);

check('who listens to a stream that is not announced looks for entries', (given) =>
  withTwoServers(given, async (servers) => {
    const { other, write, read } = await openStreams(servers, { isAnnounced: false });
    let looks = 0;
    const leave = other.onAppended(() => {
      looks += 1;
    });
    await write('a');
    while (looks === 0) await sleep(5);
    assert.deepEqual(await read(), ['a']);
    leave();
  }),
);

for (const canNotify of [true, false])
  check(
    `a signal is heard by every server, ${canNotify ? 'announced' : 'looked for where nothing announces it'}`,
    (given) =>
      withTwoServers(
        given,
        async (servers) => {
          await openStreams(servers);
          const heard: (readonly [string, string, boolean])[] = [];
          for (const name of ['first', 'second'] as const)
            servers[name]
              .createSignal<Text>('mail')
              .listen(({ text }, isOwn) => heard.push([name, text, isOwn]));
          servers.second.createSignal<Text>('other').send({ text: 'unheard' });
          servers.first.createSignal<Text>('mail').send({ text: 'hello' });
          assert.deepEqual(heard, [['first', 'hello', true]]);
          while (heard.length < 2) await sleep(5);
          assert.deepEqual(heard[1], ['second', 'hello', false]);
        },
        { canNotify },
      ),
  );

check('what cannot be written while the database is away is lost, and later entries arrive', (given) =>
  withTwoServers(given, async (servers) => {
    const { other, write, read } = await openStreams(servers);
    await given.cluster.halt();
    await write('lost');
    await assert.rejects(other.read(), { name: 'StorageError' });
    await given.cluster.resume();
    while (!(await read().catch((): string[] => [])).includes('found')) await write('found');
  }),
);
