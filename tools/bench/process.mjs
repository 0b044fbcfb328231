// A measured server: started as users start it; CPU time and memory of all its processes are read from /proc.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';

const NANOSECONDS = 1e9;

/** Environment of a Node server in production; Understudy's launcher sets it itself. */
export const PRODUCTION = { NODE_ENV: 'production', UV_THREADPOOL_SIZE: String(availableParallelism()) };

/** A server that ended by itself; `output` is what it wrote. */
export class StartError extends Error {
  constructor(name, code, output) {
    super(`${name} ended with exit code ${code}: ${output.trim()}`);
    this.output = output;
  }
}

/** Running servers. */
const running = new Set();

/** Ends all running servers, even after a failed measurement. */
export async function killServers() {
  await Promise.all([...running].map(({ kill }) => kill()));
}

/**
 * Starts a server. `listening` resolves to the URL of its line `Listening on: URL`, and rejects with a
 * `StartError` if the server ends first; `stop()` and `kill()` resolve to the exit code.
 */
export function spawnServer(command, args, environment = {}) {
  const startedAt = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let output = '';
  const ended = new Promise((done) => child.once('close', done));
  const listening = new Promise((done, failed) => {
    child.once('error', failed);
    void ended.then((code) => failed(new StartError(`${basename(command)} ${args[0]}`, code, output)));
    const read = (chunk) => {
      output += chunk;
      const url = /Listening on: (\S+)\s/.exec(output)?.[1];
      if (url === undefined) return;
      // From here on the lines are not read, so that they cost the load no CPU.
      child.stdout.off('data', read).resume();
      done(url);
    };
    child.stderr.on('data', (chunk) => (output += chunk));
    child.stdout.on('data', read);
  });
  // A rejection matters only to callers that wait for the start.
  listening.catch(() => undefined);
  const end = (signal) => {
    child.kill(signal);
    return ended;
  };
  const server = {
    pid: child.pid,
    startedAt,
    listening,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
  running.add(server);
  void ended.then(() => running.delete(server));
  return server;
}

/** Starts a command and waits until it listens. */
export async function startProcess(command, args, environment = {}) {
  const server = spawnServer(command, args, environment);
  return { ...server, url: await server.listening };
}

/** Starts a script under Node with production settings. */
export function startScript(path, environment = {}) {
  return startProcess(process.execPath, [path], { ...PRODUCTION, ...environment });
}

/** Undefined for a process or thread that has ended. */
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

/** A process and all its descendants. */
function listProcesses(pid) {
  const children = listThreads(pid).flatMap(
    (thread) => readProc(`${pid}/task/${thread}/children`)?.trim().split(' ') ?? [],
  );
  return [pid, ...children.filter((child) => child !== '').flatMap((child) => listProcesses(child))];
}

/** CPU seconds of a server so far, in all processes and threads. */
export function cpuSeconds(pid) {
  let nanoseconds = 0;
  for (const each of listProcesses(pid)) {
    for (const thread of listThreads(each))
      nanoseconds += Number(readProc(`${each}/task/${thread}/schedstat`)?.split(' ')[0] ?? 0);
  }
  return nanoseconds / NANOSECONDS;
}

/** Resident memory of all processes of a server, in MB. */
export function residentMb(pid) {
  const sizes = listProcesses(pid).map((each) => readProc(`${each}/status`) ?? '');
  return sizes.reduce((sum, status) => sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024, 0);
}
