// What the command needs of the process that runs it.

export interface Host {
  /** `kcadm.sh`, or `kcadm.bat` on Windows. */
  readonly program: string;
  /** Arguments after the name of the program. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  /** The terminal, for prompts; undefined unless standard input and output are one. */
  readonly terminal: Terminal | undefined;
  /** Results. */
  print(data: string | Uint8Array): void;
  /** Messages: one or more lines without the last line break. */
  report(message: string): void;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** Milliseconds since 1970. */
  now(): number;
}

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}
