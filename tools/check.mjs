// All checks that do not run the product: types, lint, unused code, house rules.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkImportFences } from './checks/import-fences.mjs';
import { checkMachineTraces } from './checks/machine-traces.mjs';
import { checkReadmes } from './checks/readmes.mjs';
import { checkSizes } from './checks/sizes.mjs';
import { checkUnitTests } from './checks/unit-tests.mjs';
import { listFiles } from './files.mjs';
import { inNodeModules, ROOT } from './paths.mjs';
import { runTool, say } from './progress.mjs';

function runProgram(...args) {
  const result = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  return result.status === 0 ? [] : ['see its messages above'];
}

const CHECKS = [
  ['types', () => runProgram(inNodeModules('typescript/bin/tsc'), '-b')],
  ['format and lint', () => runProgram(inNodeModules('@biomejs/biome/bin/biome'), 'ci', '.')],
  ['reference of options', () => runProgram(join(ROOT, 'tools/reference.mjs'), '--check')],
  ['table of rooms', () => runProgram(join(ROOT, 'tools/fences.mjs'), '--check')],
  ['unused code', () => runProgram(inNodeModules('knip/bin/knip.js'))],
  ['a test for every source', checkUnitTests],
  ['sizes', checkSizes],
  ['folder descriptions', checkReadmes],
  ['traces of one machine', checkMachineTraces],
  ['import fences', checkImportFences],
];

/** Runs every check, even after a failed one; returns the failed checks, each with its faults. */
export function runChecks() {
  const files = listFiles();
  const failures = [];
  for (const [name, check] of CHECKS) {
    const faults = check(files);
    say(`check: ${name}: ${faults.length === 0 ? 'ok' : 'FAILED'}`);
    for (const fault of faults) process.stderr.write(`  ${fault}\n`);
    if (faults.length > 0) failures.push([`check: ${name}`, ...faults].join('\n  '));
  }
  return failures;
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  await runTool(() => {
    if (runChecks().length > 0) process.exitCode = 1;
  });
}
