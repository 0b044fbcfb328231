// Checks that no source file except tables has more than 400 lines.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

const MOST_LINES = 400;

/** Tables, which are looked up and not read from top to bottom. */
const TABLES = [
  'protocol/admin/testing/role-table.ts',
  'protocol/contract/options.ts',
  'protocol/contract/settings/client.ts',
  'protocol/contract/settings/mapper.ts',
  'protocol/contract/settings/realm.ts',
];

/** Faults, one line each. */
export function checkSizes(files) {
  return files
    .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !TABLES.includes(path))
    .map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path}: ${lines} lines, at most ${MOST_LINES}; split it by what it owns`);
}
