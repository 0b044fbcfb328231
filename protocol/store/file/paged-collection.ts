// A collection stored in pages: changing an item rewrites its page only.
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Low } from 'lowdb';
import { toStorageError } from '#protocol/errors/storage-error.ts';
import { AtomicFile, createPrivateFolder, DamagedFileError, toReadError } from './atomic-file.ts';
import { PAGE_SIZE, pageName, pageNumbers, readPage } from './page-files.ts';

export interface Identified {
  readonly id: string;
}

interface Page<T> {
  readonly number: number;
  readonly items: Map<string, T>;
  readonly file: Low<Iterable<T>>;
}

/** A page's data for lowdb. Serialized only when written, so that a write has the newest items. */
class PageItems<T> implements Iterable<T> {
  readonly #items: ReadonlyMap<string, T>;

  constructor(items: ReadonlyMap<string, T>) {
    this.#items = items;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#items.values();
  }

  toJSON(): readonly T[] {
    return [...this];
  }
}

export interface PagedCollectionOptions<T> {
  /** Throws for an invalid item. */
  readonly check: (item: unknown) => asserts item is T;
  /** Maximum items per page. Default 256. */
  readonly pageSize?: number;
}

/** Items of one kind in one folder. Pages fill up in order of arrival. */
export class PagedCollection<T extends Identified> {
  readonly #folder: string;
  readonly #check: (item: unknown) => asserts item is T;
  readonly #pageSize: number;
  readonly #pageOf = new Map<string, Page<T>>();
  readonly #dirty = new Set<Page<T>>();
  readonly #writing = new Set<Promise<void>>();
  /** The page for new items. */
  #open: Page<T> | undefined;
  #nextNumber = 0;
  #folderExists = false;

  constructor(folder: string, { check, pageSize = PAGE_SIZE }: PagedCollectionOptions<T>) {
    this.#folder = folder;
    this.#check = check;
    this.#pageSize = pageSize;
  }

  /**
   * Reads all pages in order of arrival. A damaged page or folder is passed to `setAside` and skipped.
   * @throws {DamagedFileError} without `setAside`.
   * @throws {StorageError} when the parent folder is missing, or a retry may succeed.
   */
  async load(setAside?: (error: DamagedFileError) => Promise<void>): Promise<readonly T[]> {
    async function orSetAside<Read>(reading: Promise<Read>): Promise<Read | undefined> {
      try {
        return await reading;
      } catch (error) {
        if (setAside === undefined || !(error instanceof DamagedFileError)) throw error;
        await setAside(error);
        return undefined;
      }
    }
    const names = await orSetAside(this.#listFiles());
    this.#folderExists = names !== undefined;
    const numbers = pageNumbers(names ?? []);
    const pages = await Promise.all(numbers.map((number) => orSetAside(this.#readPage(number))));
    this.#nextNumber = (numbers.at(-1) ?? -1) + 1;
    for (const page of pages) if (page !== undefined) this.#adopt(page);
    return pages.flatMap((page) => [...(page?.items.values() ?? [])]);
  }

  /**
   * An item that was removed and added again may be in two pages after a kill between their writes. One copy
   * must go, or it would reappear at a later start. Which one does not matter: the journal, read after the
   * pages, has the content.
   */
  #adopt(page: Page<T>): void {
    for (const id of page.items.keys()) {
      const earlier = this.#pageOf.get(id);
      if (earlier !== undefined) {
        earlier.items.delete(id);
        this.#dirty.add(earlier);
      }
      this.#pageOf.set(id, page);
    }
    if (page.items.size < this.#pageSize) this.#open = page;
  }

  /** Undefined if nothing was ever written; a missing data directory must not look like that. */
  async #listFiles(): Promise<readonly string[] | undefined> {
    try {
      return await readdir(this.#folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw toReadError(this.#folder, error);
    }
    try {
      await stat(dirname(this.#folder));
      return undefined;
    } catch (error) {
      throw toStorageError(this.#folder, error, 'read');
    }
  }

  /** Adds or replaces in memory; `flush` writes. */
  set(item: T): void {
    const page = this.#pageOf.get(item.id) ?? this.#openPage();
    page.items.set(item.id, item);
    this.#dirty.add(page);
    this.#pageOf.set(item.id, page);
  }

  /** Removes in memory; `flush` writes. */
  delete(id: string): void {
    const page = this.#pageOf.get(id);
    if (page === undefined) return;
    page.items.delete(id);
    this.#dirty.add(page);
    this.#pageOf.delete(id);
  }

  /** Resolves when all changes so far are on disk. After a failure they stay in memory for the next flush. */
  async flush(): Promise<void> {
    if (this.#dirty.size > 0 && !this.#folderExists) {
      await createPrivateFolder(this.#folder);
      this.#folderExists = true;
    }
    for (const page of this.#dirty) {
      const writing = this.#writePage(page).finally(() => this.#writing.delete(writing));
      this.#writing.add(writing);
    }
    this.#dirty.clear();
    // A change may be part of a write that another caller started.
    await Promise.all(this.#writing);
  }

  /** Resolves when all current writes have ended, failed or not. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }

  async #writePage(page: Page<T>): Promise<void> {
    try {
      await page.file.write();
    } catch (error) {
      this.#dirty.add(page);
      throw error;
    }
    if (page.items.size > 0 || page === this.#open || this.#dirty.has(page)) return;
    await rm(join(this.#folder, pageName(page.number)), { force: true });
  }

  async #readPage(number: number): Promise<Page<T>> {
    const items = await readPage(this.#folder, number, this.#check);
    return this.#createPage(number, new Map(items.map((item) => [item.id, item])));
  }

  #createPage(number: number, items: Map<string, T>): Page<T> {
    const file = new AtomicFile<Iterable<T>>(join(this.#folder, pageName(number)), () => undefined);
    return { number, items, file: new Low(file, new PageItems(items)) };
  }

  #openPage(): Page<T> {
    if (this.#open !== undefined && this.#open.items.size < this.#pageSize) return this.#open;
    this.#open = this.#createPage(this.#nextNumber++, new Map());
    return this.#open;
  }
}
