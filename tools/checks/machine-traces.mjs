// Nothing in the repository names one machine: home or work folders, and package registry hosts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

// Composed, so that this file does not hold what it looks for.
const FORBIDDEN = ['work', 'root', 'home/[a-z]+'].map((name) => new RegExp(`(^|[\\s'"\`(=])/${name}/`));
const REGISTRY = new RegExp(['registry', '(npmjs|yarnpkg)', '(org|com)'].join('\\.'));

/** What a text gives away, or undefined. */
function findTrace(text) {
  return [...FORBIDDEN, REGISTRY]
    .map((pattern) => pattern.exec(text)?.[0].trim())
    .find((found) => found !== undefined);
}

/** Faults, one line each. */
export function checkMachineTraces(files) {
  return files
    .filter((path) => !/\.(png|ico|icns|woff2)$/.test(path))
    .map((path) => ({ path, trace: findTrace(readFileSync(join(ROOT, path), 'utf8')) }))
    .filter(({ trace }) => trace !== undefined)
    .map(({ path, trace }) => `${path}: names a place of one machine (${trace})`);
}
