// Many small things in pages: one thing's change rewrites its page, not the others.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { AtomicFile, createPrivateFolder } from './atomic-file.ts';

/** What stands in a page. */
export interface Identified {
  readonly id: string;
}

interface Page<T> {
  readonly number: number;
  readonly items: Map<string, T>;
  readonly file: Low<PageData<T>>;
}

/** lowdb holds this; it turns into JSON when it is written, so that a write has the newest items. */
class PageData<T> {
  readonly #items: Map<string, T>;

  constructor(items: Map<string, T>) {
    this.#items = items;
  }

  toJSON(): readonly T[] {
    return [...this.#items.values()];
  }
}

const PAGE_NAME = /^(\d{6})\.json$/;

/** Things of one kind in one folder. Identifiers know their page; pages fill up in order of arrival. */
export class PagedCollection<T extends Identified> {
  readonly #folder: string;
  readonly #pageSize: number;
  readonly #pages = new Map<number, Page<T>>();
  readonly #pageOf = new Map<string, Page<T>>();
  readonly #dirty = new Set<Page<T>>();
  readonly #writing = new Set<Promise<void>>();
  #open: Page<T> | undefined;
  #nextNumber = 0;
  #folderExists = false;

  constructor(folder: string, pageSize = 256) {
    this.#folder = folder;
    this.#pageSize = pageSize;
  }

  /** Reads every page. @throws {DamagedFileError} */
  async load(): Promise<readonly T[]> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const numbers = names.flatMap((name) => PAGE_NAME.exec(name)?.[1] ?? []).map(Number);
    this.#folderExists = names.length > 0;
    const pages = await Promise.all(numbers.map((number) => this.#readPage(number)));
    for (const page of pages) {
      this.#pages.set(page.number, page);
      for (const id of page.items.keys()) this.#pageOf.set(id, page);
      if (page.items.size < this.#pageSize) this.#open = page;
      this.#nextNumber = Math.max(this.#nextNumber, page.number + 1);
    }
    return pages.flatMap((page) => [...page.items.values()]);
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

  /** Resolves when every change so far is on disk. */
  async flush(): Promise<void> {
    if (this.#dirty.size > 0 && !this.#folderExists) await createPrivateFolder(this.#folder);
    this.#folderExists ||= this.#dirty.size > 0;
    for (const page of this.#dirty) {
      const writing = this.#writePage(page).finally(() => this.#writing.delete(writing));
      this.#writing.add(writing);
    }
    this.#dirty.clear();
    // A change may be in a write that somebody else began.
    await Promise.all(this.#writing);
  }

  async #writePage(page: Page<T>): Promise<void> {
    try {
      await page.file.write();
    } catch (error) {
      this.#dirty.add(page);
      throw error;
    }
    if (page.items.size > 0 || page === this.#open || this.#dirty.has(page)) return;
    this.#pages.delete(page.number);
    await rm(join(this.#folder, pageName(page.number)), { force: true });
  }

  async #readPage(number: number): Promise<Page<T>> {
    const content = await new AtomicFile<readonly T[]>(join(this.#folder, pageName(number))).read();
    return this.#createPage(number, new Map((content ?? []).map((item) => [item.id, item])));
  }

  #createPage(number: number, items: Map<string, T>): Page<T> {
    const adapter = new AtomicFile<PageData<T>>(join(this.#folder, pageName(number)));
    return { number, items, file: new Low(adapter, new PageData(items)) };
  }

  #openPage(): Page<T> {
    if (this.#open !== undefined && this.#open.items.size < this.#pageSize) return this.#open;
    const page = this.#createPage(this.#nextNumber++, new Map());
    this.#pages.set(page.number, page);
    this.#open = page;
    return page;
  }
}

function pageName(number: number): string {
  return `${String(number).padStart(6, '0')}.json`;
}
