// Runs all tests, or one part: `npm test -- check|unit|package|e2e [arguments]`. The output ends with the
// failed tests and the counts.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { listFiles } from './files.mjs';
import { ROOT } from './paths.mjs';
import { runTool, say, ToolError } from './progress.mjs';
import { runEndToEndTests } from './test/e2e.mjs';
import { runNodeTests } from './test/unit.mjs';

const UNIT_TEST = /^(bin|protocol|main|renderer|fixtures|tools)\/.*\.test\.(ts|tsx|mjs)$/;

/** A failed check counts as a failed test; a passed check does not count. */
async function runCheckPart() {
  const failures = await runChecks();
  return { passed: 0, failed: failures.length, skipped: 0, failures };
}

function runUnitPart(filters) {
  const files = listFiles().filter((path) => UNIT_TEST.test(path));
  const chosen = files.filter(
    (path) => filters.length === 0 || filters.some((filter) => path.includes(filter)),
  );
  if (chosen.length === 0)
    throw new ToolError('No unit test matches.', 'Give a part of a path, such as protocol/oauth.');
  return runNodeTests(chosen);
}

/** Builds the packages that e2e/packaged.spec.ts and e2e/desktop-packages.spec.ts start; a failed build is a failed test. */
function runPackagePart() {
  const { status } = spawnSync(process.execPath, ['tools/package.mjs', '--quick'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const failures = status === 0 ? [] : [`package: tools/package.mjs ended with exit code ${status}`];
  return { passed: 0, failed: failures.length, skipped: 0, failures };
}

/** Gives all programs of the run one temporary folder that is removed afterwards. */
function ownTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-test-'));
  // Programs that drop root, such as Apache's children, may pass through; only the owner may list it.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

const PARTS = { check: runCheckPart, unit: runUnitPart, package: runPackagePart, e2e: runEndToEndTests };

await runTool(async () => {
  const [part, ...rest] = process.argv.slice(2);
  if (part !== undefined && PARTS[part] === undefined) {
    throw new ToolError(`Unknown part: ${part}.`, `usage: npm test -- [${Object.keys(PARTS).join('|')}]`);
  }
  ownTemporaryFolder();
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const name of part === undefined ? Object.keys(PARTS) : [part]) {
    say(`test: ${name}`);
    const counts = await PARTS[name](rest);
    for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key];
    total.failures.push(...counts.failures);
  }
  const ranNone = part !== 'check' && part !== 'package' && total.passed + total.failed === 0;
  if (ranNone || total.failed > 0) process.exitCode = 1;
  if (total.failures.length > 0) process.stdout.write(`\nFailed:\n${total.failures.join('\n')}\n\n`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
});
