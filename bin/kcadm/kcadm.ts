// The entry point of bin/kcadm.sh: connects the command with the process that runs it.
import { homedir } from 'node:os';
import type { Host } from './host.ts';
import { run } from './run.ts';

/** A reader that stops early, such as head, ends the output but not the command. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;

const host: Host = {
  program: process.platform === 'win32' ? 'kcadm.bat' : 'kcadm.sh',
  args: process.argv.slice(2),
  environment: process.env,
  homeDirectory: homedir(),
  terminal: hasTerminal ? { input: process.stdin, output: process.stdout } : undefined,
  print: (data) => {
    process.stdout.write(data);
  },
  report: (message) => {
    process.stderr.write(`${message}\n`);
  },
  readInput,
  now: Date.now,
};

// Not process.exit: output to a pipe is still on its way.
void run(host).then((exitCode) => {
  process.exitCode = exitCode;
});
