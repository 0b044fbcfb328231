// Several servers on one PostgreSQL database behind a load balancer, used like a single server.
import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, whyNoPostgres } from '../../tools/postgres.mjs';
import { administratorToken } from './administrator.ts';
import { type Balancer, reserveAddress, startBalancer, whyNoBalancer } from './balancer.ts';
import type { StartOptions, TestServer } from './server.ts';

type Cluster = Awaited<ReturnType<typeof startPostgres>>;

/** Starts one server. */
type Launch = (options: StartOptions) => Promise<TestServer>;

/** They share the cluster of their test process. */
export interface BalancedServers extends TestServer {
  readonly balancer: Balancer;
  /** In the order in which the balancer calls them. */
  readonly servers: readonly TestServer[];
  /** Starts one of them again, at the same address, after it has ended. */
  restart(index: number): Promise<void>;
}

/** Why several servers cannot be started on this machine; undefined if they can. */
export function whyNoBalancedServers(): string | undefined {
  return whyNoPostgres() ?? whyNoBalancer();
}

interface Prepared {
  readonly cluster: Cluster;
  /** A database as a server leaves it after its first start. */
  readonly template: string;
}

let preparation: Promise<Prepared> | undefined;

/** Addresses of databases by data directory, so that servers that are started again find their state. */
const databases = new Map<string, string>();

function addressOf({ user, host, port }: Cluster, database: string): string {
  return `postgresql://${user}@${host}:${port}/${database}`;
}

/** Seconds that an administrator's token lasts, longer than any test. */
const TOKEN_SECONDS = 36_000;

const createFolder = (): string => join(mkdtempSync(join(tmpdir(), 'understudy-e2e-')), 'shared');

async function prepare(launch: Launch): Promise<Prepared> {
  const cluster = await startPostgres();
  const template = await cluster.createDatabase();
  const environment = { KC_DB_URL: addressOf(cluster, template) };
  const server = await launch({ dataDir: createFolder(), environment });
  for (const realm of ['demo', 'master'])
    await fetch(`${server.url}/realms/${realm}/protocol/openid-connect/certs`);
  await fetch(`${server.url}/admin/realms/master`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${await administratorToken(server.url)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ accessTokenLifespan: TOKEN_SECONDS }),
  });
  await server.stop();
  return { cluster, template };
}

/** The address of the database that the servers of a data directory share. */
async function findDatabase(dataDir: string | undefined, launch: Launch): Promise<string> {
  const known = databases.get(dataDir ?? '');
  if (known !== undefined) return known;
  preparation ??= prepare(launch);
  const { cluster, template } = await preparation;
  return addressOf(cluster, await cluster.createDatabase(dataDir === undefined ? template : undefined));
}

/** Takes a port from the arguments: the balancer listens there. */
function takePort(args: readonly string[]): { readonly rest: readonly string[]; readonly port?: string } {
  const isPort = (arg: string): boolean => arg.startsWith('--http-port=');
  const port = args.find(isPort)?.split('=')[1];
  return {
    rest: args.filter((arg) => !isPort(arg)),
    ...(port === undefined || port === '0' ? {} : { port }),
  };
}

/**
 * Starts servers at once, and a balancer before them. `dataDir` stands for their database: those that are started with
 * the same one again have the same state. It contains a key for the test kit that every server accepts.
 */
export async function startBalancedServers(
  launch: Launch,
  count: number,
  options: StartOptions = {},
): Promise<BalancedServers> {
  const dataDir = options.dataDir ?? createFolder();
  const database = options.environment?.['KC_DB_URL'] ?? (await findDatabase(options.dataDir, launch));
  databases.set(dataDir, database);
  const { rest, port } = takePort(options.args ?? []);
  const url = port === undefined ? await reserveAddress() : `http://127.0.0.1:${port}`;
  const environment = {
    KC_DB_URL: database,
    KC_HOSTNAME: url,
    KC_PROXY_HEADERS: 'xforwarded',
    KC_PROXY_TRUSTED_ADDRESSES: '127.0.0.1',
    ...options.environment,
  };
  const launchOne = (index: number, ownPort: string): Promise<TestServer> =>
    launch({ dataDir: `${dataDir}-${index}`, args: [`--http-port=${ownPort}`, ...rest], environment });
  const servers = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const own = `${dataDir}-${index}`;
      if (existsSync(dataDir) && !existsSync(own)) cpSync(dataDir, own, { recursive: true });
      return launchOne(index, '0');
    }),
  );
  const balancer = await startBalancer(
    url,
    servers.map((server) => server.url),
  );
  mkdirSync(dataDir, { recursive: true });
  // Each has the control key of all, which is looked for in the data directory.
  cpSync(join(`${dataDir}-0`, 'control-key'), join(dataDir, 'control-key'));
  return {
    ...together(balancer, servers, dataDir),
    async restart(index) {
      const ended = servers[index];
      if (ended === undefined) throw new RangeError(`there is no server ${index}`);
      servers[index] = await launchOne(index, new URL(ended.url).port);
    },
  };
}

function together(
  balancer: Balancer,
  servers: readonly TestServer[],
  dataDir: string,
): Omit<BalancedServers, 'restart'> {
  const [first] = servers;
  if (first === undefined) throw new TypeError('there are no servers');
  return {
    url: balancer.url,
    dataDir,
    process: first.process,
    balancer,
    servers,
    output: () => servers.map((server) => server.output()).join(''),
    async stop() {
      const codes = await Promise.all(servers.map((server) => server.stop()));
      await balancer.stop();
      return codes.find((code) => code !== 0) ?? 0;
    },
    async kill() {
      await Promise.all(servers.map((server) => server.kill()));
      await balancer.stop();
    },
  };
}
