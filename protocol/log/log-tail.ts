// The newest records in memory: what the Logs screen reads, whichever handlers are on.
import type { LogRecord } from '#protocol/contract/log-record.ts';

/** How many records are kept. */
const TAIL_CAPACITY = 5000;

/** The newest records that passed the levels. */
export interface LogTail {
  readonly capacity: number;
  /** How many older ones have made room so far. */
  readonly dropped: number;
  /** Oldest first. */
  records(): readonly LogRecord[];
  /** Calls the listener with each record from now on; it must not throw and not wait. Answers what ends it. */
  subscribe(listener: (record: LogRecord) => void): () => void;
}

/** A tail and the way into it. */
export interface WritableLogTail extends LogTail {
  write(record: LogRecord): void;
}

/** Makes an empty tail. */
export function createLogTail(capacity: number = TAIL_CAPACITY): WritableLogTail {
  const ring: LogRecord[] = [];
  const listeners = new Set<(record: LogRecord) => void>();
  let written = 0;
  return {
    capacity,
    get dropped() {
      return written - ring.length;
    },
    write(record) {
      ring[written % capacity] = record;
      written += 1;
      for (const listener of listeners) listener(record);
    },
    records() {
      const oldest = written % capacity;
      return ring.length < capacity ? [...ring] : [...ring.slice(oldest), ...ring.slice(0, oldest)];
    },
    subscribe(listener) {
      // A wrapper of its own, so that one function can listen twice.
      const own = (record: LogRecord): void => listener(record);
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}
