// The log file on disk: created with its folder, appended to, rotated by size.
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

export interface LogFileOptions {
  readonly path: string;
  /** Size at which the file is rotated; 0: never. */
  readonly maxBytes: number;
  /** Number of rotated files to keep, `<path>.1` being the newest. */
  readonly backups: number;
  /** Called once per series of faults. */
  readonly onFault: (what: string, error: unknown) => void;
  /** Called when writing works again after a fault. */
  readonly onRecovery: (what: string) => void;
}

/** Readable by its owner only: records contain user names. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Creates parents one by one: Node's recursive mkdir hangs below /proc, where folders cannot be created. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: FOLDER_MODE });
}

/** Faults are reported, never thrown. */
export class LogFile {
  readonly #options: LogFileOptions;
  #descriptor: number | undefined;
  #size = 0;
  #lostLines = 0;

  constructor(options: LogFileOptions) {
    this.#options = options;
  }

  /** Creates folder and file. Returns false when not possible, after reporting it. */
  open(): boolean {
    try {
      makeFolder(dirname(this.#options.path));
      this.#openFile();
      return true;
    } catch (error) {
      this.#options.onFault('The log file cannot be opened and is not written', error);
      return false;
    }
  }

  /** Appends complete lines. Lost lines are counted, and the count is reported when writing works again. */
  append(text: string): void {
    const data = Buffer.from(text);
    try {
      this.#rotateBefore(data.length);
      this.#writeAll(data);
      this.#reportRecovery();
    } catch (error) {
      const isFirst = this.#lostLines === 0;
      this.#lostLines += text.split('\n').length - 1;
      if (isFirst) this.#options.onFault('The log file cannot be written; records are lost', error);
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #openFile(): number {
    const descriptor = openSync(this.#options.path, 'a', FILE_MODE);
    this.#descriptor = descriptor;
    this.#size = fstatSync(descriptor).size;
    return descriptor;
  }

  #writeAll(data: Buffer): void {
    const descriptor = this.#descriptor ?? this.#openFile();
    let written = 0;
    while (written < data.length) written += writeSync(descriptor, data, written);
    this.#size += data.length;
  }

  #reportRecovery(): void {
    if (this.#lostLines === 0) return;
    const lost = this.#lostLines;
    this.#lostLines = 0;
    this.#options.onRecovery(`The log file is written again; ${lost} lines were lost`);
  }

  /** A single write larger than the maximum size is not split. */
  #rotateBefore(bytes: number): void {
    const { maxBytes, path, backups } = this.#options;
    if (maxBytes === 0 || this.#size === 0 || this.#size + bytes <= maxBytes) return;
    this.close();
    rmSync(`${path}.${backups}`, { force: true });
    for (let index = backups - 1; index >= 1; index--)
      moveIfThere(`${path}.${index}`, `${path}.${index + 1}`);
    moveIfThere(path, `${path}.1`);
    this.#openFile();
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
