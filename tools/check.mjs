// All checks that do not run the product: types, lint, unused code, house rules.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkImportFences } from './checks/import-fences.mjs';
import { checkLinks } from './checks/links.mjs';
import { checkMachineTraces } from './checks/machine-traces.mjs';
import { checkReadmes } from './checks/readmes.mjs';
import { runNode } from './checks/run-node.mjs';
import { checkSizes } from './checks/sizes.mjs';
import { checkUnitTests } from './checks/unit-tests.mjs';
import { listFiles } from './files.mjs';
import { inNodeModules, ROOT } from './paths.mjs';
import { runTool, say } from './progress.mjs';

async function runProgram(...args) {
  const { status, output } = await runNode(args, ROOT);
  process.stderr.write(output);
  return status === 0 ? [] : ['see its messages above'];
}

/** Biome cannot see where its output goes. */
const COLORS = `--colors=${process.stderr.isTTY ? 'force' : 'off'}`;

const CHECKS = [
  ['types', () => runProgram(inNodeModules('typescript/bin/tsc'), '-b')],
  ['format and lint', () => runProgram(inNodeModules('@biomejs/biome/bin/biome'), 'ci', COLORS, '.')],
  ['reference of options', () => runProgram(join(ROOT, 'tools/reference.mjs'), '--check')],
  ['table of rooms', () => runProgram(join(ROOT, 'tools/fences.mjs'), '--check')],
  ['unused code', () => runProgram(inNodeModules('knip/bin/knip.js'))],
  ['a test for every source', checkUnitTests],
  ['sizes', checkSizes],
  ['folder descriptions', checkReadmes],
  ['traces of one machine', checkMachineTraces],
  ['links of the documentation', checkLinks],
  ['import fences', checkImportFences],
];

/** Runs all checks at the same time; returns the failed checks, each with its faults. */
export async function runChecks() {
  const files = listFiles();
  const checkAll = CHECKS.map(async ([name, check]) => {
    const faults = await check(files);
    const lines = faults.map((fault) => `  ${fault}\n`);
    say(`check: ${name}: ${faults.length === 0 ? 'ok' : 'FAILED'}`);
    process.stderr.write(lines.join(''));
    return faults.length === 0 ? [] : [[`check: ${name}`, ...faults].join('\n  ')];
  });
  return (await Promise.all(checkAll)).flat();
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  await runTool(async () => {
    if ((await runChecks()).length > 0) process.exitCode = 1;
  });
}
