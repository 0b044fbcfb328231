// Checks that every source folder, except test support, has a README.md of at most 15 lines.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../paths.mjs';

const MOST_LINES = 15;
const TOP_FOLDERS = /^(bin|protocol|main|renderer|fixtures)(\/|$)/;

/** Faults, one line each. */
export function checkReadmes(files) {
  const sources = files.filter((path) => /\.(ts|tsx)$/.test(path) && TOP_FOLDERS.test(path));
  const folders = new Set(sources.map((path) => dirname(path)).filter((path) => !path.endsWith('/testing')));
  const faults = [];
  for (const folder of folders) {
    const path = `${folder}/README.md`;
    if (!files.includes(path)) faults.push(`${path}: missing; describe what the folder owns and imports`);
    else {
      const lines = readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n').length;
      if (lines > MOST_LINES) faults.push(`${path}: ${lines} lines, at most ${MOST_LINES}`);
    }
  }
  return faults;
}
