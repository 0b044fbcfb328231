// npm run endurance: kills, an hour of load, many sessions, full and read-only disks, damaged files. docs/reliability.md says what must hold.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { buildIfChanged } from '../build.mjs';
import { ROOT } from '../paths.mjs';
import { runTool, say } from '../progress.mjs';
import { runDamage } from './damage.mjs';
import { runDisk } from './disk.mjs';
import { renderTable, replaceTable } from './document.mjs';
import { runKills } from './kills.mjs';
import { parseArguments } from './options.mjs';
import { runSessions } from './sessions.mjs';
import { runSoak } from './soak.mjs';

const RUN = { kills: runKills, soak: runSoak, sessions: runSessions, disk: runDisk, damage: runDamage };
const DOCUMENT = join(ROOT, 'docs/reliability.md');
const PROGRESS_EVERY_MS = 60_000;

/** Says how far a scenario is, once a minute; `describe` is only called then. */
function createProgress(name) {
  let saidAt = performance.now();
  return (describe) => {
    if (performance.now() - saidAt < PROGRESS_EVERY_MS) return;
    saidAt = performance.now();
    say(`${name}: ${describe()}`);
  };
}

function writeTables(name, rows, minutes) {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${minutes.toFixed(0)} minutes.`;
  const text = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(DOCUMENT, replaceTable(text, name, renderTable(rows, machine)));
}

/** Runs one scenario; true when it passed. */
async function runScenario(name, options) {
  say(`${name}: begins`);
  const startedAt = performance.now();
  const { rows, faults, notRun, summary } = await RUN[name]({ ...options, progress: createProgress(name) });
  const minutes = (performance.now() - startedAt) / 60_000;
  if (notRun !== undefined) {
    process.stdout.write(`\n${name}: NOT RUN: ${notRun}\n`);
    return true;
  }
  process.stdout.write(`\n${rows.map(([what, figure]) => `${what.padEnd(64)} ${figure}`).join('\n')}\n`);
  for (const fault of faults) process.stdout.write(`  fault: ${fault}\n`);
  const verdict = faults.length === 0 ? 'PASSED' : 'FAILED';
  process.stdout.write(
    `${name}: ${verdict}: ${summary} (${minutes.toFixed(1)} minutes, --seed=${options.seed})\n`,
  );
  if (options.write) writeTables(name, rows, minutes);
  return faults.length === 0;
}

await runTool(async () => {
  const options = parseArguments(process.argv.slice(2));
  await buildIfChanged();
  for (const name of options.scenarios) {
    if (!(await runScenario(name, options))) process.exitCode = 1;
  }
});
