// A time limit for slow readers: a caller that never reads must not keep a reply and its connection forever.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ReaderBound {
  /** Time allowed for every reply, in milliseconds. */
  readonly graceMs: number;
  /** Large replies additionally get the time they need at this rate. */
  readonly bytesPerSecond: number;
}

/** 30 s, plus the time that large replies need on a slow line. */
export const READER_BOUND: ReaderBound = { graceMs: 30_000, bytesPerSecond: 16 * 1024 };

/**
 * Closes the connection when the reply, already ended, is not read in time. `length` is its size in bytes. A
 * reply that the system accepts at once, as nearly all are, costs two comparisons.
 */
export function boundReader(
  response: ServerResponse,
  length: number,
  { graceMs, bytesPerSecond }: ReaderBound,
  onCut: () => void,
): void {
  const start = (socket: Socket): void => {
    const cut = (): void => {
      onCut();
      socket.destroy();
    };
    const timer = setTimeout(cut, graceMs + (length / bytesPerSecond) * 1000).unref();
    response.once('close', () => clearTimeout(timer));
  };
  const { socket } = response;
  // Without a socket the reply is queued behind others on its connection; their time does not count.
  if (socket === null) response.once('socket', start);
  else if (socket.writableLength > 0) start(socket);
}
