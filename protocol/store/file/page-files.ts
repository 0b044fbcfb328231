// The files of a paged collection, read and written one by one, without having all of them in memory.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AtomicFile, toReadError } from './atomic-file.ts';

const PAGE_NAME = /^(\d{6,})\.json$/;

/** Items of a page. */
export const PAGE_SIZE = 256;

/** Name of the file of a page. */
export function pageName(number: number): string {
  return `${String(number).padStart(6, '0')}.json`;
}

/** The numbers of the pages among the names of files, in order. */
export function pageNumbers(names: readonly string[]): number[] {
  return names
    .flatMap((name) => PAGE_NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** The numbers of a folder's pages in order; none if nothing was ever written. @throws {DamagedFileError} */
export async function listPageNumbers(folder: string): Promise<readonly number[]> {
  try {
    return pageNumbers(await readdir(folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw toReadError(folder, error);
  }
}

/** Items of a page; none without a file. `check` throws for an invalid item. @throws {DamagedFileError} */
export async function readPage<T>(
  folder: string,
  number: number,
  check: (item: unknown) => asserts item is T,
): Promise<readonly T[]> {
  const file = new AtomicFile<readonly T[]>(join(folder, pageName(number)), (value) => {
    if (!Array.isArray(value)) throw new TypeError('the content is not a list');
    const checkItem: (item: unknown) => asserts item is T = check;
    for (const item of value) checkItem(item);
  });
  return (await file.read()) ?? [];
}

/** Writes a page to an existing folder; on disk when it resolves. @throws {StorageError} */
export async function writePage(folder: string, number: number, items: readonly unknown[]): Promise<void> {
  await new AtomicFile<readonly unknown[]>(join(folder, pageName(number)), () => undefined).write(items);
}
