// One log record, as every handler, the Logs screen and the tests see it.
import type { RecordLevel } from './log-levels.ts';

/** Named values of a record. Never a password, secret, code or token. */
export type LogParameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** The context of a record: realm, client, user, flow, exchange. Named as in the output. */
export type Mdc = Readonly<Record<string, string>>;

/** The line of code that created a record. */
export interface SourceLocation {
  readonly file: string;
  /** Prefixed with its class or object if the engine knows it: `Store.close`. */
  readonly function: string;
  /** Counted from 1. */
  readonly line: number;
}

/** One event. Created only when the level of its category lets it pass. Service description §2.3. */
export interface LogRecord {
  /** Counts the process's records from 1; the same record has the same number in every handler. */
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
  /** Only while an open handler prints it. */
  readonly location?: SourceLocation;
  /** `main`, or `worker-N`. */
  readonly threadName: string;
  readonly threadId: number;
}
