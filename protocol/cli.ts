// The headless entry point: runs the server under plain Node.
import { describeStartFailure, launch, outliveReaders } from './launch.ts';
import type { RunningServer } from './server.ts';

let server: Promise<RunningServer> | undefined;
let stopping = false;

/** A second signal ends the process at once. */
function stop(): void {
  if (stopping) process.exit(1);
  stopping = true;
  Promise.resolve(server)
    .then((running) => running?.stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
}

// Installed before "Listening" is printed, because a caller that reads that line may send a signal at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
// A closing terminal may send SIGHUP twice, directly and through the launcher; the second one must not kill.
process.on('SIGHUP', () => {
  if (!stopping) stop();
});

outliveReaders(process.stdout, process.stderr);
server = launch({
  args: process.argv.slice(2),
  environment: process.env,
  workingDirectory: process.cwd(),
  moduleUrl: import.meta.url,
  runtime: `node ${process.versions.node}`,
  ...(process.stdin.isTTY ? { terminal: { input: process.stdin, output: process.stderr } } : {}),
});
server.catch((error: unknown) => {
  if (stopping) return;
  const { line, exitCode } = describeStartFailure(error);
  (exitCode === 0 ? process.stdout : process.stderr).write(`${line}\n`);
  process.exitCode = exitCode;
});
