// Live streams of Server-Sent Events: opening, heartbeats, and dropping listeners that fall behind.
import type { ServerResponse } from 'node:http';
import type { Exchange, Reply } from '#protocol/http/exchange.ts';
import { NO_STORE } from '#protocol/http/replies.ts';

/** Interval of comments that keep proxies from closing a quiet stream, in milliseconds. */
const HEARTBEAT_MS = 15_000;
/** A listener that is this many bytes behind is dropped; it may reconnect. */
const MAX_PENDING_BYTES = 1024 * 1024;

/** A request for a stream that can be resumed. */
interface StreamRequest {
  readonly exchange: Pick<Exchange, 'headers'>;
  readonly query: { readonly since: string | undefined };
}

/** The last event that a reconnecting listener has; undefined for a new stream. */
export function readResumePoint({ exchange, query }: StreamRequest): string | undefined {
  const header = exchange.headers['last-event-id'];
  return (typeof header === 'string' ? header : query.since) || undefined;
}

/** Writes one event, including its empty line. */
type Send = (eventText: string) => void;

/**
 * A stream that lasts until its listener disconnects, or stops reading for two heartbeats. `begin` receives
 * the function that writes events and returns the one that stops them. HTML Standard §9.2.
 */
export function liveStreamReply(
  begin: (send: Send) => () => void,
  heartbeatMs: number = HEARTBEAT_MS,
): Reply {
  const stream = (response: ServerResponse): void => {
    const send: Send = (text) => {
      // Events may still occur after the server has ended its streams at the stop.
      if (response.writableEnded || response.destroyed) return;
      if (response.writableLength > MAX_PENDING_BYTES) response.destroy();
      else response.write(text);
    };
    let isBehind = false;
    response.on('drain', () => {
      isBehind = false;
    });
    const beat = (): void => {
      // Behind at two heartbeats and not up to date in between: the listener is not reading.
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
