// Checks that every source file of protocol/ and bin/ has a test next to it; files with types only need none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/** Files that are tested differently, each with the reason. */
const EXEMPT = new Map([
  ['protocol/cli.ts', 'an entry: e2e/launcher.spec.ts runs it as a process'],
  ['bin/image/image-programs.ts', 'an entry: e2e/image.spec.ts runs it as a process'],
  ['bin/kcadm/kcadm.ts', 'an entry: e2e/kcadm-session.spec.ts runs it as a process'],
  ['bin/mcp/mcp.ts', 'an entry: e2e/mcp.spec.ts runs it as a process'],
]);

/** Parts of a table: the table's own test walks every row. */
const TABLE_PARTS = /^protocol\/contract\/emulator-routes\/[\w-]+-routes\.ts$/;

/** Test support is tested by the tests that use it. */
const TEST_SUPPORT = /\/testing\//;

/** True for a source with type declarations only. */
export function isTypeOnly(source) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return !/^(export\s+)?(default|async|function|const|let|var|class|abstract|await)\b/m.test(code);
}

/** Faults, one line each. */
export function checkUnitTests(files) {
  const all = new Set(files);
  return files
    .filter((path) => /^(protocol|bin)\/.*\.ts$/.test(path) && !/\.(test|d)\.ts$/.test(path))
    .filter((path) => !EXEMPT.has(path) && !TEST_SUPPORT.test(path) && !TABLE_PARTS.test(path))
    .filter((path) => !all.has(path.replace(/\.ts$/, '.test.ts')))
    .filter((path) => !isTypeOnly(readFileSync(join(ROOT, path), 'utf8')))
    .map((path) => `${path}: has no ${path.replace(/^.*\/|\.ts$/g, '')}.test.ts beside it`);
}
