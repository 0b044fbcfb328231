// Locks a data directory, so that only one process uses it at a time.
import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OptionError } from '#protocol/errors/option-error.ts';

interface LockOwner {
  readonly pid: number;
  /** Start time as the system counts it, which detects a reused process id. Empty if unknown. */
  readonly startTime: string;
}

/** Fields of /proc/PID/stat (proc(5)); empty without /proc or the process. */
interface ProcessStat {
  /** Field 3, one letter. */
  readonly state: string;
  /** Field 22. */
  readonly startTime: string;
}

async function readStat(pid: number): Promise<ProcessStat> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Field 2 is the program's name in parentheses, which may itself contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startTime: fields[19] ?? '' };
}

/** Ended processes that still accept signal 0: `Z` (not yet reaped by the parent) and `X` (dead). */
const ENDED = new Set(['Z', 'X']);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is running as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isRunning(owner: LockOwner): Promise<boolean> {
  if (!Number.isInteger(owner.pid) || owner.pid < 1 || !isAlive(owner.pid)) return false;
  const { state, startTime } = await readStat(owner.pid);
  if (ENDED.has(state)) return false;
  return startTime === '' || owner.startTime === '' || startTime === owner.startTime;
}

/** The owner of a lock: a running process, an ended one, or no lock file. */
type Holder = LockOwner | 'left behind' | 'gone';

async function readHolder(path: string): Promise<Holder> {
  let owner: LockOwner;
  try {
    owner = JSON.parse(await readFile(path, 'utf8')) as LockOwner;
  } catch (error) {
    // Lock files appear atomically with their content, so a malformed one is not ours.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'left behind';
  }
  return (await isRunning(owner)) ? owner : 'left behind';
}

/** Creates the lock with its content atomically. False if it exists. */
async function createLock(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // File systems without links (FAT, some network shares): not atomic.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    return await createLockWithoutLink(path, content);
  } finally {
    await rm(draft, { force: true });
  }
}

async function createLockWithoutLink(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes a stale lock. Of several concurrent starts, only the one that owns the second lock `.taking` checks
 * and removes; otherwise a slow start could remove the new lock of a fast one instead of the stale lock.
 */
async function clearStaleLock(path: string, content: string): Promise<void> {
  const takeover = `${path}.taking`;
  if (!(await createLock(takeover, content))) {
    // Left behind by a start that was killed right here.
    if ((await readHolder(takeover)) === 'left behind') await rm(takeover, { force: true });
    return;
  }
  try {
    if ((await readHolder(path)) === 'left behind') await rm(path, { force: true });
  } finally {
    await rm(takeover, { force: true });
  }
}

function inUse(dataDir: string, path: string, owner: LockOwner): OptionError {
  const remedy = `Stop that process, or give another folder. If that process is another program, remove ${path}.`;
  const problem = `${dataDir} is in use by process ${owner.pid}`;
  return new OptionError('data-dir', problem, remedy, { exitCode: 1 });
}

export type ReleaseLock = () => Promise<void>;

/** With more concurrent starts than this, some fail. */
const MOST_ATTEMPTS = 5;

/**
 * Locks a data directory. A stale lock of an ended process is taken over.
 * @throws {OptionError} `data-dir`, exit code 1, when another process uses it.
 */
export async function lockDataDir(dataDir: string): Promise<ReleaseLock> {
  const path = join(dataDir, 'lock');
  const content = JSON.stringify({ pid: process.pid, startTime: (await readStat(process.pid)).startTime });
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    if (await createLock(path, content)) return () => rm(path, { force: true });
    const holder = await readHolder(path);
    if (typeof holder === 'object') throw inUse(dataDir, path, holder);
    if (holder === 'left behind') await clearStaleLock(path, content);
  }
  const problem = `${dataDir} is being locked by other processes`;
  throw new OptionError('data-dir', problem, 'Start again, or give another folder.', { exitCode: 1 });
}
