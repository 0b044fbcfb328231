// npm start and understudy.bat cannot replace themselves by the desktop, so the desktop quits when they end.

const INTERVAL_MS = 500;

/** False once the process has ended. EPERM: it exists and belongs to another user. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Calls `end` once the process `UNDERSTUDY_LAUNCHER_PID` has ended. Without the variable, does nothing. */
export function endWithLauncher(
  environment: Readonly<Record<string, string | undefined>>,
  end: () => void,
): void {
  const launcher = Number(environment['UNDERSTUDY_LAUNCHER_PID']);
  if (!Number.isInteger(launcher) || launcher <= 0) return;
  const timer = setInterval(() => {
    // An unreaped zombie still exists, but outside Windows its children get another parent.
    const isParent = process.platform === 'win32' || process.ppid === launcher;
    if (isParent && exists(launcher)) return;
    clearInterval(timer);
    end();
  }, INTERVAL_MS);
  timer.unref();
}
