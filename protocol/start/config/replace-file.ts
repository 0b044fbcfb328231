// Replaces a file's content atomically: even after a power failure, it is either the old or the new file.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** New files are readable by their owner only: they may come to contain a password. */
const NEW_FILE_MODE = 0o600;
const WRITABLE_BY_OWNER = 0o200;

/**
 * Replaces a file's content, or creates the file and its folders. A symbolic link is kept and its target
 * changed; mode and owner stay.
 * @throws {Error} with a `code` (`EACCES`, `ENOSPC`, …) on failure; the file is then unchanged. A read-only
 * file is `EACCES`, even for a user who could write it.
 */
export function replaceFile(path: string, content: Uint8Array): void {
  const target = followLinks(path);
  const folder = dirname(target);
  const stats = statSync(target, { throwIfNoEntry: false });
  checkReplaceable(target, stats);
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeDurably(temporary, content, stats);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(folder);
}

/** Resolves links; for a dangling link, the path its target would have. */
function followLinks(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() !== true) return path;
  return statSync(path, { throwIfNoEntry: false }) === undefined
    ? followLinks(resolve(dirname(path), readlinkSync(path)))
    : realpathSync(path);
}

function checkReplaceable(path: string, stats: Stats | undefined): void {
  if (stats === undefined) return;
  if (!stats.isFile()) throw fault('EISDIR', `${path} is not a file`);
  if ((stats.mode & WRITABLE_BY_OWNER) === 0) throw fault('EACCES', `${path} is marked read-only`);
}

function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function writeDurably(path: string, content: Uint8Array, like: Stats | undefined): void {
  const file = openSync(path, 'wx', NEW_FILE_MODE);
  try {
    writeFileSync(file, content);
    if (like !== undefined) keepOwnerAndMode(file, like);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function keepOwnerAndMode(file: number, { uid, gid, mode }: Stats): void {
  if (process.getuid?.() === 0) fchownSync(file, uid, gid);
  fchmodSync(file, mode);
}

/** Makes the rename durable, where the system allows opening a folder for that. */
function syncFolder(folder: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(folder, 'r');
    fsyncSync(handle);
  } catch {
    // The content is in place. That a power failure might bring back the old file is not a failed write.
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
