// Every source file of protocol/ has its test beside it; files that only hold types need none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/** Files tested another way, each with its reason. */
const EXEMPT = new Map([['protocol/cli.ts', 'an entry: e2e/launcher.spec.ts runs it as a process']]);

/** What only tests use is judged by the tests that use it. */
const TEST_SUPPORT = /\/testing\//;

/** True for a source that holds declarations of types and no statement that runs. */
export function isTypeOnly(source) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return !/^(export\s+)?(default|async|function|const|let|var|class|abstract|await)\b/m.test(code);
}

/** Faults, one line each. */
export function checkUnitTests(files) {
  const all = new Set(files);
  return files
    .filter((path) => /^protocol\/.*\.ts$/.test(path) && !/\.(test|d)\.ts$/.test(path))
    .filter((path) => !EXEMPT.has(path) && !TEST_SUPPORT.test(path))
    .filter((path) => !all.has(path.replace(/\.ts$/, '.test.ts')))
    .filter((path) => !isTypeOnly(readFileSync(join(ROOT, path), 'utf8')))
    .map((path) => `${path}: has no ${path.replace(/^.*\/|\.ts$/g, '')}.test.ts beside it`);
}
