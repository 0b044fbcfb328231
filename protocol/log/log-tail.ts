// Keeps the newest records in memory for the Logs screen, whichever handlers are active.
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { BoundedList } from './bounded-list.ts';

const TAIL_CAPACITY = 5000;
/** Approximate memory limit. */
const TAIL_BYTES = 16 * 1024 * 1024;
/** Memory per record besides its texts: objects, references, context. */
const FIXED_COST_BYTES = 512;

/** The newest records that passed the log levels. */
export interface LogTail {
  readonly capacity: number;
  /** Number of older records dropped so far. */
  readonly dropped: number;
  /** Oldest first. */
  records(): readonly LogRecord[];
  /** Calls `listener`, which must not throw or block, with each new record; returns how to unsubscribe. */
  subscribe(listener: (record: LogRecord) => void): () => void;
}

export interface WritableLogTail extends LogTail {
  write(record: LogRecord): void;
}

/** Length of an error's stack in characters, causes included. */
function lengthOfError(error: unknown, depth = 0): number {
  if (!(error instanceof Error) || depth > 10) return 0;
  return (error.stack?.length ?? 0) + lengthOfError(error.cause, depth + 1);
}

/** Approximate memory in bytes: two per character, as any may need. */
function costOf({ message, parameters, error }: LogRecord): number {
  let length = message.length;
  for (const name in parameters) {
    const value = parameters[name];
    if (typeof value === 'string') length += value.length;
  }
  return FIXED_COST_BYTES + 2 * (length + (error === undefined ? 0 : lengthOfError(error)));
}

/** Limited by number of records and by bytes; the newest record is always kept. */
export function createLogTail(
  capacity: number = TAIL_CAPACITY,
  maxBytes: number = TAIL_BYTES,
): WritableLogTail {
  const kept = new BoundedList<LogRecord>(capacity, maxBytes);
  const listeners = new Set<(record: LogRecord) => void>();
  let written = 0;
  return {
    capacity,
    get dropped() {
      return written - kept.length;
    },
    write(record) {
      kept.add(record, costOf(record));
      written += 1;
      for (const listener of listeners) listener(record);
    },
    records: () => kept.all(),
    subscribe(listener) {
      // Wrapped so that the same function can subscribe twice.
      const own = (record: LogRecord): void => listener(record);
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}
