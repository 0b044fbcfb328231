// What stores cost: files and PostgreSQL, one to three servers on one database, realms with many users.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres, whyNoPostgres } from '../postgres.mjs';
import { createDataDir } from './data-folder.mjs';
import { addUsers, openStatistics } from './database-statistics.mjs';
import { Connection } from './http-client.mjs';
import { cpuSeconds } from './process.mjs';
import { formatCount, median, percentile } from './statistics.mjs';
import { subjects } from './subjects.mjs';

const DOCUMENT = join(resolve(import.meta.dirname, '../..'), 'docs/scaling.md');
const [understudy] = subjects;

/** What is measured on every store: the operation and the number of connections. */
const WORKLOADS = [
  { name: 'client_credentials', run: 'clientCredentials', connections: 10 },
  { name: 'refresh grant', run: 'refreshGrant', connections: 10 },
  { name: 'userinfo', run: 'userinfo', connections: 10 },
  { name: 'code + PKCE sign-in', run: 'signIn', connections: 8 },
  { name: 'code + PKCE sign-in', run: 'signIn', connections: 32 },
  { name: 'code + PKCE sign-in', run: 'signIn', connections: 64 },
];

const SIZES = {
  quick: { rounds: 1, seconds: 1, warmUp: 100, users: [1000, 10_000], signIns: 100, counted: 100 },
  full: {
    rounds: 12,
    seconds: 1,
    warmUp: 1000,
    users: [1000, 100_000, 1_000_000],
    signIns: 500,
    counted: 1000,
  },
};

/**
 * As a database is usually run: every commit is on disk. Checkpoints are an hour apart, because one in the middle of a
 * measurement would decide its result.
 */
const startDatabase = () =>
  startPostgres({
    fsync: true,
    settings: {
      shared_buffers: '256MB',
      shared_preload_libraries: 'pg_stat_statements',
      checkpoint_timeout: '1h',
    },
  });

const databaseUrl = ({ user, host, port }, database) =>
  `--db-url=postgresql://${user}@${host}:${port}/${database}`;

/** Servers that are measured together; `database` has the CPU time of PostgreSQL. */
async function startFileStore() {
  const server = await understudy.start(createDataDir());
  return { name: 'files', servers: [server], databaseCpu: () => 0, stop: () => server.stop() };
}

async function startServers(cluster, statistics, count) {
  const database = await cluster.createDatabase();
  const servers = [];
  for (let started = 0; started < count; started++)
    servers.push(await understudy.start(createDataDir(), databaseUrl(cluster, database)));
  return {
    name: `PostgreSQL, ${count} ${count === 1 ? 'server' : 'servers'}`,
    database,
    servers,
    databaseCpu: () => cpuSeconds(statistics.pid),
    async stop() {
      for (const server of servers) await server.stop();
    },
  };
}

/** Operations on all servers in turn until `goesOn(count)` is false; CPU in milliseconds per operation. */
async function drive({ servers, databaseCpu }, clients, operation, goesOn) {
  const serverCpu = () => servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const before = { server: serverCpu(), database: databaseCpu(), at: performance.now() };
  const latencies = [];
  await Promise.all(
    clients.map(async (client, place) => {
      for (let count = place; goesOn(latencies.length); count++) {
        const startedAt = performance.now();
        await operation(client, servers[count % servers.length].url);
        latencies.push(performance.now() - startedAt);
      }
    }),
  );
  const done = latencies.length;
  return {
    rate: (done * 1000) / (performance.now() - before.at),
    server: ((serverCpu() - before.server) * 1000) / done,
    database: ((databaseCpu() - before.database) * 1000) / done,
    latencies,
  };
}

/** One connection for each server, because tokens of one connection are those of its server. */
async function withClients(count, work) {
  const clients = Array.from({ length: count }, () => new Connection());
  try {
    return await work(clients);
  } finally {
    for (const client of clients) client.close();
  }
}

/** An operation whose memory on a connection is kept for each server, since each is an issuer of its own here. */
function operationOf(run) {
  const memories = new WeakMap();
  return (client, url) => {
    const byServer = memories.get(client) ?? new Map();
    memories.set(client, byServer);
    if (!byServer.has(url)) byServer.set(url, new Map());
    client.memory = byServer.get(url);
    return understudy[run](client, url);
  };
}

/**
 * Rounds in which one target after the other is driven, because the speed of a machine changes by more than stores differ;
 * `share` compares each target with the first in the same round. The first of several rounds does not count: servers still
 * compile.
 */
async function takeTurns(targets, clients, operation, { rounds, seconds }) {
  const counted = targets.map(() => []);
  for (let round = 0; round < rounds; round++) {
    let first;
    for (const [place, target] of targets.entries()) {
      const until = performance.now() + seconds * 1000;
      const result = await drive(target, clients, operation, () => performance.now() < until);
      first ??= result.rate;
      if (round > 0 || rounds === 1) counted[place].push({ ...result, share: result.rate / first });
    }
  }
  return counted;
}

async function measureWorkload(targets, { name, run, connections }, size) {
  const results = await withClients(connections, async (clients) => {
    const operation = operationOf(run);
    for (const target of targets)
      await drive(target, clients, operation, (done) => done < size.warmUp * target.servers.length);
    return takeTurns(targets, clients, operation, size);
  });
  return targets.map((target, place) => {
    const middle = (member) => median(results[place].map((result) => result[member]));
    const [rate, server, database, share] = ['rate', 'server', 'database', 'share'].map(middle);
    report(`${target.name}: ${name}`, { rate, server, database });
    return { rate, server, database, share };
  });
}

