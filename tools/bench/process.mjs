// A measured server: started as its users start it, asked through /proc for the CPU time and memory of all its processes, ended.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';

const NANOSECONDS = 1e9;

/** What a production deployment sets for a Node server; Understudy's launcher does it itself. */
export const PRODUCTION = { NODE_ENV: 'production', UV_THREADPOOL_SIZE: String(availableParallelism()) };

/** Starts a command and waits for its line `Listening on: URL`. */
export function startProcess(command, args, environment = {}) {
  const startedAt = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let output = '';
  const ended = new Promise((done) => child.once('close', done));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((started, failed) => {
    void ended.then((code) =>
      failed(new Error(`${basename(command)} ${args[0]} ended with ${code}:\n${output}`)),
    );
    const read = (chunk) => {
      output += chunk;
      const url = /Listening on: (\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      // From here on nothing reads the lines: the load's CPU is not spent on them.
      child.stdout.off('data', read).resume();
      started({ url, startedAt, pid: child.pid, stop });
    };
    child.stderr.on('data', (chunk) => (output += chunk));
    child.stdout.on('data', read);
  });
}

/** A script under Node with the settings of production. */
export function startScript(path, environment = {}) {
  return startProcess(process.execPath, [path], { ...PRODUCTION, ...environment });
}

/** Undefined for a process or thread that has ended meanwhile. */
function readProc(path) {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return undefined;
  }
}

function listThreads(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** A process and everything that it has started. */
function listProcesses(pid) {
  const children = listThreads(pid).flatMap(
    (thread) => readProc(`${pid}/task/${thread}/children`)?.trim().split(' ') ?? [],
  );
  return [pid, ...children.filter((child) => child !== '').flatMap((child) => listProcesses(child))];
}

/** CPU seconds of a server so far: all its processes, all their threads. */
export function cpuSeconds(pid) {
  let nanoseconds = 0;
  for (const each of listProcesses(pid)) {
    for (const thread of listThreads(each))
      nanoseconds += Number(readProc(`${each}/task/${thread}/schedstat`)?.split(' ')[0] ?? 0);
  }
  return nanoseconds / NANOSECONDS;
}

/** Resident memory of a server in MB, all its processes. */
export function residentMb(pid) {
  const sizes = listProcesses(pid).map((each) => readProc(`${each}/status`) ?? '');
  return sizes.reduce((sum, status) => sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024, 0);
}
