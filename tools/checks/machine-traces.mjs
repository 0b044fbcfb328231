// Checks that no file names a particular machine: home or work folders, package registry hosts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

// Composed, so that this file does not contain what it looks for.
const FORBIDDEN = ['work', 'root', 'home/[a-z]+'].map((name) => new RegExp(`(^|[\\s'"\`(=])/${name}/`));
const REGISTRY = new RegExp(['registry', '(npmjs|yarnpkg)', '(org|com)'].join('\\.'));

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
    .map(({ path, trace }) => `${path}: contains a path or host of one machine (${trace})`);
}
