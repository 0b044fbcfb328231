// One JSON file that is always whole: lowdb's adapter that writes beside, flushes to disk and renames.
import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Adapter } from 'lowdb';

/** Files hold passwords' hashes and private keys: for their owner only. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** A file of the data directory that cannot be used. It is left as it is. */
export class DamagedFileError extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'DamagedFileError';
    this.path = path;
  }
}

/** Makes a folder that only its owner may enter, and those above it. */
export async function createPrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: FOLDER_MODE });
}

/** Flushes a folder's entries, so that a rename survives a power cut. */
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

/** Writes a file so that after a crash there is the old content or the new, never a part; on disk when the promise resolves. */
export async function writeFileDurably(path: string, content: string): Promise<void> {
  const temporary = `${path}.tmp`;
  const handle = await open(temporary, 'w', FILE_MODE);
  try {
    await handle.writeFile(content, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
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
 * once cost two writes.
 */
export class AtomicFile<T> implements Adapter<T> {
  readonly path: string;
  #running = false;
  #waiting: Waiting | undefined;
  #newest: { readonly data: T } | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** Null when there is no such file yet. @throws {DamagedFileError} */
  async read(): Promise<T | null> {
    try {
      return JSON.parse(await readFile(this.path, 'utf8')) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new DamagedFileError(this.path, error);
    }
  }

  /** Resolves when `data`, as it is when the write begins, is on disk. */
  write(data: T): Promise<void> {
    this.#newest = { data };
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
        await writeFileDurably(this.path, JSON.stringify(this.#newest?.data));
        waiting.resolve();
      } catch (error) {
        waiting.reject(error);
      }
    }
    this.#running = false;
  }
}
