// A realm's session journal: every change is appended at once as a line of JSON; the pages are written later.
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

/** A journal file: the current one, or one whose changes are being written to the pages. */
interface JournalFile {
  readonly path: string;
  /** Undefined if closed or left by an earlier process. */
  descriptor: number | undefined;
  /** Bytes of complete lines. The rest of a failed write after them is overwritten. */
  length: number;
  /** Whether its directory entry has been flushed. */
  isListed: boolean;
  /** Why it is set aside instead of removed once its changes are in the pages. */
  fault: DamagedFileError | undefined;
  /** The newest flush, finished or not. */
  flushing: Promise<unknown>;
}

export interface JournalContent {
  readonly files: number;
  /** In order. */
  readonly changes: readonly SessionChange[];
}

/**
 * The journal files of one realm. When changes go to the pages, a new file begins, and the old one is removed
 * once the pages are on disk. Writing is synchronous: a change costs one short write, whose error fails the change.
 */
export class SessionJournal {
  readonly #folder: string;
  /** By session: the latest change of a session replaces earlier ones. */
  readonly #pending = new Map<string, SessionChange>();
  #current: JournalFile | undefined;
  readonly #old = new Set<JournalFile>();
  #nextNumber = 0;

  /** `folder`: the realm's folder. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Changes that an earlier process did not write to the pages. A last line that a kill truncated is ignored:
   * its request was never answered.
   * @throws {DamagedFileError} when the folder cannot be read.
   * @throws {StorageError} when a retry may succeed.
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

  /** Adds a change for `write`. Write a revocation without a session before the next one replaces it. */
  append(change: SessionChange): void {
    this.#pending.set(change.save?.id ?? change.remove ?? '', change);
  }

  /**
   * Writes added changes, which then survive a kill. After a failure they are dropped.
   * @throws {StorageError}
   */
  write(): void {
    if (this.#pending.size === 0) return;
    let text = '';
    for (const change of this.#pending.values()) text += `${JSON.stringify(change)}\n`;
    this.#pending.clear();
    const lines = Buffer.from(text, 'utf8');
    const file = this.#open();
    try {
      const { descriptor = -1, length } = file;
      for (let written = 0; written < lines.length; )
        written += writeSync(descriptor, lines, written, null, length + written);
      file.length += lines.length;
    } catch (error) {
      this.#dropTail(file);
      throw toStorageError(file.path, error);
    }
  }

  /** A deleted file still accepts writes; this makes the next write create a new one or fail. */
  checkPresence(): void {
    const file = this.#current;
    if (file?.descriptor !== undefined && fstatSync(file.descriptor).nlink === 0) this.#retire();
  }

  /** Resolves when all lines written so far also survive a power failure. @throws {StorageError} */
  async flush(): Promise<void> {
    const old = [...this.#old].map(async (file) => {
      await this.#flushFile(file);
      await closeFile(file);
    });
    await Promise.all([...old, this.#current && this.#flushFile(this.#current)]);
  }

  /** Starts a new file unless the current one is empty. Returns the old ones, which the pages cover. */
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

  /** Closes the files and keeps them. */
  async close(): Promise<void> {
    this.#pending.clear();
    this.#retire();
    for (const file of this.#old) await closeFile(file);
  }

  /** Stops writing to the current file. */
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

  /** The rest of a failed write must not be read. */
  #dropTail(file: JournalFile): void {
    try {
      ftruncateSync(file.descriptor ?? -1, file.length);
    } catch {
      // The file cannot be repaired.
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

/** Adds the changes of a file. An invalid line is recorded as the file's fault and skipped. */
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

/** How lines begin, by the first member of a {@link SessionChange}. */
const LINE_STARTS = ['{"save":{', '{"remove":"', '{"revoke":{'];

/** Whether a text without a line break can be a line truncated by a kill; anything else is damage. */
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
