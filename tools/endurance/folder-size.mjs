// How much a folder takes on disk.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file that is renamed or removed while the folder is read counts nothing. */
function sizeOfFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Bytes of all files below a folder; 0 when there is no such folder. */
export function sizeOf(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + sizeOfFile(join(entry.parentPath ?? entry.path, entry.name)), 0);
}
