// A JSON file that is never partly written: a lowdb adapter that writes a draft, flushes it and renames it.
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Adapter } from 'lowdb';
import { toStorageError } from '#protocol/errors/storage-error.ts';
import { createLimit } from './limit.ts';

/** Files contain password hashes and private keys: accessible by their owner only. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Limit of open files in all collections; well below the usual limit per process. */
const inTurn = createLimit(32);

/** System errors in words. */
const SYSTEM_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  EIO: 'the disk cannot read it',
};

/** Never quotes the file, which may contain secrets; a JSON parser's message would. */
function describeFault(cause: unknown): string {
  if (cause instanceof SyntaxError) return 'it is not valid JSON';
  if (!(cause instanceof Error)) return String(cause);
  const { code } = cause as NodeJS.ErrnoException;
  return code === undefined ? cause.message : `${SYSTEM_FAULTS[code] ?? 'it cannot be read'} (${code})`;
}

/** A file of the data directory that cannot be used. It is left untouched. */
export class DamagedFileError extends Error {
  readonly path: string;
  /** `it is not valid JSON`. */
  readonly problem: string;

  constructor(path: string, cause: unknown) {
    const problem = describeFault(cause);
    super(`${path} cannot be used: ${problem}`, { cause });
    this.name = 'DamagedFileError';
    this.path = path;
    this.problem = problem;
  }
}

/** Temporary errors that say nothing about the file. */
const PASSING_CODES: ReadonlySet<unknown> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EAGAIN',
  'EINTR',
  'EBUSY',
]);

/** The error for a failed read: damage, or a {@link StorageError} for a temporary lack of resources. */
export function toReadError(path: string, error: unknown): unknown {
  const isPassing = error instanceof Error && 'code' in error && PASSING_CODES.has(error.code);
  return isPassing ? toStorageError(path, error, 'read') : new DamagedFileError(path, error);
}

/** Flushes a folder's entries, so that a new or renamed file survives a power cut. */
export async function flushFolder(path: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    await handle.sync();
  } catch (error) {
    // Windows cannot open a folder; its file system orders renames by itself.
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle?.close();
  }
}

/**
 * Creates a folder for its owner only in an existing one; on disk when it resolves.
 * @throws {StorageError}
 */
export async function createPrivateFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: FOLDER_MODE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw toStorageError(path, error);
  }
  await flushFolder(dirname(path));
}

/**
 * Writes a file durably: after a crash it has the old or the new content, never a part.
 * @throws {StorageError}
 */
export async function writeFileDurably(path: string, content: string): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    const handle = await open(temporary, 'w', FILE_MODE);
    try {
      await handle.writeFile(content, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    // A leftover draft does no harm; the first error is the one to report.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw toStorageError(path, error);
  }
  await flushFolder(dirname(path));
}

interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function createWaiting(): Waiting {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/**
 * lowdb's adapter for one JSON file. Writes that are requested during a write become one write of the newest
 * data, so many concurrent changes cost two writes. `check` throws if the content is invalid.
 */
export class AtomicFile<T> implements Adapter<T> {
  readonly path: string;
  readonly #check: (value: unknown) => asserts value is T;
  #running = false;
  #waiting: Waiting | undefined;
  #newest: T | undefined;

  constructor(path: string, check: (value: unknown) => asserts value is T) {
    this.path = path;
    this.#check = check;
  }

  /** Null if there is no file. @throws {DamagedFileError} @throws {StorageError} when a retry may succeed. */
  async read(): Promise<T | null> {
    const check: (value: unknown) => asserts value is T = this.#check;
    try {
      const value: unknown = JSON.parse(await inTurn(() => readFile(this.path, 'utf8')));
      check(value);
      return value;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw toReadError(this.path, error);
    }
  }

  /** Resolves when `data`, in its state at the start of the write, is on disk. */
  write(data: T): Promise<void> {
    this.#newest = data;
    this.#waiting ??= createWaiting();
    const { promise } = this.#waiting;
    if (!this.#running) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#running = true;
    // Changes in the same turn of the event loop join the first write.
    await Promise.resolve();
    for (let waiting = this.#waiting; waiting !== undefined; waiting = this.#waiting) {
      this.#waiting = undefined;
      try {
        await inTurn(() => writeFileDurably(this.path, JSON.stringify(this.#newest)));
        waiting.resolve();
      } catch (error) {
        waiting.reject(error);
      }
    }
    this.#running = false;
  }
}
