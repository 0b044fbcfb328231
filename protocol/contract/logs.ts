// Wire types of the log, as the Logs screen shows it.
import type { RecordLevel } from './log-levels.ts';

export interface LogLineWire {
  /** Counts up by one from the start of the process. */
  readonly sequence: number;
  /** ISO 8601 with milliseconds, UTC. */
  readonly at: string;
  readonly level: RecordLevel;
  readonly category: string;
  /** With the named parameters appended (`name=value`). */
  readonly message: string;
  /** `main` or `worker-1`. */
  readonly thread: string;
  /** The error's text with its stack. */
  readonly error?: string;
  /** The record's context; `flow` and `exchange` refer to Activity. */
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
  /** The newest records that match the filter, oldest first. */
  readonly records: readonly LogLineWire[];
  /** How many records the server keeps, of all categories and levels. */
  readonly capacity: number;
  /** How many records have been discarded for newer ones since the start. */
  readonly dropped: number;
}
