// The journal of a realm's sessions: every change is appended here at once, because the pages are written later. One line a change, as JSON.
import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toStorageError } from '#protocol/errors/storage-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { SessionChange } from '../memory/session-memory.ts';
import { flushFolder } from './atomic-file.ts';
import { setAside } from './set-aside.ts';
import { checkSessionChange } from './stored-shapes.ts';

const FILE_MODE = 0o600;
const JOURNAL_NAME = /^sessions-(\d{6,})\.journal$/;

const flushData = promisify(fdatasync);

/** A journal file: the one that is written, or one whose changes are on their way to the pages. */
interface JournalFile {
  readonly path: string;
  /** Undefined: left by an earlier process, or closed. */
  descriptor: number | undefined;
  /** Bytes of whole lines. What a failed write left behind them is overwritten. */
  length: number;
  /** Whether the folder's entry was flushed. */
  isListed: boolean;
  /** Why it is not removed but set aside when its changes are in the pages. */
  fault: unknown;
  /** The newest flush, over or not. */
  flushing: Promise<unknown>;
}

/** What a realm's journal files hold. */
export interface JournalContent {
  readonly files: number;
  /** In order. */
  readonly changes: readonly SessionChange[];
}

/**
 * The journal files of one realm. A file is written until its changes go to the pages; then a new one begins, and the old one is removed when the
 * pages are on disk. Writing is synchronous: a change costs one short write, and an error is the error of the change.
 */
export class SessionJournal {
  readonly #folder: string;
  /** By session: of two changes of one session the later one says everything. */
  readonly #pending = new Map<string, SessionChange>();
  #current: JournalFile | undefined;
  readonly #old = new Set<JournalFile>();
  #nextNumber = 0;

  /** `folder` is the realm's. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Changes that an earlier process did not bring to the pages. A last line that was cut off by a kill is ignored: nobody was answered. */
  async read(log: Logger): Promise<JournalContent> {
    const names = await readdir(this.#folder);
    const numbers = names.flatMap((name) => JOURNAL_NAME.exec(name)?.[1] ?? []).map(Number);
    numbers.sort((a, b) => a - b);
    this.#nextNumber = (numbers.at(-1) ?? -1) + 1;
    const changes: SessionChange[] = [];
    for (const number of numbers) {
      const file = leftFile(join(this.#folder, journalName(number)));
      this.#old.add(file);
      try {
        const text = await readFile(file.path, 'utf8');
        for (const line of text.split('\n').slice(0, -1)) readLine(line, changes, file);
      } catch (error) {
        file.fault = error;
      }
    }
    if (changes.length > 0)
      log.info('Session changes of the journal are restored', { changes: changes.length });
    return { files: numbers.length, changes };
  }

  /** Adds a change; `write` writes. A revocation without a session is to be written at once: the next one takes its place. */
  append(change: SessionChange): void {
    this.#pending.set(change.save?.id ?? change.remove ?? '', change);
  }

  /** Writes what was added; the lines survive the end of the process when it returns. After a failure they are forgotten. @throws {StorageError} */
  write(): void {
    if (this.#pending.size === 0) return;
    let text = '';
    for (const change of this.#pending.values()) text += `${JSON.stringify(change)}\n`;
    this.#pending.clear();
    const lines = Buffer.from(text, 'utf8');
    const file = this.#open();
    try {
      for (let written = 0; written < lines.length; )
        written += writeSync(
          file.descriptor ?? -1,
          lines,
          written,
          lines.length - written,
          file.length + written,
        );
      file.length += lines.length;
    } catch (error) {
      this.#dropTail(file);
      throw toStorageError(file.path, error);
    }
  }

  /** A file that somebody has removed takes writes all the same: the next write opens a new one, or says why not. */
  checkPresence(): void {
    const file = this.#current;
    if (file?.descriptor === undefined || fstatSync(file.descriptor).nlink > 0) return;
    this.#old.add(file);
    this.#current = undefined;
  }

  /** Resolves when every line that was written so far survives a power failure, too. @throws {StorageError} */
  async flush(): Promise<void> {
    await Promise.all([...this.#old, this.#current].map((file) => file && this.#flushFile(file)));
  }

  /** Begins a new file with the next change; gives the files whose changes are in the pages in memory. */
  rotate(): readonly JournalFile[] {
    if (this.#current !== undefined) this.#old.add(this.#current);
    this.#current = undefined;
    return [...this.#old];
  }

  /** Removes files whose changes are on disk in the pages. */
  async discard(files: readonly JournalFile[], log: Logger): Promise<void> {
    for (const file of files) {
      await closeFile(file);
      const loss = 'Session changes of the time before the server ended last';
      if (file.fault === undefined) await rm(file.path, { force: true });
      else await setAside(file.path, loss, file.fault, log);
      this.#old.delete(file);
    }
  }

  /** Closes the files and leaves them as they are. */
  async close(): Promise<void> {
    this.#pending.clear();
    for (const file of this.rotate()) await closeFile(file);
  }

  #open(): JournalFile {
    if (this.#current !== undefined) return this.#current;
    const path = join(this.#folder, journalName(this.#nextNumber++));
    try {
      const descriptor = openSync(path, 'w', FILE_MODE);
      this.#current = { ...leftFile(path), descriptor, isListed: false };
      return this.#current;
    } catch (error) {
      throw toStorageError(path, error);
    }
  }

  /** What a failed write left of its lines must not be read. */
  #dropTail(file: JournalFile): void {
    try {
      ftruncateSync(file.descriptor ?? -1, file.length);
    } catch {
      // The file cannot be mended, so nothing more is written to it.
      this.rotate();
    }
  }

  async #flushFile(file: JournalFile): Promise<void> {
    if (file.descriptor === undefined) return;
    const { descriptor } = file;
    const flushing = file.flushing.then(async () => {
      await flushData(descriptor);
      if (!file.isListed) await flushFolder(this.#folder);
      file.isListed = true;
    });
    file.flushing = flushing.catch(() => undefined);
    try {
      await flushing;
    } catch (error) {
      throw toStorageError(file.path, error);
    }
  }
}

function journalName(number: number): string {
  return `sessions-${String(number).padStart(6, '0')}.journal`;
}

function leftFile(path: string): JournalFile {
  return {
    path,
    descriptor: undefined,
    length: 0,
    isListed: true,
    fault: undefined,
    flushing: Promise.resolve(),
  };
}

async function closeFile(file: JournalFile): Promise<void> {
  const { descriptor } = file;
  file.descriptor = undefined;
  await file.flushing;
  if (descriptor !== undefined) closeSync(descriptor);
}

/** Adds the change of a line; a line that is none is noted as the file's fault, and the others count. */
function readLine(line: string, changes: SessionChange[], file: JournalFile): void {
  try {
    const change: unknown = JSON.parse(line);
    checkSessionChange(change);
    changes.push(change);
  } catch (error) {
    file.fault ??= error;
  }
}
