// One JSON file that is always whole: lowdb's adapter that writes beside, flushes to disk and renames.
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Adapter } from 'lowdb';
import { toStorageError } from '#protocol/errors/storage-error.ts';
import { createLimit } from './limit.ts';

/** Files hold passwords' hashes and private keys: for their owner only. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Files of all collections that are open at once; well below what systems allow a process by default. */
const inTurn = createLimit(32);

/** What a system's refusal to read a file means. */
const SYSTEM_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  EIO: 'the disk cannot read it',
};

/** Without any of the file's content, which may be secret; a parser's message quotes it. */
function describeFault(cause: unknown): string {
  if (cause instanceof SyntaxError) return 'it is not valid JSON';
  if (!(cause instanceof Error)) return String(cause);
  const { code } = cause as NodeJS.ErrnoException;
  return code === undefined ? cause.message : `${SYSTEM_FAULTS[code] ?? 'it cannot be read'} (${code})`;
}

/** A file of the data directory that cannot be used. It is left as it is. */
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

/** Refusals that say nothing about the file: the next try may succeed. */
const PASSING_CODES: ReadonlySet<unknown> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EAGAIN',
  'EINTR',
  'EBUSY',
]);

/** What a failed read of a file or folder means: damage, or a {@link StorageError} where the system was only short of something. */
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

/** Makes a folder that only its owner may enter, in one that is there; on disk when it resolves. One that exists is left as it is. @throws {StorageError} */
export async function createPrivateFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: FOLDER_MODE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw toStorageError(path, error);
  }
  await flushFolder(dirname(path));
}

/** Writes a file so that after a crash there is the old content or the new, never a part; on disk when it resolves. @throws {StorageError} */
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
    // The draft is in nobody's way: what went wrong first is what the caller is told.
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
 * lowdb's adapter for one JSON file. Writes that are asked for while one is under way become one write of the newest data: many changes at
 * once cost two writes. `check` says whether what the file holds is what it should, by throwing.
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

  /** Null when there is no such file yet. @throws {DamagedFileError} @throws {StorageError} when another try may succeed. */
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

  /** Resolves when `data`, as it is when the write begins, is on disk. */
  write(data: T): Promise<void> {
    this.#newest = data;
    this.#waiting ??= createWaiting();
    const { promise } = this.#waiting;
    if (!this.#running) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#running = true;
    // Changes of the same turn of the event loop join the first write.
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
