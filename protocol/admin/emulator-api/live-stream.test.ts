import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { liveStreamReply } from './live-stream.ts';

/** One listener of a stream over a real socket. */
async function listen(begin: Parameters<typeof liveStreamReply>[0]) {
  const reply = liveStreamReply(begin);
  let end = (): void => undefined;
  let drained = (): Promise<unknown> => Promise.resolve();
  let pendingBytes = (): number => 0;
  const server = createServer((_request, response: ServerResponse) => {
    response.writeHead(reply.status);
    reply.stream?.(response);
    end = () => response.end();
    drained = () => once(response, 'drain');
    pendingBytes = () => response.writableLength;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const [incoming] = (await once(request, 'response')) as [IncomingMessage];
  const close = () => server.close();
  return {
    reply,
    incoming,
    end: () => end(),
    drained: () => drained(),
    pendingBytes: () => pendingBytes(),
    close,
  };
}

test('HTML Standard §9.2: a stream reports that it is open, writes events, and is never cached', async () => {
  const { reply, incoming, close } = await listen((send) => {
    send('event: x\ndata: 1\n\n');
    return () => undefined;
  });
  assert.equal(reply.headers?.['content-type'], 'text/event-stream');
  assert.equal(reply.headers?.['cache-control'], 'no-store');
  let text = '';
  for await (const chunk of incoming) {
    text += String(chunk);
    if (text.endsWith('data: 1\n\n')) break;
  }
  assert.equal(text, ': open\n\nevent: x\ndata: 1\n\n');
  close();
});

/** A promise, and the function that fulfils it. */
function createSignal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

test('a listener that disconnects is removed', async () => {
  const { given, give } = createSignal();
  const { incoming, close } = await listen(() => give);
  incoming.destroy();
  await given;
  close();
});

test('a listener that does not read is dropped instead of filling the memory', async () => {
  const event = `data: ${'x'.repeat(64 * 1024)}\n\n`;
  const { given, give } = createSignal();
  const { incoming, close } = await listen((send) => {
    const timer = setInterval(() => send(event), 0);
    return () => {
      clearInterval(timer);
      give();
    };
  });
  await given;
  incoming.destroy();
  close();
});

test('a stream ended by the server accepts no more events, even if its listener has not read the last ones', async () => {
  let write = (_text: string): void => undefined;
  const { incoming, end, close } = await listen((send) => {
    write = send;
    return () => undefined;
  });
  incoming.pause();
  const last = `data: ${'x'.repeat(8 * 1024 * 1024)}\n\n`;
  write(last);
  end();
  write('data: late\n\n');
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  assert.equal(text, `: open\n\n${last}`);
  close();
});

/** A listener that has stopped reading and is behind, but by less than the limit that drops it at once. */
async function listenAndStop(onEnd: () => void = () => undefined) {
  let write = (_text: string): void => undefined;
  const listener = await listen((send) => {
    write = send;
    return onEnd;
  });
  listener.incoming.pause();
  while (listener.pendingBytes() === 0) {
    write(`data: ${'x'.repeat(64 * 1024)}\n\n`);
    await turnOfTheLoop();
  }
  return listener;
}

test('a listener that reads nothing for two heartbeats is dropped, however little it is behind', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { given, give } = createSignal();
  const { incoming, close } = await listenAndStop(give);
  t.mock.timers.tick(15_000);
  t.mock.timers.tick(15_000);
  await given;
  incoming.destroy();
  close();
});

test('a listener that catches up between two heartbeats stays connected', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { incoming, end, drained, close } = await listenAndStop();
  t.mock.timers.tick(15_000);
  const caughtUp = drained();
  incoming.resume();
  await caughtUp;
  for (const _heartbeat of [1, 2, 3]) {
    t.mock.timers.tick(15_000);
    await turnOfTheLoop();
  }
  end();
  await once(incoming, 'end');
  assert.equal(incoming.complete, true);
  close();
});
