// npm run bench: the same work against Understudy, npm's oidc-provider (for SAML npm's samlp) and a bare signing server, in alternation, medians printed as a table.
// `npm run bench -- --quick` takes one short round; `--only=SAML` the workloads of that name alone, without starts and memory; `--write` replaces the table in docs/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { Connection } from './http-client.mjs';
import { cpuSeconds, residentMb } from './process.mjs';
import { samlSubjects } from './saml-subjects.mjs';
import { measureRealms, measureUsers } from './scale.mjs';
import { createDataDir, subjects } from './subjects.mjs';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 1 : 3;
const SECONDS = quick ? 1 : 4;
const STARTS = quick ? 3 : 10;
/** More than any server does of what has to be prepared. */
const MAX_PREPARED_PER_SECOND = 3000;
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);

const WORKLOADS = [
  { name: 'client_credentials, 1', run: 'clientCredentials', connections: 1 },
  { name: 'client_credentials, 10', run: 'clientCredentials', connections: 10 },
  { name: 'client_credentials, 64', run: 'clientCredentials', connections: 64 },
  { name: 'code + PKCE sign-in, 1', run: 'signIn', connections: 1 },
  { name: 'code + PKCE sign-in, 8', run: 'signIn', connections: 8 },
  { name: 'discovery, 16', run: 'discovery', connections: 16 },
  { name: 'SAML POST sign-in, 8', run: 'samlSignIn', connections: 8, among: samlSubjects },
  {
    name: 'SAML POST sign-in, signed request, 8',
    run: 'samlSignedSignIn',
    connections: 8,
    among: samlSubjects,
  },
].filter(({ name }) => only === undefined || name.includes(only));

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Operations per second and server CPU milliseconds per operation. */
async function load(subject, server, { run, connections }) {
  const clients = Array.from({ length: connections }, () => new Connection());
  subject.prepare?.(server.url, run, SECONDS * MAX_PREPARED_PER_SECOND);
  await Promise.all(clients.slice(0, 4).map((client) => subject[run](client, server.url)));
  const until = performance.now() + SECONDS * 1000;
  const cpuBefore = cpuSeconds(server.pid);
  const startedAt = performance.now();
  let operations = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        await subject[run](client, server.url);
        operations++;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = ((cpuSeconds(server.pid) - cpuBefore) * 1000) / operations;
  for (const client of clients) client.close();
  return { rate: operations / seconds, cpu };
}

/** Milliseconds from spawn to the first discovery answer. */
async function measureStart(subject, dataDir) {
  const server = await subject.start(dataDir);
  const client = new Connection();
  await subject.discovery(client, server.url);
  const ms = performance.now() - server.startedAt;
  client.close();
  await server.stop();
  return ms;
}

async function measureStarts() {
  const dataDir = createDataDir();
  const times = Object.fromEntries(subjects.map(({ name }) => [name, []]));
  const first = await measureStart(subjects[0], dataDir);
  for (let round = 0; round < STARTS; round++) {
    for (const subject of subjects)
      times[subject.name].push(await measureStart(subject, subject === subjects[0] ? dataDir : undefined));
  }
  return {
    first,
    again: Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)])),
  };
}

async function measureMemory(subject) {
  const server = await subject.start();
  const client = new Connection();
  await subject.discovery(client, server.url);
  client.close();
  await pause(1500);
  const mb = residentMb(server.pid);
  await server.stop();
  return mb;
}

/** rate and cpu of each workload and subject, medians over the rounds. */
async function measureLoads() {
  const found = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    for (const workload of WORKLOADS) {
      for (const subject of workload.among ?? subjects) {
        const server = await subject.start();
        const result = await load(subject, server, workload);
        await server.stop();
        const key = `${workload.name}|${subject.name}`;
        found.set(key, [...(found.get(key) ?? []), result]);
        console.error(
          `round ${round + 1}  ${workload.name.padEnd(26)} ${subject.name.padEnd(14)} ${result.rate.toFixed(0)}/s`,
        );
      }
    }
  }
  return (workload, name) => {
    const results = found.get(`${workload}|${name}`);
    return { rate: median(results.map((each) => each.rate)), cpu: median(results.map((each) => each.cpu)) };
  };
}

function loadRow({ name, among = subjects }, of) {
  const [ours, peer, limit] = among.map((subject) => of(name, subject.name));
  const cell = ({ rate, cpu }) => `${rate.toFixed(0)} (${cpu.toFixed(2)})`;
  return `| ${name} | ${cell(ours)} | ${cell(peer)} | ${cell(limit)} | ${(ours.rate / peer.rate).toFixed(2)} | ${(ours.rate / limit.rate).toFixed(2)} |`;
}

function plainRow(name, values, unit, better) {
  const [ours, peer, limit] = values;
  const ratio = (other) =>
    other === undefined ? '' : (better === 'less' ? other / ours : ours / other).toFixed(2);
  const cell = (value) => (value === undefined ? '' : `${value.toFixed(0)} ${unit}`);
  return `| ${name} | ${cell(ours)} | ${cell(peer)} | ${cell(limit)} | ${ratio(peer)} | ${ratio(limit)} |`;
}

const HEAD = ['| workload | understudy | peer | limit | to peer | to limit |', '|---|---|---|---|---|---|'];

async function restRows() {
  const starts = await measureStarts();
  const memory = [];
  for (const subject of subjects) memory.push(await measureMemory(subject));
  const again = subjects.map(({ name }) => starts.again[name]);
  return [
    plainRow('first start to discovery', [starts.first], 'ms', 'less'),
    plainRow('start again to discovery', again, 'ms', 'less'),
    plainRow('resident memory at rest', memory, 'MB', 'less'),
  ];
}

async function loadRows() {
  const of = await measureLoads();
  return WORKLOADS.map((workload) => loadRow(workload, of));
}

async function scaleRows() {
  const realms = await measureRealms(quick ? 20 : 100);
  const users = await measureUsers(quick ? 10_000 : 100_000);
  return [...realms, ...users].map(({ name, ms }) => plainRow(name, [ms], 'ms', 'less'));
}

async function main() {
  const rows =
    only === undefined
      ? [...(await restRows()), ...(await loadRows()), ...(await scaleRows())]
      : await loadRows();
  console.log([...HEAD, ...rows].join('\n'));
  if (process.argv.includes('--write')) writeTable(rows);
}

/** The rows that stand in the file already, with these in the place of those of the same name. */
function mergeRows(text, rows) {
  const nameOf = (row) => row.split('|')[1].trim();
  const fresh = new Map(rows.map((row) => [nameOf(row), row]));
  const old = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| workload'));
  const merged = old.map((row) => fresh.get(nameOf(row)) ?? row);
  const known = new Set(old.map(nameOf));
  return [...merged, ...rows.filter((row) => !known.has(nameOf(row)))];
}

function writeTable(rows) {
  const path = join(resolve(import.meta.dirname, '../..'), 'docs/benchmarks.md');
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${ROUNDS} rounds of ${SECONDS} s, medians.`;
  const text = readFileSync(path, 'utf8').replace(/<!-- table -->[\s\S]*<!-- \/table -->/, (old) => {
    const table = [...HEAD, ...(only === undefined ? rows : mergeRows(old, rows))];
    return `<!-- table -->\n${machine}\n\n${table.join('\n')}\n<!-- /table -->`;
  });
  writeFileSync(path, text);
}

await main();
