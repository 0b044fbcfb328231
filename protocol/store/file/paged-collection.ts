// Many small things in pages: one thing's change rewrites its page, not the others.
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Low } from 'lowdb';
import { toStorageError } from '#protocol/errors/storage-error.ts';
import { AtomicFile, createPrivateFolder, DamagedFileError, toReadError } from './atomic-file.ts';

/** What stands in a page. */
export interface Identified {
  readonly id: string;
}

interface Page<T> {
  readonly number: number;
  readonly items: Map<string, T>;
  readonly file: Low<Iterable<T>>;
}

/** lowdb holds this; it turns into JSON when it is written, so that a write has the newest items. */
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

const PAGE_NAME = /^(\d{6,})\.json$/;

/** How a collection is kept. */
export interface PagedCollectionOptions<T> {
  /** Throws when something in a page is not what it should be. */
  readonly check: (item: unknown) => asserts item is T;
  /** Things in a page at most. Default 256. */
  readonly pageSize?: number;
}

/** Things of one kind in one folder. Identifiers know their page; pages fill up in order of arrival. */
export class PagedCollection<T extends Identified> {
  readonly #folder: string;
  readonly #check: (item: unknown) => asserts item is T;
  readonly #pageSize: number;
  readonly #pageOf = new Map<string, Page<T>>();
  readonly #dirty = new Set<Page<T>>();
  readonly #writing = new Set<Promise<void>>();
  /** The page that new things go to. */
  #open: Page<T> | undefined;
  #nextNumber = 0;
  #folderExists = false;

  constructor(folder: string, { check, pageSize = 256 }: PagedCollectionOptions<T>) {
    this.#folder = folder;
    this.#check = check;
    this.#pageSize = pageSize;
  }

  /**
   * Reads every page, in order of arrival. A damaged page, or a damaged folder, is given to `setAside`, and the others count.
   * @throws {DamagedFileError} where there is no `setAside`. @throws {StorageError} when the folder around it is gone, or another try may succeed.
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
    const numbers = (names ?? []).flatMap((name) => PAGE_NAME.exec(name)?.[1] ?? []).map(Number);
    numbers.sort((a, b) => a - b);
    const pages = await Promise.all(numbers.map((number) => orSetAside(this.#readPage(number))));
    this.#nextNumber = (numbers.at(-1) ?? -1) + 1;
    for (const page of pages) if (page !== undefined) this.#adopt(page);
    return pages.flatMap((page) => [...(page?.items.values() ?? [])]);
  }

  /**
   * What was removed and added again may be in two pages after a kill between their writes. One copy stays, or the other would come back with a
   * later start; which one does not matter, since the caller that moves records also has a journal, which is read after the pages.
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

  /** Undefined when nothing was ever written. A missing data directory must not look like an empty collection. */
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

  /** Resolves when every change so far is on disk. After a failure the change stays in memory and goes with the next flush. */
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
    // A change may be in a write that somebody else began.
    await Promise.all(this.#writing);
  }

  /** Resolves when no write is under way any more, whatever became of it. */
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
    const check: (item: unknown) => asserts item is T = this.#check;
    const file = new AtomicFile<readonly T[]>(join(this.#folder, pageName(number)), (value) => {
      if (!Array.isArray(value)) throw new TypeError('the content is not a list');
      for (const item of value) check(item);
    });
    const items = (await file.read()) ?? [];
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

function pageName(number: number): string {
  return `${String(number).padStart(6, '0')}.json`;
}
