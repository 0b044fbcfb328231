// Starts the built server like users do, as a separate process, and uses it only over HTTP.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { administratorToken } from './administrator.ts';
import { type BalancedServers, startBalancedServers } from './balanced-servers.ts';
import { collect } from './collect.ts';

/** The repository's root, where tests run. */
export const ROOT: string = resolve(import.meta.dirname, '../..');

/** A running server. */
export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Output so far, of both streams. */
  output(): string;
  /** Sends SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

/** A new temporary folder. */
export function createFolder(name = 'data'): string {
  return join(mkdtempSync(join(tmpdir(), 'understudy-e2e-')), name);
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the headless server to its end, for failing starts. */
export function runToEnd(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  return ended(spawnServer(args, environment));
}

/** Resolves when the process has ended. */
export function ended(child: ChildProcess): Promise<Ended> {
  const text = collect(child);
  return new Promise((done) => child.once('close', (code) => done({ code, output: text() })));
}

function spawnServer(args: readonly string[], environment: Record<string, string>): ChildProcess {
  return spawn(
    process.execPath,
    [join(ROOT, 'dist/main/headless.js'), 'start', '--headless', '--demo-realm=true', ...args],
    {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
}

/** How many servers behind a load balancer take the place of each server: `npm test -- e2e --servers=3`. */
export const SERVERS: number = Number(process.env['UNDERSTUDY_TEST_SERVERS'] ?? 1);

/** Options of a start. */
export interface StartOptions {
  readonly dataDir?: string;
  readonly args?: readonly string[];
  readonly environment?: Record<string, string>;
  /** A configuration file that also sets the port; default: the repository's file and a free port. */
  readonly configFile?: string;
}

/** Data directories of started servers by URL. */
const dataDirs = new Map<string, string>();

let prepared: Promise<string> | undefined;

/** The data directory of a server after its first start, with the keys that it generates on their first use. */
async function prepareDataDir(): Promise<string> {
  const server = await launchServer({ dataDir: createFolder('prepared') });
  for (const realm of ['demo', 'master'])
    await fetch(`${server.url}/realms/${realm}/protocol/openid-connect/certs`);
  await server.stop();
  return server.dataDir;
}

/** A copy of a data directory that needs no first start. */
export async function copyPreparedDataDir(): Promise<string> {
  prepared ??= prepareDataDir();
  const dataDir = createFolder();
  cpSync(await prepared, dataDir, { recursive: true });
  return dataDir;
}

/**
 * Starts the server and waits until it listens. Unless `dataDir` is set, it gets a copy of a prepared data directory,
 * so that each test has a server of its own at the price of a second start.
 */
export async function startServer(options: StartOptions = {}): Promise<TestServer> {
  if (SERVERS > 1 && canBeSeveral(options)) return startSeveralServers(SERVERS, options);
  return launchServer({ ...options, dataDir: options.dataDir ?? (await copyPreparedDataDir()) });
}

/** The balancer of the tests speaks HTTP, and servers with one configuration file would listen on one port. */
function canBeSeveral({ configFile, args = [] }: StartOptions): boolean {
  return configFile === undefined && !args.some((arg) => /^--(https|http-management|config-file)/.test(arg));
}

/**
 * Starts servers on one database behind a load balancer. With `dataDir`, those that are started again have the same
 * state.
 */
export async function startSeveralServers(
  count: number,
  options: StartOptions = {},
): Promise<BalancedServers> {
  const several = await startBalancedServers(launchServer, count, options);
  dataDirs.set(several.url, several.dataDir);
  return several;
}

/** Starts one server, in an empty data directory by default. */
function launchServer(options: StartOptions): Promise<TestServer> {
  const dataDir = options.dataDir ?? createFolder();
  const file = options.configFile;
  const source =
    file === undefined ? ['--http-port=0', '--config-file=conf/understudy.conf'] : [`--config-file=${file}`];
  const args = [...source, `--data-dir=${dataDir}`, ...(options.args ?? [])];
  const child = spawnServer(args, options.environment ?? {});
  const output = collect(child);
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const signal = async (name: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    child.kill(name);
    return ended;
  };
  return new Promise((started, failed) => {
    void ended.then((code) => failed(new Error(`the server ended with ${code}:\n${output()}`)));
    child.stdout?.on('data', () => {
      const url = /Listening on: ([^\s"]+)/.exec(output())?.[1];
      if (url === undefined) return;
      dataDirs.set(url, dataDir);
      started({
        url,
        dataDir,
        process: child,
        output,
        stop: () => signal('SIGTERM'),
        kill: async () => {
          await signal('SIGKILL');
        },
      });
    });
  });
}

/** The control key of a server that these tests have started, which spares a sign-in; else an administrator's token. */
async function credentialFor(url: string): Promise<string> {
  const dataDir = dataDirs.get(url);
  const path = dataDir === undefined ? '' : join(dataDir, 'control-key');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : administratorToken(url);
}

/** A call of the admin API or of /emulator/v1. */
export async function callAdmin(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${await credentialFor(url)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Moves a realm's clock to `offsetMs` milliseconds ahead of real time. */
export async function moveClock(url: string, realm: string, offsetMs: number): Promise<void> {
  const response = await callAdmin(url, 'PUT', `/emulator/v1/realms/${realm}/clock`, { offsetMs });
  if (!response.ok) throw new Error(`clock not moved: ${response.status} ${await response.text()}`);
}
