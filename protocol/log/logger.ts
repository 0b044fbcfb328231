// The logger interface used throughout the server: levels, categories, named parameters.
import type { RecordLevel } from '#protocol/contract/log-levels.ts';
import type { LogParameters, Mdc } from '#protocol/contract/log-record.ts';

/** Writes records of one category. Check `isEnabled` first if computing the parameters is expensive. */
export interface Logger {
  readonly category: string;
  isEnabled(level: RecordLevel): boolean;
  fatal(message: string, parameters?: LogParameters, error?: unknown): void;
  error(message: string, parameters?: LogParameters, error?: unknown): void;
  warn(message: string, parameters?: LogParameters, error?: unknown): void;
  info(message: string, parameters?: LogParameters): void;
  debug(message: string, parameters?: LogParameters): void;
  trace(message: string, parameters?: LogParameters): void;
  /** A logger of a subcategory, separated by a dot: `http` → `http.refusal`. */
  child(name: string): Logger;
  /** The same category with a diagnostic context; `mdc` is called only when a record is created. */
  with(mdc: () => Mdc): Logger;
}
