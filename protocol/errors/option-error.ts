// A start option that cannot be used: ends the start with one readable line.

/** Where an option's value was written. */
export interface OptionSource {
  readonly origin: 'default' | 'file' | 'environment' | 'command line';
  /** Environment name, or path and line of the configuration file. */
  readonly place?: string;
}

/** Bad configuration. `exitCode` is 2 for wrong usage, 1 for a machine that does not allow it (port in use, unreadable file). */
export class OptionError extends Error {
  readonly option: string;
  readonly remedy: string;
  readonly exitCode: 1 | 2;
  readonly source: OptionSource | undefined;
  /** The value with a caret below the place of the fault, two lines; undefined where the fault has none. */
  readonly drawing: string | undefined;

  constructor(
    option: string,
    problem: string,
    remedy: string,
    details: { exitCode?: 1 | 2; source?: OptionSource; cause?: unknown; drawing?: string } = {},
  ) {
    super(`${option}: ${problem}`, { cause: details.cause });
    this.name = 'OptionError';
    this.option = option;
    this.remedy = remedy;
    this.exitCode = details.exitCode ?? 2;
    this.source = details.source;
    this.drawing = details.drawing;
  }

  /** The one line a person reads: option, problem, where the value came from, remedy; below it the drawing, if there is one. */
  toLine(): string {
    const place = this.source?.place === undefined ? '' : ` (${this.source.origin}: ${this.source.place})`;
    const drawing = this.drawing === undefined ? '' : `\n${this.drawing}`;
    return `${this.message}${place}. ${this.remedy}${drawing}`;
  }
}
