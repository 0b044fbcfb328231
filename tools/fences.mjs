// Writes Biome's import rules and CONTRIBUTING's table from tools/checks/rooms.mjs; `--check` only reports
// whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFences, listRooms } from './checks/rooms.mjs';
import { ROOT } from './paths.mjs';

const BIOME = 'tools/checks/import-fences.json';
const CONTRIBUTING = 'CONTRIBUTING.md';

function contributing() {
  const [before, rest] = readFileSync(join(ROOT, CONTRIBUTING), 'utf8').split('<!-- rooms -->\n');
  const after = rest?.split('<!-- /rooms -->')[1];
  if (after === undefined) throw new Error(`${CONTRIBUTING} lacks <!-- rooms --> and <!-- /rooms -->`);
  const table = ['| folder | may import |', '|---|---|', ...listRooms()].join('\n');
  return `${before}<!-- rooms -->\n${table}\n<!-- /rooms -->${after}`;
}

const written = new Map([
  [BIOME, `${JSON.stringify({ root: false, overrides: listFences() }, null, 2)}\n`],
  [CONTRIBUTING, contributing()],
]);
for (const [path, text] of written) {
  if (!process.argv.includes('--check')) writeFileSync(join(ROOT, path), text);
  else if (readFileSync(join(ROOT, path), 'utf8') !== text) {
    console.error(`${path} is out of date: node tools/fences.mjs`);
    process.exitCode = 1;
  }
}
