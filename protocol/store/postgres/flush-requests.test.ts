import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignals, type SentSignal } from '../signals.ts';
import { type FlushMessage, FlushRequests } from './flush-requests.ts';

interface Server {
  readonly requests: FlushRequests;
  /** The streams that others have asked it to write. */
  readonly asked: string[];
  /** Lets it write them. */
  release(): void;
}

/** Servers that hear each other's signals; each expects `expected` answers. */
function createServers(count: number, expected: number = count - 1): readonly Server[] {
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
    const requests = new FlushRequests({
      signal: signals.createSignal<FlushMessage>('flush'),
      countOthers: () => expected,
      flush: (stream) => {
        asked.push(stream);
        return released;
      },
    });
    return { requests, asked, release };
  });
}

/** What has happened, in order. */
async function orderOf(asking: Promise<void>, others: readonly Server[]): Promise<readonly string[]> {
  const order: string[] = [];
  const asked = asking.then(() => order.push('resolved'));
  for (const { release } of others) {
    // Everything that could happen without this server happens before.
    await new Promise((resolve) => setImmediate(resolve));
    order.push('released');
    release();
  }
  await asked;
  return order;
}

test('a request resolves when all others have written their entries', async () => {
  const [one, ...others] = createServers(3);
  assert.ok(one);
  const order = await orderOf(one.requests.ask('activity'), others);
  assert.deepEqual(order, ['released', 'released', 'resolved']);
  assert.deepEqual(
    [one, ...others].map(({ asked }) => asked),
    [[], ['activity'], ['activity']],
  );
});

test('an answer to another request does not count', async () => {
  const [one, other, third] = createServers(3);
  assert.ok(one && other && third);
  let isResolved = false;
  const asking = one.requests.ask('a').then(() => {
    isResolved = true;
  });
  void third.requests.ask('b');
  other.release();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isResolved, false);
  third.release();
  await asking;
});

test('without other servers, nobody is asked', async () => {
  const [one, other] = createServers(2, 0);
  assert.ok(one && other);
  await one.requests.ask('activity');
  assert.deepEqual(other.asked, []);
});

test('a request resolves although a server that is counted does not answer', async () => {
  const [one, other] = createServers(2, 2);
  assert.ok(one && other);
  other.release();
  await one.requests.ask('activity');
  assert.deepEqual(other.asked, ['activity']);
});
