// Debian packages for Electron and the tests: installed for root, otherwise reported with the exact command.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { findApache } from '../apache.mjs';
import { findChromium } from '../chromium.mjs';
import { hasDisplay } from '../display.mjs';
import { findHaproxy } from '../haproxy.mjs';
import { findPostgres } from '../postgres.mjs';
import { say, ToolError } from '../progress.mjs';
import { findProgram, runCommand } from './run-command.mjs';

/** Packages with all of Electron's libraries on a minimal Debian 12, by a library that reveals each. */
const LIBRARY_PACKAGES = {
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnss3.so': 'libnss3',
  'libasound.so.2': 'libasound2',
  'libgbm.so.1': 'libgbm1',
};

/** Third-party programs that the tests use and that build desktop packages, with their Debian packages. */
const TEST_PROGRAMS = {
  'docker-registry': 'docker-registry',
  skopeo: 'skopeo',
  buildah: 'buildah',
  '7zz': '7zip',
  mksquashfs: 'squashfs-tools',
  'desktop-file-validate': 'desktop-file-utils',
  curl: 'curl',
  openssl: 'openssl',
  php: 'php-cli',
};

const PYTHON = '/usr/lib/python3/dist-packages';

/**
 * What the guides of the console run with, by a file of each package. Not here: Go with its libraries, which takes
 * 520 MB, and simplesamlphp, which brings a web server as a service. Their tests run where they are installed.
 */
const GUIDE_PACKAGES = {
  [`${PYTHON}/authlib`]: 'python3-authlib',
  [`${PYTHON}/django`]: 'python3-django',
  [`${PYTHON}/flask`]: 'python3-flask',
  [`${PYTHON}/onelogin`]: 'python3-onelogin-saml2',
  [`${PYTHON}/requests`]: 'python3-requests',
  [`${PYTHON}/yaml`]: 'python3-yaml',
  '/usr/lib/apache2/modules/mod_shib.so': 'libapache2-mod-shib',
};

/** Libraries that the loader does not find for this executable. */
function findMissingLibraries(lddOutput) {
  const missing = [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1]);
  // Electron has this one next to its executable.
  return missing.filter((name) => name !== 'libffmpeg.so');
}

function missingLibrariesOf(executable) {
  return findMissingLibraries(spawnSync('ldd', [executable], { encoding: 'utf8' }).stdout ?? '');
}

/** The packages for these libraries; for an unknown library, all packages. */
function packagesForLibraries(libraries) {
  if (libraries.some((name) => LIBRARY_PACKAGES[name] === undefined)) return Object.values(LIBRARY_PACKAGES);
  return libraries.map((name) => LIBRARY_PACKAGES[name]);
}

/** Smaller alternatives, used if the release has them. */
const LIGHTER_PACKAGES = { chromium: 'chromium-headless-shell' };

/** The release's name of a package: in newer releases some end in `t64`. */
function currentName(name) {
  const other = LIGHTER_PACKAGES[name] ?? `${name}t64`;
  const isKnown = spawnSync('apt-cache', ['show', '--quiet=2', other], { stdio: 'ignore' }).status === 0;
  return isKnown ? other : name;
}

/** Files that keep Debian's PostgreSQL from setting up a database, and packages from starting services. */
const WITHOUT_SERVICES = {
  '/etc/postgresql-common/createcluster.d/understudy.conf': ['create_main_cluster = false\n', 0o644],
  // HAProxy's own service listens on no port, but would run. 101: not allowed.
  '/usr/sbin/policy-rc.d': ['#!/bin/sh\nexit 101\n', 0o755],
};

/** Runs `install` while no package may set up a database or start a service: the tests start theirs. */
function withoutServices(install) {
  const own = Object.entries(WITHOUT_SERVICES).filter(([path]) => !existsSync(path));
  try {
    for (const [path, [text, mode]] of own) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { mode });
    }
    install();
  } finally {
    for (const [path] of own) rmSync(path, { force: true });
  }
}

function installPackages(names, missing) {
  const args = ['install', '-y', '--no-install-recommends'];
  const isDebian = findProgram('apt-get') !== undefined;
  if (!isDebian)
    throw new ToolError(
      `Missing: ${missing.join(', ')}.`,
      'Install them with your system’s package manager.',
    );
  if (process.getuid?.() !== 0) {
    const command = `sudo apt-get ${[...args, ...names.map(currentName)].join(' ')}`;
    throw new ToolError(`Missing: ${missing.join(', ')}.`, `Install with: ${command}\nThen start again.`);
  }
  const remedy = `Install manually what provides: ${missing.join(', ')}`;
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 2],
  };
  say('installing system packages: apt-get update');
  runCommand('apt-get', ['update', '-qq'], 'Check that the package archive can be reached.', options);
  const packages = names.map(currentName);
  say(`installing system packages: ${packages.join(' ')}`);
  withoutServices(() => runCommand('apt-get', [...args, ...packages], remedy, options));
}

/**
 * Ensures that the runtime finds its shared libraries.
 * @throws ToolError with the command that installs them.
 */
export function ensureLibraries(executable) {
  if (process.platform !== 'linux') return;
  const missing = missingLibrariesOf(executable);
  if (missing.length === 0) return;
  installPackages(packagesForLibraries(missing), missing);
  const left = missingLibrariesOf(executable);
  if (left.length > 0)
    throw new ToolError(`Still missing: ${left.join(', ')}.`, 'Install what provides them.');
}

/** `apache2-bin` is only the program: it sets up and starts no service. */
function missingTestPackages() {
  const missing = Object.entries(TEST_PROGRAMS).filter(([program]) => findProgram(program) === undefined);
  const apache = findApache() === undefined ? ['apache2-bin', 'libapache2-mod-auth-mellon'] : [];
  const postgres = findPostgres() === undefined ? ['postgresql'] : [];
  const haproxy = findHaproxy() === undefined ? ['haproxy'] : [];
  const guides = Object.entries(GUIDE_PACKAGES).filter(([path]) => !existsSync(path));
  return [
    ...missing.map(([, name]) => name),
    ...apache,
    ...postgres,
    ...haproxy,
    ...guides.map(([, name]) => name),
  ];
}

/**
 * Ensures that the tests have a display, a browser and, on Debian, the third-party programs.
 * @throws ToolError with the command that installs them.
 */
export function ensureTestPrograms() {
  const isDebian = findProgram('apt-get') !== undefined;
  const packages = isDebian ? missingTestPackages() : [];
  if (!hasDisplay() && findProgram('Xvfb') === undefined) packages.push('xvfb');
  const hasBrowser = findChromium() !== undefined;
  if (!hasBrowser && process.platform === 'linux' && isDebian) packages.push('chromium');
  if (packages.length > 0) installPackages(packages, packages);
  if (hasBrowser || packages.includes('chromium')) return;
  say('installing Playwright’s own Chromium');
  const remedy = 'Install Chromium and set UNDERSTUDY_CHROMIUM to its path.';
  runCommand(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], remedy);
}
