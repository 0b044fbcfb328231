// Makes sure that one process at a time uses a data directory.
import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OptionError } from '#protocol/errors/option-error.ts';

interface LockOwner {
  readonly pid: number;
  /** When the process began, as the system counts it: tells a process from a later one with the same number. Empty where it cannot be told. */
  readonly startTime: string;
}

/** What /proc/PID/stat says of a process; both empty where there is no /proc or no such process. */
interface ProcessStat {
  /** Field 3, one letter. */
  readonly state: string;
  /** Field 22. */
  readonly startTime: string;
}

/** Reads /proc/PID/stat (proc(5)). */
async function readStat(pid: number): Promise<ProcessStat> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Field 2 is the program's name in parentheses, and may itself contain blanks and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startTime: fields[19] ?? '' };
}

/** States of a process that has ended: `Z` when its parent has not collected it yet, `X` while it goes. It still answers signal 0. */
const ENDED = new Set(['Z', 'X']);

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
  const { state, startTime } = await readStat(owner.pid);
  if (ENDED.has(state)) return false;
  return startTime === '' || owner.startTime === '' || startTime === owner.startTime;
}

/** Who holds a lock: a process that lives, nobody any more, or there is no such file. */
type Holder = LockOwner | 'left behind' | 'gone';

async function readHolder(path: string): Promise<Holder> {
  let owner: LockOwner;
  try {
    owner = JSON.parse(await readFile(path, 'utf8')) as LockOwner;
  } catch (error) {
    // What is no JSON is not of our writing: lock files appear with their content, never torn.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'left behind';
  }
  return (await lives(owner)) ? owner : 'left behind';
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
 * Takes a lock away that a process left behind. Of several starts at once only the one that holds the lock on the taking looks and removes:
 * otherwise a slow one would remove the fresh lock of a quick one, in the belief that it is still the old one.
 */
async function clearStaleLock(path: string, content: string): Promise<void> {
  const taking = `${path}.taking`;
  if (!(await makeLock(taking, content))) {
    // Left behind where a start was killed right here.
    if ((await readHolder(taking)) === 'left behind') await rm(taking, { force: true });
    return;
  }
  try {
    if ((await readHolder(path)) === 'left behind') await rm(path, { force: true });
  } finally {
    await rm(taking, { force: true });
  }
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
  const content = JSON.stringify({ pid: process.pid, startTime: (await readStat(process.pid)).startTime });
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    if (await makeLock(path, content)) return () => rm(path, { force: true });
    const holder = await readHolder(path);
    if (typeof holder === 'object') throw inUse(dataDir, path, holder);
    if (holder === 'left behind') await clearStaleLock(path, content);
  }
  const problem = `${dataDir} is being taken by other processes`;
  throw new OptionError('data-dir', problem, 'Start again, or give another folder.', { exitCode: 1 });
}
