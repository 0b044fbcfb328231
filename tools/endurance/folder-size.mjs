// The files of a folder, and how much they take on disk.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files below a folder, as paths with slashes; none when there is no such folder. */
export function listFilesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
}

/** Bytes of the files below a folder whose paths `counts`; a file that is removed meanwhile counts nothing. */
export function sizeOf(folder, counts = () => true) {
  return listFilesBelow(folder)
    .filter(counts)
    .reduce((sum, path) => sum + (statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0), 0);
}
