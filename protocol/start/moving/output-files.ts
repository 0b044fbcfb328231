// Files that get their names only when all of them are complete.
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OptionError } from '#protocol/errors/option-error.ts';

/** Characters that are written at once. */
const CHUNK = 256 * 1024;

/** Readable by the owner only: exports contain secrets and password hashes. */
const FILE_MODE = 0o600;

/** A file that is being written. */
export interface OutputFile {
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
  /** The SHA-256 of the file, in hexadecimal. It is on disk then, under another name. */
  close(): Promise<string>;
}

/** Files that are written together. */
export class OutputFiles {
  /** Drafts by path. */
  readonly #drafts = new Map<string, string>();
  readonly #open = new Set<FileHandle>();

  /** @throws {OptionError} `export`, exit code 1, if the file cannot be written. */
  async create(path: string): Promise<OutputFile> {
    const draft = join(dirname(path), `.${basename(path)}.partial`);
    const handle = await orUnwritable(path, async () => {
      await mkdir(dirname(path), { recursive: true });
      this.#drafts.set(path, draft);
      return open(draft, 'w', FILE_MODE);
    });
    this.#open.add(handle);
    const hash = createHash('sha256');
    let text = '';
    const flush = async (): Promise<void> => {
      const bytes = Buffer.from(text, 'utf8');
      text = '';
      hash.update(bytes);
      await orUnwritable(path, () => handle.writeFile(bytes));
    };
    return {
      async write(more) {
        text += more;
        if (text.length >= CHUNK) await flush();
      },
      close: async () => {
        await flush();
        await orUnwritable(path, () => handle.sync());
        await this.#close(handle);
        return hash.digest('hex');
      },
    };
  }

  /** Gives all files their names, in the order in which they were created. */
  async commit(): Promise<void> {
    for (const [path, draft] of this.#drafts) {
      await orUnwritable(path, () => rename(draft, path));
      this.#drafts.delete(path);
    }
  }

  /** Removes what has not been committed. */
  async discard(): Promise<void> {
    for (const handle of this.#open) await this.#close(handle).catch(() => undefined);
    for (const draft of this.#drafts.values()) await rm(draft, { force: true }).catch(() => undefined);
    this.#drafts.clear();
  }

  async #close(handle: FileHandle): Promise<void> {
    this.#open.delete(handle);
    await handle.close();
  }
}

/** Removes the files of a folder whose names fit. */
export async function removeFiles(folder: string, fits: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder))
    if (fits(name)) await orUnwritable(join(folder, name), () => rm(join(folder, name), { force: true }));
}

async function orUnwritable<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    throw new OptionError(
      'export',
      `${path} cannot be written (${code})`,
      isFull ? 'Free disk space, or give a path on another disk.' : 'Give a path that you may write to.',
      { exitCode: 1, cause },
    );
  }
}
