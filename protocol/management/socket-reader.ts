// Reads a socket on demand: bytes that nobody asked for stay in the kernel, so a flood costs no memory.
import type { Socket } from 'node:net';

/** What came of waiting: bytes, the caller's end of the connection, or nothing in time. */
type Arrival = 'bytes' | 'end' | 'timeout';

export interface SocketReader {
  /** Bytes that have arrived and were not taken. */
  readonly buffered: Buffer;
  /** Removes the first `count` bytes. */
  take(count: number): Buffer;
  /** Waits for further bytes, at most `timeoutMs`. */
  wait(timeoutMs: number): Promise<Arrival>;
}

export function createSocketReader(socket: Socket): SocketReader {
  let buffered: Buffer = Buffer.alloc(0);
  let hasEnded = false;
  let settle: (arrival: Arrival) => void = () => undefined;

  socket.pause();
  socket.on('data', (chunk: Buffer) => {
    socket.pause();
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    settle('bytes');
  });
  const end = (): void => {
    hasEnded = true;
    settle('end');
  };
  socket.on('end', end);
  socket.on('close', end);

  return {
    get buffered() {
      return buffered;
    },
    take(count) {
      const taken = buffered.subarray(0, count);
      buffered = buffered.subarray(count);
      return taken;
    },
    wait(timeoutMs) {
      if (hasEnded) return Promise.resolve('end');
      // A caller that sends without pause must not postpone the deadline.
      if (timeoutMs <= 0) return Promise.resolve('timeout');
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle('timeout'), timeoutMs);
        settle = (arrival) => {
          clearTimeout(timer);
          settle = () => undefined;
          resolve(arrival);
        };
        socket.resume();
      });
    },
  };
}
