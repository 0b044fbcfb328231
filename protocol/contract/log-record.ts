// One log record as every handler, the Logs screen and the tests see it.
import type { RecordLevel } from './log-levels.ts';

/** Named values of a record. Never a password, secret, code or token. */
export type LogParameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a record belongs to: realm, client, user, flow, exchange. Names as written in the output. */
export type Mdc = Readonly<Record<string, string>>;

/** The line of code that made a record. */
export interface SourceLocation {
  readonly file: string;
  /** With its class or object in front where the engine knows it: `Store.close`. */
  readonly function: string;
  /** Counted from 1. */
  readonly line: number;
}

/** One event. Made only when the level of its category lets it pass. Service description §2.3. */
export interface LogRecord {
  /** Counts the records of the process from 1; one number is one record in every handler. */
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly level: RecordLevel;
  readonly category: string;
  readonly message: string;
  readonly parameters: LogParameters;
  /** What was thrown; undefined when nothing was. */
  readonly error: unknown;
  readonly mdc: Mdc;
  /** Only while a handler that is open prints it. */
  readonly location?: SourceLocation;
  /** `main`, or `worker-N`. */
  readonly threadName: string;
  readonly threadId: number;
}
