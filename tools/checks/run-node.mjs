// Runs a Node program beside others and collects its output.
import { spawn } from 'node:child_process';

/** Resolves to `{ status, output }` when the program has ended; `output` is that of both streams. */
export function runNode(args, cwd) {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (status) => done({ status, output: Buffer.concat(chunks).toString('utf8') }));
  });
}
