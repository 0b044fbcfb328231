// npm run bench: the same work for Understudy as its launcher starts it, npm's oidc-provider (for SAML npm's
// samlp) and a bare signing server, in alternation.
// `npm run bench -- --help` lists the options.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { runTool } from '../progress.mjs';
import { kitRows, measureKit } from './kit.mjs';
import { driveCounted, driveTimed } from './load.mjs';
import { readOptions, USAGE } from './options.mjs';
import { killServers } from './process.mjs';
import { measureMemory, measureStarts } from './rest.mjs';
import { measureRealms, measureUsers } from './scale.mjs';
import { benchStores, STORE_TABLES } from './store.mjs';
import { otherCheckout } from './subjects.mjs';
import { loadRow, plainRow, renderTable, writeTable } from './table.mjs';
import { rowName, WORKLOADS } from './workloads.mjs';

let options;
await runTool(() => {
  options = readOptions(process.argv.slice(2));
});
if (options?.help === true) console.log(USAGE);
if (options === undefined || options.help) process.exit();

const { quick, only, write: isWritten } = options;
/** Number of new servers for each figure under load, and of measurements on each. */
const PASSES = quick ? 1 : 2;
const ROUNDS = quick ? 1 : 3;
const SECONDS = quick ? 1 : 1.5;
const YOUNG_STARTS = quick ? 1 : 5;
const STARTS = quick ? 3 : 11;
const MEMORY_ROUNDS = quick ? 1 : 3;
const REALMS = quick ? 20 : 100;
const USERS = quick ? 10_000 : 100_000;
const CLONES = quick ? 200 : 1000;
/** Operations before a server counts as young, while it counts as young, and before it counts as warm. */
const YOUNG = { before: 50, measured: 200 };
const WARM_AFTER = quick ? 1000 : 5000;
const WARM_UP_CONNECTIONS = 8;
const TOKENS = 10_000;

const isWanted = (name) => only === undefined || name.includes(only);

function report(name, subject, { rate, cpu }) {
  console.error(`${name.padEnd(42)} ${subject.name.padEnd(14)} ${cpu.toFixed(3)} ms  ${rate.toFixed(0)}/s`);
}

/** Lists of measurements by row and subject. */
class Found {
  #lists = new Map();

  add(name, subject, result) {
    report(name, subject, result);
    const key = `${name}|${subject.name}`;
    this.#lists.set(key, [...(this.#lists.get(key) ?? []), result]);
  }

  row(name, among) {
    return loadRow(
      name,
      among.map((subject) => this.#lists.get(`${name}|${subject.name}`)),
    );
  }
}

/** The same items, beginning with another one each time: what starts first or runs after the limit is slower. */
const rotated = (items, by) => items.map((_, index) => items[(index + by) % items.length]);

/** Measures young servers: a new one for each row and subject. */
async function measureYoung(workload, connections, found, start) {
  for (const subject of rotated(workload.among, start)) {
    const server = await subject.start();
    const result = await driveCounted(subject, server, workload.run, { connections, ...YOUNG });
    await server.stop();
    found.add(rowName(workload, connections, 'young'), subject, result);
  }
}

/** Warms all subjects up, then measures them one after another, round by round. */
async function measureWarm(workload, wanted, found, pass) {
  const warm = [];
  for (const subject of rotated(workload.among, pass)) {
    const server = await subject.start();
    const connections = Math.max(WARM_UP_CONNECTIONS, ...workload.connections);
    const load = { connections, before: 0, measured: WARM_AFTER };
    const { rate } = await driveCounted(subject, server, workload.run, load);
    warm.push({ subject, server, expected: rate });
  }
  for (const connections of wanted) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const { subject, server, expected } of rotated(warm, round)) {
        const load = { connections, seconds: SECONDS, expected };
        const result = await driveTimed(subject, server, workload.run, load);
        found.add(rowName(workload, connections), subject, result);
      }
    }
  }
  for (const { server } of warm) await server.stop();
}

