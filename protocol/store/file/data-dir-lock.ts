// Makes sure that one process at a time uses a data directory.
import { open, readFile, rm } from 'node:fs/promises';
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

async function holds(owner: LockOwner): Promise<boolean> {
  if (!Number.isInteger(owner.pid) || !isAlive(owner.pid)) return false;
  const startTime = await startTimeOf(owner.pid);
  return startTime === '' || owner.startTime === '' || startTime === owner.startTime;
}

async function readOwner(path: string): Promise<LockOwner | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockOwner;
  } catch {
    // Torn by a crash, or just taken away: nobody holds it.
    return undefined;
  }
}

/** Gives the lock back. */
export type ReleaseLock = () => Promise<void>;

/**
 * Takes the lock of a data directory; one left behind by a process that is gone is taken over.
 * @throws {OptionError} `data-dir`, exit code 1, when another process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<ReleaseLock> {
  const path = join(dataDir, 'lock');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = await open(path, 'wx', 0o600);
      await handle.writeFile(JSON.stringify({ pid: process.pid, startTime: await startTimeOf(process.pid) }));
      await handle.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = await readOwner(path);
    if (owner !== undefined && (await holds(owner))) {
      throw new OptionError(
        'data-dir',
        `${dataDir} is in use by process ${owner.pid}`,
        'Stop that process, or give another folder.',
        { exitCode: 1 },
      );
    }
    await rm(path, { force: true });
  }
  throw new OptionError(
    'data-dir',
    `${dataDir} is being taken by another process`,
    'Start again, or give another folder.',
    { exitCode: 1 },
  );
}
