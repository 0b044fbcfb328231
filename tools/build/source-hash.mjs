// A fingerprint of the build's inputs, so that unchanged sources are not built again.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../paths.mjs';

const SOURCE_FOLDERS = [
  'bin/image',
  'bin/kcadm',
  'bin/mcp',
  'protocol',
  'main',
  'renderer',
  'fixtures',
  'tools/build',
];
const SOURCE_FILES = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tools/build.mjs'];

/** Files that no bundle contains. */
function isIgnored(name) {
  return /\.test\.(ts|tsx|mjs)$/.test(name) || name.endsWith('.md') || name.endsWith('.tsbuildinfo');
}

function* walk(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile() && !isIgnored(entry.name)) yield path;
  }
}

/** SHA-256 of the names and contents of the build's sources below `root`, in hexadecimal. */
export function hashSources(root = ROOT) {
  const hash = createHash('sha256');
  const add = (path) => {
    const content = readFileSync(path);
    hash.update(`${relative(root, path)}\0${content.length}\0`).update(content);
  };
  for (const folder of SOURCE_FOLDERS) for (const path of walk(join(root, folder))) add(path);
  for (const file of SOURCE_FILES) add(join(root, file));
  return hash.digest('hex');
}