function report(what, { rate, server, database }) {
  const cpu = `${server.toFixed(2)} + ${database.toFixed(2)} ms`;
  console.error(`${what.padEnd(52)} ${rate.toFixed(0).padStart(6)}/s  ${cpu}`);
}

/** The rates and CPU times on each store, with one column for each. */
async function compareStores(cluster, statistics, size) {
  const targets = [await startFileStore()];
  for (const count of [1, 2, 3]) targets.push(await startServers(cluster, statistics, count));
  const cells = [];
  for (const workload of WORKLOADS) {
    const results = await measureWorkload(targets, workload, size);
    cells.push([`${workload.name}, ${workload.connections} connections`, ...results.map(toCell)]);
  }
  for (const target of targets) await target.stop();
  return table(['operation', ...targets.map(({ name }) => name)], cells);
}

function toCell({ rate, server, database, share }, place) {
  const compared = place === 0 ? '' : `, ${share.toFixed(2)}`;
  const cpu = database === 0 ? server.toFixed(2) : `${server.toFixed(2)} + ${database.toFixed(2)}`;
  return `${rate.toFixed(0)}/s (${cpu} ms${compared})`;
}

/** A prime, so that its multiples reach every user before one of them again. */
const STRIDE = 7919;

/**
 * Sign-ins among `count` people, spread over all of them, and the start with so many. No one signs in twice: the second
 * time, a server does not compute the hash of the password.
 */
async function measureUsers(cluster, statistics, count, { signIns }) {
  const target = await startServers(cluster, statistics, 1);
  await addUsers(cluster, target.database, count);
  await target.stop();
  const startedAt = performance.now();
  const server = await understudy.start(createDataDir(), databaseUrl(cluster, target.database));
  const startMs = performance.now() - startedAt;
  const again = { ...target, servers: [server] };
  let signedIn = 0;
  const someone = async (client, url) => {
    signedIn += 1;
    const username = `user-${1 + ((signedIn * STRIDE) % count)}`;
    await understudy.signIn(client, url, { username, password: 'alice-password' });
  };
  const { latencies } = await withClients(1, async (clients) => {
    await drive(again, clients, someone, (done) => done < signIns / 2);
    return drive(again, clients, someone, (done) => done < signIns);
  });
  await server.stop();
  const [p50, p99] = [percentile(latencies, 50), percentile(latencies, 99)];
  console.error(
    `sign-in among ${formatCount(count)} users: p50 ${p50.toFixed(2)} ms, start ${startMs.toFixed(0)} ms`,
  );
  return [formatCount(count), `${p50.toFixed(2)} ms`, `${p99.toFixed(2)} ms`, `${startMs.toFixed(0)} ms`];
}

async function compareUsers(cluster, statistics, size) {
  const cells = [];
  for (const count of size.users) cells.push(await measureUsers(cluster, statistics, count, size));
  return table(['users of the realm', 'sign-in, p50', 'p99', 'start of the server'], cells);
}

/** What the database does for one operation. */
async function countCosts(cluster, statistics, { counted }) {
  const target = await startServers(cluster, statistics, 1);
  const cells = [];
  const operations = new Map(WORKLOADS.map(({ name, run }) => [name, run]));
  for (const [name, run] of operations) {
    await withClients(1, async (clients) => {
      const operation = operationOf(run);
      await drive(target, clients, operation, (done) => done < 20);
      const before = await statistics.read(target.database);
      await drive(target, clients, operation, (done) => done < counted);
      const after = await statistics.read(target.database);
      const each = (member) => (after[member] - before[member]) / counted;
      cells.push([
        name,
        ...['statements', 'rows'].map((member) => each(member).toFixed(1)),
        ...['log', 'size'].map((member) => `${(each(member) / 1024).toFixed(1)} KB`),
      ]);
    });
  }
  await target.stop();
  return table(
    ['operation', 'statements', 'rows written', 'write-ahead log', 'growth of the database'],
    cells,
  );
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const MEASURES = { stores: compareStores, costs: countCosts, users: compareUsers };

/** The names of the tables, which are also those of their places in docs/scaling.md. */
export const STORE_TABLES = Object.keys(MEASURES);

/** The texts of the tables, by name. */
async function measureAll(size, names) {
  const cluster = await startDatabase();
  try {
    const statistics = await openStatistics(cluster);
    const tables = {};
    for (const name of names) tables[name] = await MEASURES[name](cluster, statistics, size);
    return tables;
  } finally {
    await cluster.stop();
  }
}

function write(tables) {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}).`;
  let document = readFileSync(DOCUMENT, 'utf8');
  for (const [name, text] of Object.entries({ ...tables, machine }))
    document = document.replace(
      new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`),
      () => `<!-- ${name} -->\n${text}\n<!-- /${name} -->`,
    );
  writeFileSync(DOCUMENT, document);
}

/** Prints tables of stores, by name; with `isWritten`, they are also those of docs/scaling.md. */
export async function benchStores({ isQuick, isWritten, tables: names }) {
  const missing = whyNoPostgres();
  if (missing !== undefined) {
    console.error(`Stores are not measured: ${missing}.`);
    return;
  }
  const tables = await measureAll(isQuick ? SIZES.quick : SIZES.full, names);
  console.log(Object.values(tables).join('\n\n'));
  if (isWritten && !isQuick) write(tables);
}
