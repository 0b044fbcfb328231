// The origin of a realm on disk: its files as they were first written, which later changes replace and never edit.
import { copyFile, link, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrivateFolder, flushFolder, toReadError } from './atomic-file.ts';

/** Folder of the origin in the folder of a realm. */
export function originPath(realmPath: string): string {
  return join(realmPath, 'origin');
}

/** When the realm was first written, in milliseconds; undefined without an origin. */
export async function findOriginTime(realmPath: string): Promise<number | undefined> {
  const file = join(originPath(realmPath), 'realm.json');
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw toReadError(file, error);
  }
}

/** Keeps the realm and its users as they are now. The files are shared with the realm, which takes no space. */
export async function keepOrigin(realmPath: string): Promise<void> {
  await shareFiles(realmPath, originPath(realmPath));
}

/** Gives a realm the origin of another one, if that has one. */
export async function copyOrigin(fromRealm: string, toRealm: string): Promise<void> {
  if ((await findOriginTime(fromRealm)) === undefined) return;
  await shareFiles(originPath(fromRealm), originPath(toRealm));
}

async function shareFiles(from: string, to: string): Promise<void> {
  await createPrivateFolder(to);
  const pages = await listPages(join(from, 'users'));
  if (pages.length > 0) {
    await createPrivateFolder(join(to, 'users'));
    for (const page of pages) await share(join(from, 'users', page), join(to, 'users', page));
    await flushFolder(join(to, 'users'));
  }
  // Last: without it, there is no origin.
  await share(join(from, 'realm.json'), join(to, 'realm.json'));
  await flushFolder(to);
}

async function listPages(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json'));
  } catch (error) {
    // A realm without users has no folder for them.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Files are replaced as a whole, so the other name keeps the content. */
async function share(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    // Not every file system has hard links.
    await copyFile(from, to);
  }
}
