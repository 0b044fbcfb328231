// The journal of a realm's sessions: every change is appended here at once, because the pages are written later. One line a change, as JSON.
import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toStorageError } from '#protocol/errors/storage-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { SessionChange } from '../memory/session-memory.ts';
import { DamagedFileError, flushFolder, toReadError } from './atomic-file.ts';
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
  fault: DamagedFileError | undefined;
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

  /**
   * Changes that an earlier process did not bring to the pages. A last line that was cut off by a kill is ignored: nobody was answered.
   * @throws {DamagedFileError} when the folder cannot be read. @throws {StorageError} when another try may succeed.
   */
  async read(log: Logger): Promise<JournalContent> {
    const numbers = await this.#listNumbers();
    this.#nextNumber = (numbers.at(-1) ?? -1) + 1;
    const changes: SessionChange[] = [];
    for (const number of numbers) {
      const file = leftFile(join(this.#folder, journalName(number)));
      this.#old.add(file);
      await readChanges(file, changes);
    }
    if (changes.length > 0)
      log.info('Session changes of the journal are restored', { changes: changes.length });
    return { files: numbers.length, changes };
  }

  async #listNumbers(): Promise<number[]> {
    try {
      const names = await readdir(this.#folder);
      const numbers = names.flatMap((name) => JOURNAL_NAME.exec(name)?.[1] ?? []).map(Number);
      return numbers.sort((a, b) => a - b);
    } catch (error) {
      throw toReadError(this.#folder, error);
    }
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
    if (file?.descriptor !== undefined && fstatSync(file.descriptor).nlink === 0) this.#retire();
  }

  /** Resolves when every line that was written so far survives a power failure, too. @throws {StorageError} */
  async flush(): Promise<void> {
    const old = [...this.#old].map(async (file) => {
      await this.#flushFile(file);
      await closeFile(file);
    });
    await Promise.all([...old, this.#current && this.#flushFile(this.#current)]);
  }

  /** Begins a new file with the next change; gives the files whose changes are in the pages in memory. A file without changes goes on. */
  rotate(): readonly JournalFile[] {
    if (this.#current !== undefined && this.#current.length > 0) this.#retire();
    return [...this.#old];
  }

  /** Removes files whose changes are on disk in the pages. */
  async discard(files: readonly JournalFile[], log: Logger): Promise<void> {
    for (const file of files) {
      await closeFile(file);
      if (file.fault === undefined) await rm(file.path, { force: true });
      else await setAside(file.fault, 'Session changes in unreadable lines are lost', log);
      this.#old.delete(file);
    }
  }

  /** Closes the files and leaves them as they are. */
  async close(): Promise<void> {
    this.#pending.clear();
    this.#retire();
    for (const file of this.#old) await closeFile(file);
  }

  /** Nothing more is written to the file. */
  #retire(): void {
    if (this.#current !== undefined) this.#old.add(this.#current);
    this.#current = undefined;
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
      // The file cannot be mended.
      this.#retire();
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

/** Adds the changes of a file. What is not a change is noted as the file's fault, and the others count. */
async function readChanges(file: JournalFile, changes: SessionChange[]): Promise<void> {
  let text: string;
  try {
    text = await readFile(file.path, 'utf8');
  } catch (error) {
    const fault = toReadError(file.path, error);
    if (!(fault instanceof DamagedFileError)) throw fault;
    file.fault = fault;
    return;
  }
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  for (const line of lines) readLine(line, changes, file);
  if (!isCutOff(last))
    file.fault ??= new DamagedFileError(file.path, 'its last line is not one of a journal');
}

/** How lines begin: with the first member that a {@link SessionChange} has. */
const LINE_STARTS = ['{"save":{', '{"remove":"', '{"revoke":{'];

/** Whether a text without a line break can be the beginning of a line, which is what a kill leaves; anything else is damage. */
function isCutOff(text: string): boolean {
  if (text.includes('\0')) return false;
  return LINE_STARTS.some((start) => start.startsWith(text) || text.startsWith(start));
}

function readLine(line: string, changes: SessionChange[], file: JournalFile): void {
  try {
    const change: unknown = JSON.parse(line);
    checkSessionChange(change);
    changes.push(change);
  } catch (error) {
    file.fault ??= new DamagedFileError(file.path, error);
  }
}
