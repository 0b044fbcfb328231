import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createSignals, type SentSignal } from '../signals.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import { type QuestionMessage, Questions } from './questions.ts';
import { withServer, withTwoServers } from './testing/servers.ts';
import { withDatabase } from './testing/test-database.ts';

const check = withDatabase();

/** Longer than a test may take: what waits for it fails. */
const NO_LIMIT_MS = 600_000;

interface Text {
  readonly text: string;
}

interface Server {
  ask(text: string): Promise<readonly string[]>;
  /** What others have asked it. */
  readonly asked: string[];
  /** Lets it answer. */
  release(): void;
}

/** Servers that hear each other's signals; `running` returns the ids of those that count, "0", "1" and so on. */
function createServers(
  count: number,
  running: () => readonly string[] = () => Array.from({ length: count }, (_, index) => String(index)),
  limitMs?: number,
): readonly Server[] {
  const receivers: ((sent: SentSignal) => void)[] = [];
  return Array.from({ length: count }, (_, index) => {
    const signals = createSignals((sent) => {
      for (const [at, receive] of receivers.entries()) if (at !== index) receive(sent);
    });
    receivers.push((sent) => signals.receive(sent));
    const asked: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const questions = new Questions({
      signal: signals.createSignal<QuestionMessage>('question'),
      serverId: String(index),
      hasOthers: () => true,
      findOthers: async () => running().filter((id) => id !== String(index)),
      log: silentLogger,
    });
    const ask = questions.createQuestion<Text, Text>(
      'greeting',
      async ({ text }) => {
        asked.push(text);
        await released;
        return { text: `${text} ${index}` };
      },
      limitMs,
    );
    return { ask: async (text) => (await ask({ text })).map((answer) => answer.text), asked, release };
  });
}

test('a question resolves to the answers of all others, once the last one has answered', async () => {
  const [one, second, third] = createServers(3);
  assert.ok(one && second && third);
  let isAnswered = false;
  const asking = one.ask('hello').finally(() => {
    isAnswered = true;
  });
  await turn();
  third.release();
  await turn();
  assert.equal(isAnswered, false);
  second.release();
  assert.deepEqual(await asking, ['hello 2', 'hello 1']);
  assert.deepEqual(
    [one, second, third].map(({ asked }) => asked),
    [[], ['hello'], ['hello']],
  );
});

test('an answer to the question of another server does not count', async () => {
  const [one, second, third] = createServers(3);
  assert.ok(one && second && third);
  const asking = one.ask('hello');
  const other = third.ask('good night');
  one.release();
  second.release();
  assert.deepEqual(await other, ['good night 0', 'good night 1']);
  third.release();
  assert.deepEqual(await asking, ['hello 1', 'hello 2']);
});

test('without other servers, nobody is asked', async () => {
  const [one, second] = createServers(2, () => []);
  assert.ok(one && second);
  assert.deepEqual(await one.ask('hello'), []);
  assert.deepEqual(second.asked, []);
});

test('a question resolves to the answers that came although a server that is counted does not answer', async () => {
  const [one, second] = createServers(2, () => ['0', '1', 'crashed']);
  assert.ok(one && second);
  second.release();
  assert.deepEqual(await one.ask('hello'), ['hello 1']);
});

test('a question is no longer waiting for a server that has ended, and still for the others', async () => {
  let running = ['0', '1', '2', 'ending'];
  const [one, second, third] = createServers(3, () => running, NO_LIMIT_MS);
  assert.ok(one && second && third);
  second.release();
  const asking = one.ask('hello');
  await turn();
  running = ['0', '2'];
  // What has ended is noticed before this.
  setTimeout(() => third.release(), 1500);
  assert.deepEqual(await asking, ['hello 1', 'hello 2']);
});

test('the limit of a question is its own', async () => {
  let running = ['0', 'silent'];
  const [patient] = createServers(1, () => running, NO_LIMIT_MS);
  const [hasty] = createServers(1, () => running, 20);
  assert.ok(patient && hasty);
  const waiting = patient.ask('hello').then(() => 'patient');
  assert.equal(await Promise.race([waiting, hasty.ask('hello').then(() => 'hasty')]), 'hasty');
  running = ['0'];
  assert.equal(await waiting, 'patient');
});

check('a server that has just been started is asked, and answers', (given) =>
  withTwoServers(given, async ({ first, second }) => {
    const ask = first.createQuestion<Text, Text>('greeting', ({ text }) => ({ text }));
    second.createQuestion<Text, Text>('greeting', ({ text }) => ({ text: `${text}, too` }));
    let answers: readonly Text[] = [];
    while (answers.length === 0) answers = await ask({ text: 'hello\u0000' });
    assert.deepEqual(answers, [{ text: 'hello\u0000, too' }]);
  }),
);

check('a server that is closed no longer waits for answers, and asks nothing', (given) =>
  withTwoServers(given, async ({ first, second, settings }) => {
    const closing = await openPostgresStore(settings, { log: silentLogger });
    const ask = closing.createQuestion<Text, Text>('greeting', ({ text }) => ({ text }), NO_LIMIT_MS);
    let isAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    for (const store of [first, second])
      store.createQuestion<Text, Text>('greeting', () => {
        isAsked();
        return new Promise<Text>(() => undefined);
      });
    const answers = ask({ text: 'hello' });
    await asked;
    await closing.close();
    assert.deepEqual(await answers, []);
    assert.deepEqual(await ask({ text: 'hello' }), []);
  }),
);

check('a server that does not know a question has no answer, and is not waited for', (given) =>
  withTwoServers(given, async ({ first }) => {
    const ask = first.createQuestion<Text, Text>('unknown', ({ text }) => ({ text }), NO_LIMIT_MS);
    assert.deepEqual(await ask({ text: 'hello' }), []);
  }),
);

check('a server that fails to answer is not waited for, and logs the reason', async (given) => {
  const log = createCollectingLogger();
  await withTwoServers(
    given,
    async ({ first, second }) => {
      const ask = first.createQuestion<Text, Text>('greeting', ({ text }) => ({ text }), NO_LIMIT_MS);
      second.createQuestion<Text, Text>('greeting', () => Promise.reject(new Error('lost for words')));
      assert.deepEqual(await ask({ text: 'hello' }), []);
    },
    { log },
  );
  const [warning] = log.records.filter(({ level }) => level === 'WARN');
  assert.deepEqual(warning?.parameters, { question: 'greeting', reason: 'lost for words' });
});

check('a server that is alone asks nobody, also without the database', (given) =>
  withServer(given, async (store) => {
    const ask = store.createQuestion<Text, Text>('greeting', ({ text }) => ({ text }));
    assert.deepEqual(await ask({ text: 'hello' }), []);
    await given.cluster.halt();
    assert.deepEqual(await ask({ text: 'hello' }), []);
    await given.cluster.resume();
  }),
);
