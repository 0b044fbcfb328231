// What a program needs of the process that runs it.

export interface Host {
  /** Arguments after the name of the program. */
  readonly args: readonly string[];
  readonly workingDirectory: string;
  /** Keycloak's folder in the image. */
  readonly home: string;
  /** Results. */
  print(data: string | Uint8Array): void;
  /** Messages: one or more lines without the last line break. */
  report(message: string): void;
}

/** Runs a program; resolves to its exit code. */
export type Program = (host: Host) => Promise<number>;
