// A server in a folder of its own: started on the same port and data directory again and again, stopped or killed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '../bench/http-client.mjs';
import { ROOT } from '../paths.mjs';

/** As users start it. The launcher becomes the server's process, which is what is killed. */
const COMMAND = [join(ROOT, 'bin/understudy.sh'), 'start', '--headless'];
const START_LIMIT_MS = 60_000;

/** Fails when the promise takes longer. */
export async function withinTime(promise, ms, what) {
  let timer;
  const limit = new Promise((_, failed) => {
    timer = setTimeout(() => failed(new Error(`${what}: no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function canListen(port) {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

/** A free port below those that the system gives to outgoing connections: it is still free at the next start. */
export async function findFreePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await canListen(port)) return port;
  }
}

/** Starts a server process; `listening` resolves at its line `Listening on:`, and rejects when it ends before. */
function spawnServer(args, environment) {
  const startedAt = performance.now();
  const [program, ...first] = COMMAND;
  const child = spawn(program, [...first, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let output = '';
  const ended = new Promise((done) => child.once('close', done));
  const listening = new Promise((done, failed) => {
    void ended.then((code) => failed(new StartError(code, output)));
    const read = (chunk) => {
      output += chunk;
      if (output.includes('Listening on: ')) done();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  const send = (signal) => {
    child.kill(signal);
    return ended;
  };
  // Resolve to the exit code.
  const [stop, kill] = ['SIGTERM', 'SIGKILL'].map((signal) => () => send(signal));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return { pid: child.pid, startedAt, listening, stop, kill, hasEnded };
}

/** A start that ended by itself; `output` is what the server wrote. */
export class StartError extends Error {
  constructor(code, output) {
    super(`the server ended with exit code ${code}: ${output.trim()}`);
    this.output = output;
  }
}

/** One data directory with its port and log file. Tokens name the port in their issuer, so it stays the same. */
export class ServerHome {
  /** Its folder under the machine's temporary files, removed by `remove`. */
  folder = mkdtempSync(join(tmpdir(), 'understudy-endurance-'));
  #port;
  #servers = [];

  /** `realms` are imported at the first start; `dataDir` is in the folder unless given. */
  static async create(realms, dataDir) {
    const home = new ServerHome();
    home.#port = await findFreePort();
    home.dataDir = dataDir ?? join(home.folder, 'data');
    home.logFile = join(home.folder, 'server.log');
    home.importFolder = join(home.folder, 'import');
    mkdirSync(home.importFolder);
    for (const realm of realms)
      writeFileSync(join(home.importFolder, `${realm.realm}.json`), JSON.stringify(realm));
    return home;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** What the server has logged so far, warnings and errors. */
  log() {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : '';
  }

  clearLog() {
    writeFileSync(this.logFile, '');
  }

  /** Starts the server; the answer has `pid`, `stop()`, `kill()` and `readyMs`, from spawn to the first discovery answer. */
  async start(environment = {}) {
    const server = this.#spawn(environment);
    try {
      await withinTime(server.listening, START_LIMIT_MS, 'start');
      return { ...server, readyMs: await this.#untilReady(server.startedAt) };
    } catch (error) {
      await server.kill();
      throw error;
    }
  }

  /** Begins a start and kills it after `ms`, wherever it is by then. */
  async startAndKill(ms) {
    const server = this.#spawn({});
    await pause(ms);
    await server.kill();
  }

  /** Kills what is still running, after a failure. */
  async killAll() {
    await Promise.all(this.#servers.map((server) => server.kill()));
  }

  #spawn(environment) {
    const isFirst = !existsSync(join(this.dataDir, 'realms'));
    const args = [
      `--http-port=${this.#port}`,
      `--data-dir=${this.dataDir}`,
      '--log-level=warn,server:info',
      '--log=console,file',
      `--log-file=${this.logFile}`,
      ...(isFirst ? [`--import-realm=${this.importFolder}`] : []),
    ];
    const server = spawnServer(args, environment);
    // A rejection is only of interest to who waits for the start.
    server.listening.catch(() => undefined);
    this.#servers = [...this.#servers.filter(({ hasEnded }) => !hasEnded()), server];
    return server;
  }

  async #untilReady(startedAt) {
    const connection = new Connection();
    await withinTime(
      connection.send('GET', `${this.url}/realms/endurance/.well-known/openid-configuration`),
      START_LIMIT_MS,
      'discovery',
    );
    connection.close();
    return performance.now() - startedAt;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
