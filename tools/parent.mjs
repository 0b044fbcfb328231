// Ends this process with the one that started it, where that one stays: npm, or the command processor of understudy.bat.
const INTERVAL_MS = 500;

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Calls `end` once when the process that started this one is gone. On Windows its number stays, elsewhere another process takes its place. */
export function watchParent(end) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && exists(parent)) return;
    clearInterval(timer);
    end();
  }, INTERVAL_MS);
  timer.unref();
}
