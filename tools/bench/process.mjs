// A measured server process: started, asked for its CPU time and memory through /proc, ended.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const TICKS_PER_SECOND = 100;

/** Starts a script and waits for its line `Listening on: URL`. */
export function startProcess(args, environment = {}) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      UV_THREADPOOL_SIZE: String(availableParallelism()),
      ...environment,
    },
  });
  let output = '';
  const ended = new Promise((done) => child.once('close', done));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((started, failed) => {
    void ended.then((code) => failed(new Error(`${args[0]} ended with ${code}:\n${output}`)));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const url = /Listening on: (\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      started({ url, startedAt, pid: child.pid, stop });
    });
  });
}

/** CPU seconds of a process so far, all its threads. */
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory in MB. */
export function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
