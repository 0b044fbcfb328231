// Runs the unit tests with Node's own test runner and counts the results.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OUT, ROOT } from '../paths.mjs';
import { BUILT, buildTests } from './build-tests.mjs';
import { showSlowestFiles } from './slowest-files.mjs';
import { HUNG } from './watch-tests.mjs';

/** The counts of a TAP report; cancelled tests count as failed. A report without an end is a failure. */
export function readTapCounts(report) {
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(report)?.[1] ?? Number.NaN);
  const counts = { passed: count('pass'), failed: count('fail') + count('cancelled') };
  const skipped = count('skipped') + count('todo');
  if (Number.isNaN(counts.passed + counts.failed + skipped)) return { passed: 0, failed: 1, skipped: 0 };
  return { ...counts, skipped };
}

/** Fewest test files per process: starting one and loading the server's modules costs more than most tests. */
const FILES_PER_PROCESS = 8;
/** Most processes with several files, per core: enough that they all end at about the same time. */
const GROUPS_PER_CORE = 6;
/** The comment by which a test file requests its own process, with the reason. */
const OWN_PROCESS = /^\/\/ Own process: \S/m;

/**
 * Groups test files that share a process; `read` returns the text of a file. Neighbours, which often take equally
 * long, are in different groups. Files with their own process come first, so that no long one begins last.
 */
export function groupFiles(files, read, cores = availableParallelism()) {
  const own = files.filter((file) => OWN_PROCESS.test(read(file)));
  const shared = files.filter((file) => !own.includes(file));
  const count = Math.min(cores * GROUPS_PER_CORE, Math.ceil(shared.length / FILES_PER_PROCESS));
  const groups = Array.from({ length: count }, (_, index) =>
    shared.filter((_file, position) => position % count === index),
  );
  return [...own.map((file) => [file]), ...groups];
}

const WATCH = `import { watchTests } from ${JSON.stringify(new URL('watch-tests.mjs', import.meta.url).href)};
watchTests();
`;

/** Writes the module that loads the test files of a group; returns its path. */
function writeGroup(index, paths) {
  const entry = join(BUILT, `group-${index}.mjs`);
  mkdirSync(BUILT, { recursive: true });
  const imports = paths.map((path) => `await import(${JSON.stringify(pathToFileURL(path).href)});\n`);
  writeFileSync(entry, WATCH + imports.join(''));
  return entry;
}

/** Runs test files (paths relative to the repository); returns `{ passed, failed, skipped, failures }`. */
export async function runNodeTests(files, environment = {}) {
  const built = await buildTests(files);
  const groups = groupFiles(files, (file) => readFileSync(join(ROOT, file), 'utf8'));
  const paths = groups.map((group, index) =>
    writeGroup(
      index,
      group.map((file) => built.get(file)),
    ),
  );
  mkdirSync(OUT, { recursive: true });
  // For this run only; another run in the same clone writes its own.
  const report = join(OUT, `unit-results-${process.pid}.tap`);
  // One more than there are cores, because a process also waits, for example for the processes that it starts.
  const args = ['--enable-source-maps', '--test', `--test-concurrency=${availableParallelism() + 1}`];
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
  showSlowestFiles(readDurations(text));
  if (result.status === 0 || counts.failed > 0) return { ...counts, failures: readTapFailures(text) };
  return { ...counts, failed: 1, failures: [`unit: the test runner ended with exit code ${result.status}`] };
}

/** Duration of each file, from a TAP report in which each file is a suite: `[path, milliseconds]`. */
export function readDurations(report) {
  const ends = report.matchAll(
    /^(?:not )?ok \d+ - (\S+\.test\.\w+)[^\n]*\n {2}---\n {2}duration_ms: ([\d.]+)/gm,
  );
  return [...ends].map(([, path, duration]) => [path, Number(duration)]);
}

/** The failed tests of a TAP report with their messages. */
export function readTapFailures(report) {
  const blocks = report.split(/^(?=\s*(?:not ok|ok|# Subtest))/m);
  const failures = blocks.filter((block) => /^\s*not ok/.test(block)).map((block) => block.trimEnd());
  const hung = report.split('\n').filter((line) => line.startsWith(`# ${HUNG}`));
  return [...failures, ...hung.map((line) => line.slice(2))];
}
