// Finds Debian's PostgreSQL, and runs clusters of their own for tests: in a temporary folder, on a free port.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProgram } from './setup/run-command.mjs';

/** Debian's folder with one folder for each version. */
const VERSIONS = '/usr/lib/postgresql';

/** The system user that runs PostgreSQL for root, which PostgreSQL refuses to run as. */
const ACCOUNT = 'postgres';

/** Role of the cluster's owner. */
const USER = 'understudy';

const STARTUP_LIMIT_MS = 60_000;

/** Programs that a cluster needs. */
const PROGRAMS = ['initdb', 'postgres', 'psql'];

/**
 * Runs PostgreSQL until it ends. When the input of this script ends, because the test's process has ended in
 * whatever way, PostgreSQL is stopped at once and its folder is removed.
 */
const KEEPER = `
exec 3<&0
"$1" -D "$2/data" >"$2/log" 2>&1 </dev/null 3<&- &
server=$!
{ cat <&3; touch "$2/orphaned"; kill -QUIT $server; } >/dev/null 2>&1 &
watch=$!
wait $server
if [ -e "$2/orphaned" ]; then rm -rf "$2"; else kill $watch; fi
`;

const run = promisify(execFile);

function findFolder() {
  let versions = [];
  try {
    versions = readdirSync(VERSIONS);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = newestFirst.map((version) => join(VERSIONS, version, 'bin'));
  const onPath = findProgram('initdb');
  if (onPath !== undefined) folders.push(dirname(onPath));
  return folders.find((folder) => {
    try {
      const names = readdirSync(folder);
      return PROGRAMS.every((name) => names.includes(name));
    } catch {
      return false;
    }
  });
}

function idOf(flag) {
  const { stdout, status } = spawnSync('id', [flag, ACCOUNT], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/** The user and group for PostgreSQL's processes: `{}` if that is the current one, undefined if there is none. */
function findAccount() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** The folder of PostgreSQL's programs; undefined if it is not installed. */
export function findPostgres() {
  return process.platform === 'win32' ? undefined : findFolder();
}

/** Why no small disk can be made on this machine; undefined if one can. */
export function whyNoSmallDisk() {
  const why = whyNoPostgres();
  if (why !== undefined) return why;
  const folder = mkdtempSync(join(tmpdir(), 'understudy-disk-'));
  try {
    mountDisk(folder, 1, {});
    spawnSync('umount', [folder]);
    return undefined;
  } catch (error) {
    return `no file system can be mounted: ${error.message}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Mounts a file system in memory of so many megabytes. */
function mountDisk(path, megabytes, { uid = 0, gid = 0 }) {
  mkdirSync(path, { recursive: true });
  const options = `size=${megabytes}m,uid=${uid},gid=${gid},mode=0700`;
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(error?.message ?? stderr.trim());
}

/** The file that fills a disk. */
const FILLING = 'filling';

function fillDisk(path) {
  const block = Buffer.alloc(4096);
  for (;;) {
    try {
      appendFileSync(join(path, FILLING), block);
    } catch (error) {
      if (error.code === 'ENOSPC') return;
      throw error;
    }
  }
}

/** Why no cluster can be started on this machine; undefined if one can. */
export function whyNoPostgres() {
  if (findPostgres() === undefined) return 'PostgreSQL is not installed';
  return findAccount() === undefined ? `there is no user ${ACCOUNT} to run PostgreSQL` : undefined;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

function quoted(text) {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Lines of postgresql.conf that differ from the defaults. */
function configuration({ fsync = false, tls, settings = {} }, folder, port) {
  const durability = fsync ? {} : { fsync: 'off', full_page_writes: 'off' };
  const encryption =
    tls === undefined
      ? {}
      : { ssl: 'on', ssl_cert_file: join(folder, 'server.crt'), ssl_key_file: join(folder, 'server.key') };
  const lines = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    shared_buffers: '32MB',
    max_connections: '200',
    ...durability,
    ...encryption,
    ...settings,
  };
  return Object.entries(lines).map(([name, value]) => `${name} = ${quoted(value)}\n`);
}

function writeFor(account, path, text) {
  writeFileSync(path, text, { mode: 0o600 });
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
}

/** Sorts texts as in dictionaries where possible, so that tests notice what depends on the order of the database. */
async function localeArguments(bin) {
  const { stdout } = await run(join(bin, 'postgres'), ['--version']);
  const major = Number(/\d+/.exec(stdout)?.[0]);
  const icu = major < 15 ? [] : ['--locale-provider=icu', '--icu-locale=en-US'];
  return ['--encoding=UTF8', '--locale=C.UTF-8', ...icu];
}

/** Initializes the data in `folder`. */
async function initialize(bin, folder, account, options, port) {
  const { password, tls } = options;
  const locale = await localeArguments(bin);
  const authentication = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256'];
  if (password !== undefined) {
    writeFor(account, join(folder, 'password'), `${password}\n`);
    authentication.push(`--pwfile=${join(folder, 'password')}`);
  }
  const args = [`--pgdata=${join(folder, 'data')}`, `--username=${USER}`, '--no-sync', '--no-instructions'];
  await run(join(bin, 'initdb'), [...args, ...locale, ...authentication], { ...account, cwd: folder });
  if (tls !== undefined) {
    writeFor(account, join(folder, 'server.crt'), tls.certificate);
    writeFor(account, join(folder, 'server.key'), tls.key);
  }
  writeFor(account, join(folder, 'settings.conf'), configuration(options, folder, port).join(''));
  const path = join(folder, 'data/postgresql.conf');
  writeFor(account, path, `include ${quoted(join(folder, 'settings.conf'))}\n`);
}

/** Whether PostgreSQL has written that it accepts connections. */
function isReady(folder) {
  try {
    return /^ready/.test(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[7] ?? '');
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Starts PostgreSQL on initialized data; resolves once it accepts connections. */
async function startServer(bin, folder, account) {
  const args = ['-c', KEEPER, 'understudy-postgres', join(bin, 'postgres'), folder];
  // Detached, so that an interrupt in the terminal ends it through the keeper only.
  const keeper = spawn('sh', args, {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  keeper.stdin.unref();
  let hasEnded = false;
  const ended = new Promise((done) => keeper.once('exit', done)).then(() => {
    hasEnded = true;
  });
  const deadline = performance.now() + STARTUP_LIMIT_MS;
  while (!isReady(folder)) {
    if (hasEnded) throw new Error(`PostgreSQL ended:\n${readFileSync(join(folder, 'log'), 'utf8')}`);
    if (performance.now() > deadline) throw new Error('PostgreSQL did not start in time');
    await sleep(20);
  }
  return { keeper, ended };
}

/** A signal to PostgreSQL's first process: SIGINT ends it in an orderly way, SIGQUIT at once as in a crash. */
function signalServer(folder, signal) {
  const [pid] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), signal);
}

/** Runs SQL with psql as the owner; resolves to its output: a line for each row, columns separated by `|`. */
async function runSql(bin, { port, password }, database, sql) {
  const address = ['--host=127.0.0.1', `--port=${port}`, `--username=${USER}`, `--dbname=${database}`];
  const mode = ['--no-psqlrc', '--quiet', '--no-align', '--tuples-only', '--set=ON_ERROR_STOP=1'];
  const { stdout } = await run(join(bin, 'psql'), [...address, ...mode, `--command=${sql}`], {
    env: { ...process.env, ...(password === undefined ? {} : { PGPASSWORD: password }) },
  });
  return stdout.trimEnd();
}

/**
 * Starts a cluster with the empty database `understudy`, which ends with this process at the latest.
 * @throws {Error} if PostgreSQL is not installed or does not start.
 */
export async function startPostgres(options = {}) {
  const reason = whyNoPostgres();
  if (reason !== undefined) throw new Error(reason);
  const bin = findPostgres();
  const account = findAccount();
  const folder = mkdtempSync(join(tmpdir(), 'understudy-postgres-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
  const port = await freePort();
  const address = { port, password: options.password };
  let server;
  try {
    await initialize(bin, folder, account, options, port);
    server = await startServer(bin, folder, account);
    await runSql(bin, address, 'postgres', `CREATE DATABASE ${USER}`);
  } catch (error) {
    server?.keeper.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  let databases = 0;
  const disks = [];
  const halt = async (signal) => {
    if (server === undefined) return;
    const { keeper, ended } = server;
    server = undefined;
    keeper.ref();
    signalServer(folder, signal);
    await ended;
    keeper.stdin.destroy();
  };
  return {
    host: '127.0.0.1',
    port,
    user: USER,
    password: options.password,
    database: USER,
    query: (sql, database = USER) => runSql(bin, address, database, sql),
    async createDatabase(template = 'template1') {
      databases += 1;
      const name = `${USER}_${databases}`;
      await runSql(bin, address, 'postgres', `CREATE DATABASE ${name} TEMPLATE ${template}`);
      return name;
    },
    async createSmallDisk(megabytes) {
      databases += 1;
      const [name, path] = [`${USER}_${databases}`, join(folder, `disk-${databases}`)];
      mountDisk(path, megabytes, account);
      disks.push(path);
      await runSql(bin, address, 'postgres', `CREATE TABLESPACE ${name} LOCATION ${quoted(path)}`);
      await runSql(bin, address, 'postgres', `CREATE DATABASE ${name} TABLESPACE ${name}`);
      return { database: name, fill: () => fillDisk(path), free: () => rmSync(join(path, FILLING)) };
    },
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
    halt: (how = 'orderly') => halt(how === 'crash' ? 'SIGQUIT' : 'SIGINT'),
    async resume() {
      server ??= await startServer(bin, folder, account);
    },
    async stop() {
      await halt('SIGQUIT');
      for (const path of disks) spawnSync('umount', ['--lazy', path]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
