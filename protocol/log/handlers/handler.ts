// The interface of log handlers: the table row that opens one, and the open handler.
import type { Clock } from '#protocol/clock.ts';
import type { LogParameters, LogRecord } from '#protocol/contract/log-record.ts';
import type { OptionValues } from '#protocol/contract/options.ts';
import type { PatternFacts } from '../pattern/symbols.ts';

/** An open handler. Never throws or blocks: what cannot be written is counted and reported. */
export interface LogHandler {
  write(record: LogRecord): void;
  /** Flushes and closes files and sockets; waits at most a second for a peer that does not respond. */
  close(): Promise<void>;
}

export type ReportLevel = 'ERROR' | 'WARN' | 'INFO';

export interface HandlerDeps {
  readonly clock: Clock;
  readonly process: PatternFacts;
  /** The environment, for terminal capabilities. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes complete lines to standard output. */
  readonly writeOut: (text: string) => void;
  /**
   * Reports the handler's own faults and losses as records of category `log.<handler>`, which reach the tail,
   * the open handlers and, if no console handler is open, standard error. May be called while the handler
   * opens.
   */
  readonly report: (level: ReportLevel, message: string, parameters?: LogParameters, error?: unknown) => void;
}

export interface LogHandlerRow {
  /** Its name in `--log`; its options begin with `log-<name>`, and `log-<name>-level` is its own level. */
  readonly name: string;
  /** Whether it prints source locations, which requires capturing the stack for each record. */
  needsLocation(values: OptionValues): boolean;
  /** Opens the handler. Failures (folder not writable, receiver unreachable) are reported, never thrown. */
  open(values: OptionValues, deps: HandlerDeps): LogHandler;
}
