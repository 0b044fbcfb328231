// Live streams of Server-Sent Events: how they begin, stay alive, and let go of a listener that does not keep up.
import type { ServerResponse } from 'node:http';
import type { Reply } from '#protocol/http/exchange.ts';
import { NO_STORE } from '#protocol/http/replies.ts';

/** A comment this often keeps proxies from closing a quiet stream, in milliseconds. */
const HEARTBEAT_MS = 15_000;
/** A listener that is this many bytes behind is let go; it may come back. */
const MAX_PENDING_BYTES = 1024 * 1024;

/** Writes one event, its empty line included. */
type Send = (eventText: string) => void;

/**
 * A stream that lasts until its listener goes, or does not read for two heartbeats. `begin` is given how to write events, and gives how to stop
 * that. HTML Standard §9.2.
 */
export function liveStreamReply(
  begin: (send: Send) => () => void,
  heartbeatMs: number = HEARTBEAT_MS,
): Reply {
  const stream = (response: ServerResponse): void => {
    const send: Send = (text) => {
      // The server ends its streams when it stops, and something may still happen after that.
      if (response.writableEnded || response.destroyed) return;
      if (response.writableLength > MAX_PENDING_BYTES) response.destroy();
      else response.write(text);
    };
    let isBehind = false;
    response.on('drain', () => {
      isBehind = false;
    });
    const beat = (): void => {
      // Behind at two heartbeats, and never up to date in between: the listener does not read.
      if (isBehind && response.writableLength > 0) response.destroy();
      isBehind = response.writableLength > 0;
      send(': alive\n\n');
    };
    send(': open\n\n');
    const stop = begin(send);
    const heartbeat = setInterval(beat, heartbeatMs);
    heartbeat.unref();
    response.on('close', () => {
      clearInterval(heartbeat);
      stop();
    });
  };
  return { status: 200, headers: { ...NO_STORE, 'content-type': 'text/event-stream' }, stream };
}
