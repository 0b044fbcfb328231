// The logger as the rest of the server sees it: levels, categories, named parameters.
import type { RecordLevel } from '#protocol/contract/log-levels.ts';

/** Named values of a record. Never a password, secret, code or token. */
export type LogParameters = Readonly<Record<string, string | number | boolean | undefined>>;

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
}
