// Tools of this machine in place of electron-builder's downloads, for Linux packages that are built where only
// package registries can be reached.
import { mkdirSync, mkdtempSync, openSync, readSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ToolError } from '../progress.mjs';
import { findProgram } from '../setup/run-command.mjs';

/** The runtime is the one part of an AppImage that neither Debian nor npm has. */
const RUNTIME = 'the file runtime-x86_64 of github.com/AppImage/type2-runtime';

/** The program, or its absence with the package that has it. */
function requireProgram(target, names, debianPackage) {
  const path = findProgram(...names);
  if (path !== undefined) return path;
  throw new ToolError(
    `${target} needs ${names[0]}, which is not installed.`,
    `Install with: apt-get install ${debianPackage}`,
  );
}

function readStart(file) {
  const start = Buffer.alloc(11);
  try {
    readSync(openSync(file, 'r'), start);
  } catch (error) {
    throw new ToolError(
      `UNDERSTUDY_APPIMAGE_RUNTIME: ${file} cannot be read (${error.code}).`,
      `Give ${RUNTIME}.`,
    );
  }
  return start.toString('latin1');
}

/** AppImage specification, "Type 2 image format": an ELF file with `AI` and 2 at byte 8. */
function checkRuntime(file) {
  const start = readStart(file);
  if (start.startsWith('\x7fELF') && start.endsWith('AI\x02')) return;
  throw new ToolError(
    `UNDERSTUDY_APPIMAGE_RUNTIME: ${file} is not a type 2 runtime of AppImage.`,
    `Give ${RUNTIME}.`,
  );
}

/** electron-builder's folder of AppImage tools, made of this machine's. It exists until this process ends. */
function makeAppImageTools(runtime) {
  checkRuntime(runtime);
  const folder = mkdtempSync(join(tmpdir(), 'understudy-appimage-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, debianPackage] of [
    ['mksquashfs', 'squashfs-tools'],
    ['desktop-file-validate', 'desktop-file-utils'],
  ])
    symlinkSync(requireProgram('AppImage', [name], debianPackage), join(folder, name));
  mkdirSync(join(folder, 'runtimes'));
  symlinkSync(runtime, join(folder, `runtimes/runtime-${process.arch}`));
  // electron-builder's own folder has libraries here that old versions of Electron were linked with.
  mkdirSync(join(folder, 'lib', process.arch), { recursive: true });
  return folder;
}

/** Each target's variable of electron-builder, and how its value is found; undefined if it has to be given. */
const TARGETS = {
  AppImage: {
    variable: 'APPIMAGE_TOOLS_PATH',
    find: ({ UNDERSTUDY_APPIMAGE_RUNTIME: runtime }) =>
      runtime ? makeAppImageTools(resolve(runtime)) : undefined,
    missing: `AppImage is left out: its runtime is a download. Set UNDERSTUDY_APPIMAGE_RUNTIME to ${RUNTIME}.`,
  },
  deb: {
    variable: 'CUSTOM_FPM_PATH',
    find: () => {
      requireProgram('deb', ['dpkg-deb'], 'dpkg');
      return join(import.meta.dirname, 'fpm.mjs');
    },
  },
  'tar.gz': {
    variable: 'ELECTRON_BUILDER_7ZIP_PATH',
    find: () => requireProgram('tar.gz', ['7zz', '7za', '7z'], '7zip'),
  },
};

/**
 * Chooses tools for these targets (none given: all that are known here). Returns the variables that name them to
 * electron-builder, the targets that can be built with them, and a line for each that cannot. Variables that are
 * already set are kept.
 * @throws ToolError if a tool is missing that Debian has, or if no target is left.
 */
export function chooseLocalTools(targets, environment = process.env) {
  const known = Object.keys(TARGETS);
  const unknown = targets.find((target) => !known.includes(target));
  if (unknown !== undefined)
    throw new ToolError(
      `${unknown} is not built with the tools of this machine.`,
      `Targets are ${known.join(', ')}.`,
    );
  const chosen = { variables: {}, targets: [], left: [] };
  for (const target of targets.length > 0 ? targets : known) {
    const { variable, find, missing } = TARGETS[target];
    const value = environment[variable] || find(environment);
    if (value === undefined) chosen.left.push(missing);
    else {
      chosen.variables[variable] = value;
      chosen.targets.push(target);
    }
  }
  if (chosen.targets.length === 0) throw new ToolError('There is nothing to build.', chosen.left.join('\n'));
  return chosen;
}
