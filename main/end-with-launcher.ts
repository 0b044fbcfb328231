// npm start and understudy.bat cannot become the desktop, so the desktop ends when they are gone.

const INTERVAL_MS = 500;

/** False once the process has ended; one that belongs to another user still exists. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Calls `end` once when the launcher named in `UNDERSTUDY_LAUNCHER_PID` is gone; without that name nothing is watched. */
export function endWithLauncher(
  environment: Readonly<Record<string, string | undefined>>,
  end: () => void,
): void {
  const launcher = Number(environment['UNDERSTUDY_LAUNCHER_PID']);
  if (!Number.isInteger(launcher) || launcher <= 0) return;
  const timer = setInterval(() => {
    // A zombie that nobody reaps still exists; outside Windows the parent's number changes with its end.
    const isParent = process.platform === 'win32' || process.ppid === launcher;
    if (isParent && exists(launcher)) return;
    clearInterval(timer);
    end();
  }, INTERVAL_MS);
  timer.unref();
}
