// HAProxy from Debian in front of several servers, configured as docs/how-to/keep-state-in-postgresql.md says.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { findHaproxy } from '../../tools/haproxy.mjs';
import { collect } from './collect.ts';
import { freePort } from './free-port.ts';
import { filesOfPage } from './page-files.ts';

const PAGE = resolve(import.meta.dirname, '../../docs/how-to/keep-state-in-postgresql.md');

const HOST = '127.0.0.1';

/** Ends HAProxy when the input of this script ends: the test's process has ended in whatever way. */
const KEEPER = `
exec 3<&0
"$1" -db -f "$2" </dev/null 3<&- &
balancer=$!
cat <&3 >/dev/null
kill $balancer
wait $balancer
`;

/** A running load balancer. */
export interface Balancer {
  readonly url: string;
  /** Requests that each server has got, in the order in which they were given. */
  countRequests(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

/** Why there is no balancer on this machine; undefined if there is one. */
export function whyNoBalancer(): string | undefined {
  return findHaproxy() === undefined ? 'HAProxy is not installed' : undefined;
}

/** Where a balancer listens that is started later, because servers must know its address before. */
export async function reserveAddress(): Promise<string> {
  return `http://${HOST}:${await freePort()}`;
}

/** The file of the page, with this address and these servers in the place of its own. */
function configure(url: string, servers: readonly string[], socket: string): string {
  const page = filesOfPage(readFileSync(PAGE, 'utf8')).get('haproxy.cfg') ?? '';
  const before = page.split('\n');
  const lines = before.filter((line) => !/^ +server /.test(line));
  const addresses = servers.map((server, index) => `    server s${index} ${new URL(server).host}`);
  const config = [...lines, ...addresses, '']
    .join('\n')
    .replace('bind :80', `bind ${new URL(url).host}`)
    .replace(/^global$/m, `global\n    stats socket ${socket}`);
  if (lines.length === before.length || !config.includes(`bind ${HOST}`) || !config.includes(socket))
    throw new Error(`${PAGE} has no haproxy.cfg that these tests can use`);
  return config;
}

/**
 * Starts a balancer that sends each request to the next of these servers, and waits until it answers.
 * @throws {Error} with what HAProxy says if it does not start.
 */
export async function startBalancer(url: string, servers: readonly string[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-balancer-'));
  const [path, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'control')];
  writeFileSync(path, configure(url, servers, socket));
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', findHaproxy() ?? '', path], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = collect(keeper);
  const closed = new Promise<void>((done) => keeper.once('close', () => done()));
  const stop = async (): Promise<void> => {
    keeper.stdin.end();
    await closed;
  };
  for (let attempt = 0; !(await isAnswering(url)); attempt += 1) {
    if (attempt === 300) {
      await stop();
      throw new Error(`the balancer does not answer:\n${output()}`);
    }
    await sleep(20);
  }
  return {
    url,
    async countRequests() {
      const rows = (await ask(socket, 'show stat')).split('\n').map((line) => line.split(','));
      const column = rows[0]?.indexOf('stot') ?? -1;
      return servers.map((_, index) => Number(rows.find(([, name]) => name === `s${index}`)?.[column]));
    },
    stop,
  };
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`)).ok;
  } catch {
    return false;
  }
}

/** The answer of HAProxy's control socket. */
async function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  connection.write(`${command}\n`);
  return text(connection);
}
