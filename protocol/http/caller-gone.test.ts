import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { withCallerGone } from './caller-gone.ts';

const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());

async function connectPair(): Promise<{ readonly caller: Socket; readonly socket: Socket }> {
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const caller = connect(address.port, '127.0.0.1');
  const [socket] = await accepted;
  socket.resume();
  return { caller, socket };
}

test('the signal is aborted when the caller closes its connection, and not before', async () => {
  const { caller, socket } = await connectPair();
  await withCallerGone({ socket }, async (signal) => {
    assert.equal(signal.aborted, false);
    caller.destroy();
    await once(signal, 'abort');
  });
});

test('the signal of a caller that has gone already is aborted at once', async () => {
  const { caller, socket } = await connectPair();
  caller.destroy();
  await once(socket, 'close');
  assert.equal(await withCallerGone({ socket }, async ({ aborted }) => aborted), true);
});

test('nothing stays registered on a connection that serves further requests', async () => {
  const { caller, socket } = await connectPair();
  const before = socket.listenerCount('close');
  await assert.rejects(
    withCallerGone({ socket }, () => Promise.reject(new RangeError('failed'))),
    RangeError,
  );
  assert.equal(socket.listenerCount('close'), before);
  caller.destroy();
});
