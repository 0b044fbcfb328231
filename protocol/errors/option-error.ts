// An invalid start option, which ends the start with one readable line.

/** Where an option's value comes from. */
export interface OptionSource {
  readonly origin: 'default' | 'file' | 'environment' | 'command line';
  /** Name of the environment variable or flag, or path and line in the configuration file. */
  readonly place?: string;
}

/** `exitCode`: 2 for wrong usage, 1 when the machine does not allow it (port in use, unreadable file). */
export class OptionError extends Error {
  readonly option: string;
  readonly remedy: string;
  readonly exitCode: 1 | 2;
  readonly source: OptionSource | undefined;
  /** Two lines, the value and a caret below the error; undefined when the error has no position. */
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

  /** One line with option, problem, origin of the value and remedy, followed by the drawing, if any. */
  toLine(): string {
    const place = this.source?.place === undefined ? '' : ` (${this.source.origin}: ${this.source.place})`;
    const drawing = this.drawing === undefined ? '' : `\n${this.drawing}`;
    return `${this.message}${place}. ${this.remedy}${drawing}`;
  }
}
