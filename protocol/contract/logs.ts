// Wire types of the log: lines as the Logs screen shows them.
import type { RecordLevel } from './log-levels.ts';

/** One record of the log. */
export interface LogLineWire {
  /** Counts up by one from the start of the process. */
  readonly sequence: number;
  /** ISO 8601 with milliseconds, UTC. */
  readonly at: string;
  readonly level: RecordLevel;
  readonly category: string;
  /** With the named parameters behind it (`name=value`). */
  readonly message: string;
  /** `main` or `worker-1`. */
  readonly thread: string;
  /** The error's text with its stack. */
  readonly error?: string;
  /** What the record belongs to; `flow` and `exchange` are Activity's. */
  readonly mdc: {
    readonly realm?: string;
    readonly client?: string;
    readonly user?: string;
    readonly flow?: string;
    readonly exchange?: string;
  };
}

/** `GET /emulator/v1/logs`. */
export interface LogPageWire {
  /** The newest that fit the filter, oldest first. */
  readonly records: readonly LogLineWire[];
  /** How many records the server keeps for this, of all categories and levels. */
  readonly capacity: number;
  /** How many records newer ones have taken the place of since the start. */
  readonly dropped: number;
}
