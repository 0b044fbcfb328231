// The files of a folder and their size on disk.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files below a folder, as paths with slashes; none if the folder does not exist. */
export function listFilesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
}

/** Total bytes of the files whose paths match `counts`; files removed meanwhile do not count. */
export function sizeOf(folder, counts = () => true) {
  return listFilesBelow(folder)
    .filter(counts)
    .reduce((sum, path) => sum + (statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0), 0);
}
