// A server in a separate folder, started, stopped and killed repeatedly on the same port and data directory.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '../bench/http-client.mjs';
import { killServers, spawnServer } from '../bench/process.mjs';
import { ROOT } from '../paths.mjs';

/** Starts as users do. The launcher becomes the server's process, which is the one to kill. */
const LAUNCHER = join(ROOT, 'bin/understudy.sh');
const START_LIMIT_MS = 60_000;

/** Rejects if the promise takes longer. */
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

/** A free port below the range for outgoing connections, so that it is still free at the next start. */
export async function findFreePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await canListen(port)) return port;
  }
}

/** One data directory with its log file and a fixed port, which is part of the issuer in tokens. */
class ServerHome {
  /** Its temporary folder, deleted by `remove`. */
  folder = mkdtempSync(join(tmpdir(), 'understudy-endurance-'));
  #port;

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

  /** The server's log so far: warnings and errors. */
  log() {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : '';
  }

  clearLog() {
    writeFileSync(this.logFile, '');
  }

  /** Starts the server. Resolves to `pid`, `stop()`, `kill()` and `readyMs`, the time from spawn to the first
   * discovery response. */
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

  /** Starts the server and kills it after `ms`, even during the start. */
  async startAndKill(ms) {
    const server = this.#spawn({});
    await pause(ms);
    await server.kill();
  }

  #spawn(environment) {
    const isFirst = !existsSync(join(this.dataDir, 'realms'));
    const args = [
      'start',
      '--headless',
      `--http-port=${this.#port}`,
      `--data-dir=${this.dataDir}`,
      '--log-level=warn,server:info',
      '--log=console,file',
      `--log-file=${this.logFile}`,
      ...(isFirst ? [`--import-realm=${this.importFolder}`] : []),
    ];
    return spawnServer(LAUNCHER, args, environment);
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

  /** Copies the data directory into the folder if it is elsewhere; returns the folder. */
  keep() {
    const own = join(this.folder, 'data');
    if (this.dataDir !== own) cpSync(this.dataDir, own, { recursive: true });
    return this.folder;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Runs `work` with a server home with these realms (and this data directory, by default a new one), and
 * always ends its servers. `work` resolves to an object with `faults`. Without faults the folder is deleted;
 * otherwise `kept`, a member of the result or error, is its path.
 */
export async function withServerHome(realms, work, dataDir) {
  const home = await ServerHome.create(realms, dataDir);
  try {
    const result = await work(home).finally(killServers);
    if (result.faults.length > 0) return { ...result, kept: home.keep() };
    home.remove();
    return result;
  } catch (error) {
    throw Object.assign(error, { kept: home.keep() });
  }
}
