// The logger as the rest of the server sees it: levels, categories, named parameters.
import type { RecordLevel } from '#protocol/contract/log-levels.ts';
import type { LogParameters, Mdc } from '#protocol/contract/log-record.ts';

/** Writes records of one category. Building the parameters is the caller's cost: ask `isEnabled` first where that is not nothing. */
export interface Logger {
  readonly category: string;
  isEnabled(level: RecordLevel): boolean;
  fatal(message: string, parameters?: LogParameters, error?: unknown): void;
  error(message: string, parameters?: LogParameters, error?: unknown): void;
  warn(message: string, parameters?: LogParameters, error?: unknown): void;
  info(message: string, parameters?: LogParameters): void;
  debug(message: string, parameters?: LogParameters): void;
  trace(message: string, parameters?: LogParameters): void;
  /** A logger of a sub-category, dots between the parts: `http` → `http.refusal`. */
  child(name: string): Logger;
  /** A logger of the same category whose records belong to what `mdc` names. It is asked only when a record is made. */
  with(mdc: () => Mdc): Logger;
}
