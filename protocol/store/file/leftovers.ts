// What a killed process leaves of creations, replacements and removals of realms.
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toStorageError } from '#protocol/errors/storage-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { toReadError } from './atomic-file.ts';
import { isLeftover, parseReplaced } from './realm-folder.ts';

/**
 * Undoes or completes what an earlier process did not finish, and returns the realms' folders.
 * @throws {DamagedFileError} @throws {StorageError}
 */
export async function removeLeftovers(path: string, log: Logger): Promise<readonly string[]> {
  const listed = await listFolders(path);
  const folders = listed.filter((name) => !name.startsWith('.'));
  for (const name of listed) {
    const replaced = parseReplaced(name);
    const from = join(path, name);
    if (replaced !== undefined && !folders.includes(replaced.there)) {
      log.info('A realm whose replacement was interrupted is as before', { folder: join(path, replaced.to) });
      await doAt(from, () => rename(from, join(path, replaced.to)));
      folders.push(replaced.to);
    } else if (replaced !== undefined || isLeftover(name)) {
      log.info('A realm whose creation or removal was interrupted is removed', { folder: from });
      await doAt(from, () => rm(from, { recursive: true, force: true }));
    }
  }
  return folders;
}

/** @throws {StorageError} naming the folder. */
async function doAt(folder: string, change: () => Promise<void>): Promise<void> {
  await change().catch((error: unknown) => {
    throw toStorageError(folder, error);
  });
}

/** @throws {DamagedFileError} @throws {StorageError} */
async function listFolders(path: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    throw toReadError(path, error);
  }
}
