// The log file on disk: made with its folder, appended to, put aside by size.
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

/** What a log file is made of. */
export interface LogFileOptions {
  readonly path: string;
  /** Size from which the file is put aside; 0: never. */
  readonly maxBytes: number;
  /** How many files that were put aside are kept, `<path>.1` the newest. */
  readonly backups: number;
  /** Told once for each series of faults. */
  readonly onFault: (what: string, error: unknown) => void;
  /** The file can be written again after a fault. */
  readonly onRecovery: (what: string) => void;
}

/** Readable by its owner alone: records name people. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Makes a folder and those above it, one by one: Node's own way never comes back below /proc, where folders seem to be missing and cannot be made. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: FOLDER_MODE });
}

/** A log file. Its faults are told and never thrown. */
export class LogFile {
  readonly #options: LogFileOptions;
  #descriptor: number | undefined;
  #size = 0;
  #lostLines = 0;

  constructor(options: LogFileOptions) {
    this.#options = options;
  }

  /** Makes folder and file. False when the machine does not allow it; that is told. */
  open(): boolean {
    try {
      makeFolder(dirname(this.#options.path));
      this.#openFile();
      return true;
    } catch (error) {
      this.#options.onFault('The log file cannot be opened; there is none', error);
      return false;
    }
  }

  /** Appends whole lines. What cannot be written is counted, and the count told when writing works again. */
  append(text: string): void {
    const data = Buffer.from(text);
    try {
      this.#rotateBefore(data.length);
      this.#writeAll(data);
      this.#tellRecovery();
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

  #tellRecovery(): void {
    if (this.#lostLines === 0) return;
    const lost = this.#lostLines;
    this.#lostLines = 0;
    this.#options.onRecovery(`The log file is written again; ${lost} lines were lost`);
  }

  /** A single write that is larger than the whole file may be stays together. */
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
