// The error for invalid XML, with its position.

/** XML that is rejected or not as expected. Lines and columns count from 1; undefined when unknown. */
export class XmlError extends Error {
  readonly reason: string;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(
    reason: string,
    place: { readonly line?: number; readonly column?: number; readonly cause?: unknown } = {},
  ) {
    const { line, column, cause } = place;
    super(line === undefined ? reason : `${reason} (line ${line}, column ${column})`, { cause });
    this.name = 'XmlError';
    this.reason = reason;
    this.line = line;
    this.column = column;
  }
}
