// Makes sure that one process at a time uses a data directory.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OptionError } from '#protocol/errors/option-error.ts';

interface LockOwner {
  readonly pid: number;
  /** When the process began, as the system counts it: tells a process from a later one with the same number. Empty where it cannot be told. */
  readonly startTime: string;
}

/** Field 22 of /proc/PID/stat (proc(5)); empty where there is no /proc or no such process. */
async function startTimeOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function lives(owner: LockOwner): Promise<boolean> {
  if (!Number.isInteger(owner.pid) || owner.pid < 1 || !isAlive(owner.pid)) return false;
  const startTime = await startTimeOf(owner.pid);
  return startTime === '' || owner.startTime === '' || startTime === owner.startTime;
}

/** The process that a lock file names, when it lives; undefined for a file that is gone or names nobody. */
async function readLivingOwner(path: string): Promise<LockOwner | undefined> {
  let owner: LockOwner;
  try {
    owner = JSON.parse(await readFile(path, 'utf8')) as LockOwner;
  } catch {
    // Gone meanwhile, or not of our writing: lock files appear with their content, never torn.
    return undefined;
  }
  return (await lives(owner)) ? owner : undefined;
}

/** Makes the lock with its content in one step. False when there is one. */
async function makeLock(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // A file system without links (FAT, some shares): the content follows the file.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    return await makeLockWithoutLink(path, content);
  } finally {
    await rm(draft, { force: true });
  }
}

async function makeLockWithoutLink(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes a lock away that a process left behind. It is moved aside first: of several starts at once only one gets each file, and one that
 * moved a fresh lock by mistake sees so and puts it back.
 */
async function clearStaleLock(path: string): Promise<LockOwner | undefined> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const owner = await readLivingOwner(aside);
  if (owner === undefined) await rm(aside, { force: true });
  else await rename(aside, path);
  return owner;
}

function inUse(dataDir: string, path: string, owner: LockOwner): OptionError {
  const remedy = `Stop that process, or give another folder. If that process is another program, remove ${path}.`;
  const problem = `${dataDir} is in use by process ${owner.pid}`;
  return new OptionError('data-dir', problem, remedy, { exitCode: 1 });
}

/** Gives the lock back. */
export type ReleaseLock = () => Promise<void>;

/** More starts than this at once do not wait for each other. */
const MOST_ATTEMPTS = 5;

/**
 * Takes the lock of a data directory; one left behind by a process that is gone is taken over.
 * @throws {OptionError} `data-dir`, exit code 1, when another process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<ReleaseLock> {
  const path = join(dataDir, 'lock');
  const content = JSON.stringify({ pid: process.pid, startTime: await startTimeOf(process.pid) });
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    if (await makeLock(path, content)) return () => rm(path, { force: true });
    const owner = (await readLivingOwner(path)) ?? (await clearStaleLock(path));
    if (owner !== undefined) throw inUse(dataDir, path, owner);
  }
  const problem = `${dataDir} is being taken by other processes`;
  throw new OptionError('data-dir', problem, 'Start again, or give another folder.', { exitCode: 1 });
}
