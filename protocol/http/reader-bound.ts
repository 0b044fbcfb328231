// The bound on readers: a caller that asks and never reads must not keep an answer and its connection for ever.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long an answer may wait for its reader. */
export interface ReaderBound {
  /** What every answer is given. Milliseconds. */
  readonly graceMs: number;
  /** A larger answer is given the time that it takes at this rate, too. */
  readonly bytesPerSecond: number;
}

/** Half a minute, and more for answers that a slow line takes longer for. */
export const READER_BOUND: ReaderBound = { graceMs: 30_000, bytesPerSecond: 16 * 1024 };

/**
 * Cuts the connection of an answer that was ended and is not taken in time. An answer that the system took at once, as nearly every one is, costs
 * two comparisons. `length` is the answer's bytes.
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
  // Without a socket it is behind other answers of its connection; their time is not its own.
  if (socket === null) response.once('socket', start);
  else if (socket.writableLength > 0) start(socket);
}
