// Shows what would be packaged for each platform, as electron-builder resolves electron-builder.yml, and finds what
// would fail. Builds and downloads nothing, so it runs on every platform for all of them.
import { existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../paths.mjs';
import { ToolError } from '../progress.mjs';
import { runBuilder } from './run-builder.mjs';

/** Smallest icons, in pixels, from which electron-builder makes the platform's format. */
const ICON_FORMATS = {
  linux: { format: 'PNG', pixels: 256 },
  win: { format: 'ICO', pixels: 256 },
  mac: { format: 'ICNS', pixels: 512 },
};

/** File name endings of targets that are not called like their files. */
const ENDINGS = { nsis: 'exe' };

/** Thrown into electron-builder, which has checked and resolved everything by then, to stop it. */
class Enough extends Error {}

/** What electron-builder gives its `beforePack` hook: the packager with the platform's settings, and the targets. */
async function resolvePlatform(platform, config) {
  let resolved;
  const beforePack = (context) => {
    resolved = context;
    throw new Enough();
  };
  try {
    await runBuilder(platform, [], { ...config, beforePack });
  } catch (error) {
    if (!(error.cause instanceof Enough)) throw error;
  }
  return resolved;
}

function listFilesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const inMegabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** The files of the app. Of glob patterns, the file has only `folder/**` and exclusions. */
function describeFiles({ files }, faults) {
  let bytes = 0;
  const parts = files
    .flatMap(({ filter }) => filter)
    .filter((pattern) => !pattern.startsWith('!'))
    .map((pattern) => {
      const path = join(ROOT, pattern.replace(/\/\*\*$/, ''));
      const found = existsSync(path) ? listFilesOf(path) : [];
      if (found.length === 0) faults.push(`files: nothing matches ${pattern}`);
      bytes += found.reduce((sum, file) => sum + statSync(file).size, 0);
      return pattern.endsWith('/**') ? `${pattern} (${found.length} files)` : pattern;
    });
  return `${parts.join(', ')}: ${inMegabytes(bytes)}`;
}

/** Width and height from the header of a PNG file, or undefined. */
function readPngSize(file) {
  const header = Buffer.alloc(24);
  readSync(openSync(file, 'r'), header);
  if (header.toString('latin1', 1, 4) !== 'PNG') return undefined;
  return [header.readUInt32BE(16), header.readUInt32BE(20)];
}

function describeIcon(platform, icon, faults) {
  const { format, pixels } = ICON_FORMATS[platform];
  const path = join(ROOT, icon ?? '');
  const size = icon && existsSync(path) ? readPngSize(path) : undefined;
  if (size === undefined)
    faults.push(`icon: ${icon ?? 'none is set'}; a PNG file of ${pixels} pixels is required`);
  else if (Math.min(...size) < pixels)
    faults.push(`icon: ${icon} has ${size.join(' × ')} pixels; ${format} requires ${pixels} × ${pixels}`);
  return `${icon}, ${size?.join(' × ')} pixels, as ${format}`;
}

/** What is worth knowing about the platform besides files and icon: label and text. */
const PLATFORM_LINES = {
  linux: ({ options }) => [
    ['category', options.category],
    ['maintainer', options.maintainer],
  ],
  win: ({ config }) => [
    ['installer', describeInstaller(config.nsis ?? {})],
    ['signature', 'with the certificate of WIN_CSC_LINK or CSC_LINK; without one, SmartScreen warns'],
  ],
  mac: ({ options, packager }) => [
    ['category', options.category],
    [
      'signature',
      'with the certificate of CSC_LINK or the keychain; without one, ad hoc, and Gatekeeper asks',
    ],
    [
      'hardened',
      options.hardenedRuntime === false ? 'no' : `yes, entitlements ${findEntitlements(packager)}`,
    ],
  ],
};

function describeInstaller({ oneClick = true, perMachine = false, deleteAppDataOnUninstall = false }) {
  return [
    oneClick ? 'one click' : 'with a choice of folder',
    perMachine
      ? 'for all users, with administrator rights'
      : 'for the current user, without administrator rights',
    deleteAppDataOnUninstall ? 'removal deletes the user’s data' : 'removal keeps the user’s data',
  ].join(', ');
}

function findEntitlements({ platformSpecificBuildOptions: options, info }) {
  const own = join(relative(ROOT, info.buildResourcesDir), 'entitlements.mac.plist');
  return options.entitlements ?? (existsSync(join(ROOT, own)) ? own : 'of electron-builder');
}

/** What a target needs that is not on this machine. */
const NEEDS = {
  nsis: process.platform === 'win32' ? '' : '; is built on Windows, elsewhere with Wine',
  dmg: process.platform === 'darwin' ? '' : '; is built on macOS only',
};

function describeTarget(target, { packager, arch, outDir }) {
  const name = target.name === 'appImage' ? 'AppImage' : target.name;
  const file = packager.expandArtifactNamePattern(target.options, ENDINGS[name] ?? name, arch);
  return [name, `${relative(ROOT, join(outDir, file))}${NEEDS[name] ?? ''}`];
}

async function describePlatform(platform, config, faults) {
  const context = await resolvePlatform(platform, config);
  const { packager, targets } = context;
  const { config: resolved, platformSpecificBuildOptions: options } = packager;
  const own = [];
  const lines = [
    ['files', describeFiles({ ...resolved, ...options }, own)],
    ['icon', describeIcon(platform, options.icon ?? resolved.icon, own)],
    ...PLATFORM_LINES[platform]({ config: resolved, options, packager }),
    ...targets.map((target) => describeTarget(target, context)),
  ];
  faults.push(...own.map((fault) => `${platform}: ${fault}`));
  return `${platform}\n${lines.map(([label, text]) => `  ${label.padEnd(11)} ${text}\n`).join('')}`;
}

/**
 * Describes what would be packaged for these platforms, in lines. `config` takes precedence over
 * electron-builder.yml.
 * @throws ToolError that lists what would fail.
 */
export async function dryRun(platforms, config = {}) {
  const faults = [];
  const texts = [];
  for (const platform of platforms) texts.push(await describePlatform(platform, config, faults));
  if (faults.length > 0) throw new ToolError('Packaging would fail.', faults.join('\n'));
  return texts.join('');
}
