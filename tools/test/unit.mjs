// Runs the tests beside the sources with Node's own test runner and counts them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { OUT, ROOT } from '../paths.mjs';
import { buildTests } from './build-tests.mjs';

/** The counts at the end of a TAP report; cancelled tests count as failed. Without an end the run itself failed. */
export function readTapCounts(report) {
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(report)?.[1] ?? Number.NaN);
  const counts = { passed: count('pass'), failed: count('fail') + count('cancelled') };
  const skipped = count('skipped') + count('todo');
  if (Number.isNaN(counts.passed + counts.failed + skipped)) return { passed: 0, failed: 1, skipped: 0 };
  return { ...counts, skipped };
}

/** Runs test files (paths relative to the repository); gives `{ passed, failed, skipped, failures }`. */
export async function runNodeTests(files, environment = {}) {
  const isTyped = (file) => /\.tsx?$/.test(file);
  const paths = [...(await buildTests(files.filter(isTyped))), ...files.filter((file) => !isTyped(file))];
  mkdirSync(OUT, { recursive: true });
  // Of this run alone: another one in the same clone writes its own.
  const report = join(OUT, `unit-results-${process.pid}.tap`);
  const args = ['--enable-source-maps', '--test', `--test-concurrency=${availableParallelism()}`];
  const reporters = ['--test-reporter=dot', '--test-reporter-destination=stdout'];
  const record = ['--test-reporter=tap', `--test-reporter-destination=${report}`];
  const result = spawnSync(process.execPath, [...args, ...reporters, ...record, ...paths], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const text = readFileSync(report, 'utf8');
  renameSync(report, join(OUT, 'unit-results.tap'));
  const counts = readTapCounts(text);
  process.stdout.write('\n');
  if (result.status === 0 || counts.failed > 0) return { ...counts, failures: readTapFailures(text) };
  return { ...counts, failed: 1, failures: [`unit: the test runner ended with exit code ${result.status}`] };
}

/** The failed tests of a TAP report with what they say, without the passed ones. */
export function readTapFailures(report) {
  const blocks = report.split(/^(?=\s*(?:not ok|ok|# Subtest))/m);
  return blocks.filter((block) => /^\s*not ok/.test(block)).map((block) => block.trimEnd());
}
