// What a log handler is: a row of the table that opens it, and what is open.
import type { Clock } from '#protocol/clock.ts';
import type { LogParameters, LogRecord } from '#protocol/contract/log-record.ts';
import type { OptionKey, OptionValues } from '#protocol/contract/options.ts';

/** An open handler. It never throws and never waits: what it cannot write it counts and reports. */
export interface LogHandler {
  write(record: LogRecord): void;
  /** Writes what is held back and lets go of files and sockets; a peer that does not answer is not waited for longer than a second. */
  close(): Promise<void>;
}

/** The process as records name it. */
export interface ProcessFacts {
  /** Fully qualified where the machine knows it. */
  readonly hostName: string;
  readonly processName: string;
  readonly processId: number;
  /** When the process began to log, milliseconds since the epoch; `%r` counts from here. */
  readonly startedAt: number;
}

/** What a handler may say about itself. */
export type ReportLevel = 'ERROR' | 'WARN' | 'INFO';

/** What handlers stand on. */
export interface HandlerDeps {
  readonly clock: Clock;
  readonly process: ProcessFacts;
  /** The service's environment, for what terminals say about themselves. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Standard output; a string of whole lines. */
  readonly writeOut: (text: string) => void;
  /** A fault or a count of the handler itself, as a record of category `log.<handler>`: to the tail, to the handlers that are open, and to
   * standard error where no console handler is. May be called while the handler opens. */
  readonly report: (level: ReportLevel, message: string, parameters?: LogParameters, error?: unknown) => void;
}

/** A row of the handlers' table. */
export interface LogHandlerRow {
  /** The word in `--log`. */
  readonly name: string;
  /** Options that act only while the handler is listed in `--log`. */
  readonly options: readonly OptionKey[];
  /** The option that holds the handler's own level; it narrows what the categories let through. */
  readonly levelOption: OptionKey;
  /** Whether it prints where a record was made, which costs the look at the stack at every record. */
  needsLocation(values: OptionValues): boolean;
  /** Opens the handler. A machine that does not allow it (folder not writable, receiver away) is reported, never thrown. */
  open(values: OptionValues, deps: HandlerDeps): LogHandler;
}
