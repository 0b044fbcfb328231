import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { boundReader } from './reader-bound.ts';

const BOUND = { graceMs: 1000, bytesPerSecond: 1024 * 1024 };
const LARGE = 32 * 1024 * 1024;

/** A caller that sends this many requests and reads nothing; the responses in order. */
async function connectCaller(requests: number) {
  const responses: ServerResponse[] = [];
  let arrived: () => void = () => undefined;
  const allArrived = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const server = createServer((_request, response) => {
    responses.push(response);
    if (responses.length === requests) arrived();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  caller.on('error', () => undefined);
  caller.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests));
  await allArrived;
  const [first, second] = responses;
  assert.ok(first?.socket);
  const cuts: string[] = [];
  return {
    caller,
    first,
    second,
    socket: first.socket,
    cuts,
    answer(response: ServerResponse | undefined, length: number): void {
      assert.ok(response);
      response.end(Buffer.alloc(length));
      boundReader(response, length, BOUND, () => cuts.push('cut'));
    },
    end(): void {
      caller.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a reply that nobody reads is cut after the grace period plus the time its length takes at the rate', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { answer, first, socket, cuts, end } = await connectCaller(1);
  answer(first, LARGE);
  t.mock.timers.tick(1000 + 31_999);
  assert.equal(socket.destroyed, false);
  t.mock.timers.tick(1);
  assert.equal(socket.destroyed, true);
  assert.deepEqual(cuts, ['cut']);
  end();
});

test('a reply that the system accepts at once starts no timer', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { answer, first, socket, cuts, end } = await connectCaller(1);
  answer(first, 100);
  t.mock.timers.tick(3_600_000);
  assert.equal(socket.destroyed, false);
  assert.deepEqual(cuts, []);
  end();
});

test('a caller that reads the reply in time keeps its connection', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { answer, first, socket, caller, cuts, end } = await connectCaller(1);
  answer(first, LARGE);
  const closed = once(first, 'close');
  caller.on('data', () => undefined).resume();
  await closed;
  t.mock.timers.tick(3_600_000);
  assert.equal(socket.destroyed, false);
  assert.deepEqual(cuts, []);
  end();
});

test('the time of a queued reply starts when its turn comes', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { answer, first, second, socket, caller, cuts, end } = await connectCaller(2);
  answer(second, LARGE);
  t.mock.timers.tick(3_600_000);
  assert.equal(socket.destroyed, false);
  answer(first, 100);
  await once(second ?? caller, 'socket');
  t.mock.timers.tick(1000 + 32_000);
  assert.equal(socket.destroyed, true);
  assert.deepEqual(cuts, ['cut']);
  end();
});
