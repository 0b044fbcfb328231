// The newest records in memory: what the Logs screen reads, whichever handlers are on.
import type { LogRecord } from '#protocol/contract/log-record.ts';

/** How many records are kept. */
const TAIL_CAPACITY = 5000;
/** How many bytes they may take together, roughly. */
const TAIL_BYTES = 16 * 1024 * 1024;
/** What a record costs beside its texts: objects, references, context. */
const FIXED_COST_BYTES = 512;

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

/** Characters of an error's title and stack, its causes included. */
function lengthOfError(error: unknown, depth = 0): number {
  if (!(error instanceof Error) || depth > 10) return 0;
  return (error.stack?.length ?? 0) + lengthOfError(error.cause, depth + 1);
}

/** Bytes that keeping a record costs, roughly: two for each character, as any may need. */
function costOf({ message, parameters, error }: LogRecord): number {
  let length = message.length;
  for (const name in parameters) {
    const value = parameters[name];
    if (typeof value === 'string') length += value.length;
  }
  return FIXED_COST_BYTES + 2 * (length + (error === undefined ? 0 : lengthOfError(error)));
}

/** Makes an empty tail, bounded by a number of records and by their bytes; the newest record is kept whatever its size. */
export function createLogTail(
  capacity: number = TAIL_CAPACITY,
  maxBytes: number = TAIL_BYTES,
): WritableLogTail {
  const ring: (LogRecord | undefined)[] = [];
  const costs: number[] = [];
  const listeners = new Set<(record: LogRecord) => void>();
  let written = 0;
  let kept = 0;
  let bytes = 0;
  const dropOldest = (): void => {
    const oldest = (written - kept) % capacity;
    bytes -= costs[oldest] ?? 0;
    ring[oldest] = undefined;
    kept -= 1;
  };
  return {
    capacity,
    get dropped() {
      return written - kept;
    },
    write(record) {
      const cost = costOf(record);
      while (kept > 0 && (kept === capacity || bytes + cost > maxBytes)) dropOldest();
      ring[written % capacity] = record;
      costs[written % capacity] = cost;
      written += 1;
      kept += 1;
      bytes += cost;
      for (const listener of listeners) listener(record);
    },
    records() {
      const newest = written % capacity;
      return [...ring.slice(newest), ...ring.slice(0, newest)].filter((record) => record !== undefined);
    },
    subscribe(listener) {
      // A wrapper of its own, so that one function can listen twice.
      const own = (record: LogRecord): void => listener(record);
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}
