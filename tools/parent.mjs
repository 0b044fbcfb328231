// Ends this process when its parent ends: npm, or the command processor of understudy.bat.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const INTERVAL_MS = 500;

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The parent of a process, from /proc; undefined if the process has ended. */
function parentByProc(pid) {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return undefined;
  }
}

function parentByPs(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(stdout) || undefined;
}

/** npm starts this process through a shell, which outlives npm. The check is false once npm is gone. */
function createGrandparentCheck(parent) {
  if (process.platform === 'win32') return () => true;
  if (process.platform === 'linux') {
    const grandparent = parentByProc(parent);
    // Also works if the ended npm is not reaped, because its children get another parent.
    return () => parentByProc(parent) === grandparent;
  }
  const grandparent = parentByPs(parent);
  return () => grandparent === undefined || exists(grandparent);
}

/** Calls `end` once when the parent process, or for npm the grandparent, is gone. */
export function watchParent(end, { startedByNpm }) {
  const parent = process.ppid;
  const hasGrandparent = startedByNpm ? createGrandparentCheck(parent) : () => true;
  const timer = setInterval(() => {
    // On Windows `ppid` stays the same after the parent ends; elsewhere it becomes another process.
    if (process.ppid === parent && exists(parent) && hasGrandparent()) return;
    clearInterval(timer);
    end();
  }, INTERVAL_MS);
  timer.unref();
}
