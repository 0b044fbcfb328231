// npm run endurance: kills, an hour of load, many sessions, full and read-only disks, damaged files. The
// guarantees are in docs/reliability.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from '../build.mjs';
import { ROOT } from '../paths.mjs';
import { runTool, say } from '../progress.mjs';
import { runDamage } from './damage.mjs';
import { runDisk } from './disk.mjs';
import { describeRun, renderTable, replaceTable } from './document.mjs';
import { runKills } from './kills.mjs';
import { parseArguments } from './options.mjs';
import { summarize, verdictOf, whyNotWritten } from './outcome.mjs';
import { runSessions } from './sessions.mjs';
import { runSoak } from './soak.mjs';

const RUN = { kills: runKills, soak: runSoak, sessions: runSessions, disk: runDisk, damage: runDamage };
const DOCUMENT = join(ROOT, 'docs/reliability.md');
const PROGRESS_EVERY_MS = 60_000;

/** Reports the progress of a scenario once a minute; `describe` is called only then. */
function createProgress(name) {
  let saidAt = performance.now();
  return (describe) => {
    if (performance.now() - saidAt < PROGRESS_EVERY_MS) return;
    saidAt = performance.now();
    say(`${name}: ${describe()}`);
  };
}

function writeTable(name, rows, run) {
  const text = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(DOCUMENT, replaceTable(text, name, renderTable(rows, describeRun(run))));
}

/** Runs a scenario; an error becomes a fault. */
async function runToEnd(name, options) {
  try {
    return await RUN[name]({ ...options, progress: createProgress(name) });
  } catch (error) {
    process.stdout.write(`\n${name}: ${error.stack}\n`);
    return { rows: [], faults: [error.message], kept: error.kept, summary: 'ended by an error' };
  }
}

function report(name, { rows, faults, kept }) {
  process.stdout.write(`\n${rows.map(([what, figure]) => `${what.padEnd(64)} ${figure}`).join('\n')}\n`);
  for (const fault of faults) process.stdout.write(`  fault: ${fault}\n`);
  if (kept !== undefined) process.stdout.write(`${name}: the data directory is kept in ${kept}\n`);
}

/** Runs one scenario and prints its result, with the verdict in the last line. */
async function runScenario(name, options) {
  say(`${name}: started`);
  const startedAt = performance.now();
  const result = await runToEnd(name, options);
  const minutes = (performance.now() - startedAt) / 60_000;
  const verdict = verdictOf(result);
  const { seed } = options;
  if (verdict === 'NOT RUN') process.stdout.write(`\n${name}: NOT RUN: ${result.notRun}\n`);
  else {
    report(name, result);
    const run = `${minutes.toFixed(1)} minutes, --seed=${seed}`;
    process.stdout.write(`${name}: ${verdict}: ${result.summary} (${run})\n`);
  }
  if (options.write) {
    const reason = whyNotWritten(verdict, options);
    if (reason === undefined) writeTable(name, result.rows, { minutes, seed });
    else process.stdout.write(`${name}: its table is not written: ${reason}\n`);
  }
  return { name, verdict, reason: result.notRun };
}

await runTool(async () => {
  const options = parseArguments(process.argv.slice(2));
  await buildIfChanged();
  const outcomes = [];
  for (const name of options.scenarios) outcomes.push(await runScenario(name, options));
  const { lines, exitCode } = summarize(outcomes);
  process.stdout.write(`\n${lines.join('\n')}\n`);
  process.exitCode = exitCode;
});