async function measureWorkload(workload) {
  const ofAge = (age) => workload.connections.filter((count) => isWanted(rowName(workload, count, age)));
  const [warm, young] = [ofAge('warm'), workload.young ? ofAge('young') : []];
  const found = new Found();
  for (let start = 0; start < YOUNG_STARTS; start++)
    for (const connections of young) await measureYoung(workload, connections, found, start);
  for (let pass = 0; pass < PASSES; pass++)
    if (warm.length > 0) await measureWarm(workload, warm, found, pass);
  return rowNames(workload)
    .filter(isWanted)
    .map((name) => found.row(name, workload.among));
}

function rowNames(workload) {
  return workload.connections.flatMap((count) => [
    rowName(workload, count),
    ...(workload.young ? [rowName(workload, count, 'young')] : []),
  ]);
}

const startSection = (name, run, isFirst) => ({
  names: [name],
  measure: async () => [plainRow(name, await measureStarts(run, isFirst, STARTS), 'ms')],
});

const MEMORY = ['resident memory after start', `resident memory after ${TOKENS} tokens`];

const scaleSection = (names, measure) => ({
  names,
  measure: async () => (await measure()).map(({ name, ms }) => plainRow(name, [[ms]], 'ms')),
});

/** Sections of rows that are measured together; a section without selected rows is left out. */
const SECTIONS = [
  startSection('first start to discovery', 'discovery', true),
  startSection('first start to first token', 'clientCredentials', true),
  startSection('start again to discovery', 'discovery', false),
  {
    names: MEMORY,
    measure: async () => {
      const { rest, used } = await measureMemory(TOKENS, MEMORY_ROUNDS);
      return [plainRow(MEMORY[0], rest, 'MB'), plainRow(MEMORY[1], used, 'MB')];
    },
  },
  ...WORKLOADS.map((workload) => ({
    names: rowNames(workload),
    measure: () => measureWorkload(workload),
  })),
  scaleSection([`first start with ${REALMS} realms`, `start again with ${REALMS} realms`], () =>
    measureRealms(REALMS),
  ),
  scaleSection(
    [
      `first start with ${USERS} users`,
      `start again with ${USERS} users`,
      `first password grant among ${USERS} users (loads them)`,
      `later password grant among ${USERS} users`,
    ],
    () => measureUsers(USERS),
  ),
  {
    names: Object.values(kitRows(CLONES)),
    measure: async () => {
      const found = await measureKit(CLONES);
      return Object.entries(kitRows(CLONES)).map(([key, name]) => {
        const isMemory = key === 'growth' || key === 'live';
        return plainRow(name, [[found[key]]], isMemory ? 'MB' : 'ms', isMemory ? 0 : 2);
      });
    },
  },
];

/** Without this, the launcher would build during the first measured start. */
function prepare() {
  const tool = join(resolve(import.meta.dirname, '../..'), 'tools/setup.mjs');
  const { status } = spawnSync(process.execPath, [tool, 'start'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('Setup failed.');
}

async function measureAll() {
  const rows = [];
  try {
    for (const { names, measure } of SECTIONS) {
      if (names.some(isWanted)) rows.push(...(await measure()).filter(({ name }) => isWanted(name)));
    }
  } finally {
    await killServers();
  }
  return rows;
}

async function measureStores(tables) {
  try {
    await benchStores({ isQuick: quick, isWritten, tables });
  } finally {
    await killServers();
  }
}

function write(rows) {
  if (quick) {
    console.error('The table is not written: figures of --quick are not for the document.');
    return;
  }
  if (otherCheckout !== undefined) {
    console.error('The table is not written: it compares with the peers, not with another checkout.');
    return;
  }
  const how =
    `medians: ${PASSES} servers × ${ROUNDS} rounds of ${SECONDS} s after ${WARM_AFTER} operations; ` +
    `young: ${YOUNG_STARTS} servers, ${YOUNG.measured} operations after ${YOUNG.before}; ${STARTS} starts.`;
  writeTable(
    rows,
    SECTIONS.flatMap(({ names }) => names),
    how,
  );
}

prepare();
const rows = await measureAll();
if (rows.length > 0) {
  console.log(renderTable(rows.map(({ line }) => line)));
  if (isWritten) write(rows);
}
const tables = STORE_TABLES.filter((name) => isWanted(`store:${name}`));
if (tables.length > 0) await measureStores(tables);
