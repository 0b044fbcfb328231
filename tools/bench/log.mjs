// npm run bench:log: lines per second of each log handler and of npm's pino with the same sink, in
// alternation; prints medians as a table.
// `--quick` runs one short round; `--write` replaces the table in docs/benchmarks.md.
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from './statistics.mjs';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 1 : 3;
const LINES = quick ? 20_000 : 100_000;
const SUBJECTS = ['understudy', 'pino'];

/** For each sink: the writer's target and output, the number of lines that arrived, and how to close it. */
const SINKS = {
  'console, /dev/null': () => {
    const out = openSync('/dev/null', 'w');
    return { target: '', out, arrived: () => LINES, close: () => closeSync(out) };
  },
  'console, pipe': () => ({ target: '', out: 'pipe', close: () => undefined }),
  'JSON, pipe': () => ({ target: '', out: 'pipe', close: () => undefined }),
  file: () => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-log-'));
    const target = join(folder, 'bench.log');
    const arrived = () => readFileSync(target, 'utf8').split('\n').length - 1;
    return { target, out: 'ignore', arrived, close: () => rmSync(folder, { recursive: true }) };
  },
  'GELF, UDP': async () => {
    let messages = 0;
    const socket = createSocket({ type: 'udp4', recvBufferSize: 8_000_000 });
    socket.on('message', () => {
      messages += 1;
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return {
      target: String(socket.address().port),
      out: 'ignore',
      arrived: () => messages,
      close: () => socket.close(),
    };
  },
  'level off': () => ({ target: '', out: 'ignore', arrived: () => 0, close: () => undefined }),
};

/** Lines per second and CPU microseconds per line as the writer measured them, and how many lines arrived. */
async function measure(subject, sinkName) {
  const sink = await SINKS[sinkName]();
  const args = ['--import', 'tsx', join(import.meta.dirname, 'log-writer.mjs')];
  const child = spawn(process.execPath, [...args, subject, sinkName, sink.target, String(LINES)], {
    stdio: ['ignore', sink.out, 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let lineEnds = 0;
  child.stdout?.on('data', (chunk) => {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lineEnds += 1;
  });
  const closed = once(child, 'close');
  const [[result], [code]] = await Promise.all([once(child, 'message'), closed]);
  if (code !== 0) throw new Error(`${subject}, ${sinkName}: ended with ${code}`);
  const arrived = sink.arrived?.() ?? lineEnds;
  sink.close();
  return { rate: LINES / result.seconds, cpu: (result.cpuSeconds * 1e6) / LINES, arrived };
}

function row(sinkName, found) {
  const [ours, peer] = SUBJECTS.map((subject) => found.get(`${sinkName}|${subject}`));
  const rate = (results) => median(results.map((each) => each.rate));
  const cell = (results) =>
    `${rate(results).toFixed(0)} (${median(results.map((each) => each.cpu)).toFixed(2)})`;
  const lost = (results) => LINES - median(results.map((each) => each.arrived));
  const missing = sinkName === 'level off' ? '' : `${lost(ours)} / ${lost(peer)}`;
  return `| ${sinkName} | ${cell(ours)} | ${cell(peer)} | ${(rate(ours) / rate(peer)).toFixed(2)} | ${missing} |`;
}

function writeTable(table) {
  const path = join(resolve(import.meta.dirname, '../..'), 'docs/benchmarks.md');
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${ROUNDS} rounds of ${LINES} lines, medians.`;
  const text = readFileSync(path, 'utf8').replace(
    /<!-- log -->[\s\S]*<!-- \/log -->/,
    `<!-- log -->\n${machine}\n\n${table}\n<!-- /log -->`,
  );
  writeFileSync(path, text);
}

async function main() {
  const found = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    for (const sinkName of Object.keys(SINKS)) {
      for (const subject of SUBJECTS) {
        const result = await measure(subject, sinkName);
        const key = `${sinkName}|${subject}`;
        found.set(key, [...(found.get(key) ?? []), result]);
        console.error(
          `round ${round + 1}  ${sinkName.padEnd(20)} ${subject.padEnd(12)} ${result.rate.toFixed(0)}/s`,
        );
      }
    }
  }
  const table = [
    '| sink | understudy | pino | to pino | lines missing |',
    '|---|---|---|---|---|',
    ...Object.keys(SINKS).map((sinkName) => row(sinkName, found)),
  ].join('\n');
  console.log(table);
  if (process.argv.includes('--write')) writeTable(table);
}

await main();
