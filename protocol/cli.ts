// The headless entry point: runs the server under plain Node.
import { runHeadless } from './launch.ts';

runHeadless(
  {
    args: process.argv.slice(2),
    environment: process.env,
    workingDirectory: process.cwd(),
    moduleUrl: import.meta.url,
    runtime: `node ${process.versions.node}`,
  },
  (exitCode) => {
    process.exitCode = exitCode;
  },
);
