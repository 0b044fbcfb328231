#!/usr/bin/env node
// Makes a Debian package with dpkg-deb from the arguments that electron-builder gives fpm. electron-builder downloads
// fpm, and Debian does not have it; this program takes its place where the download is not possible.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTool, ToolError } from '../progress.mjs';
import { runCommand } from '../setup/run-command.mjs';

const REMEDY = 'Set CUSTOM_FPM_PATH to the path of fpm itself.';

/** The options of fpm that electron-builder gives for a Debian package. */
const OPTIONS = {
  s: { type: 'string', short: 's' },
  t: { type: 'string', short: 't' },
  d: { type: 'string', short: 'd', multiple: true, default: [] },
  force: { type: 'boolean' },
  debug: { type: 'boolean' },
  log: { type: 'string' },
  name: { type: 'string' },
  version: { type: 'string' },
  iteration: { type: 'string' },
  architecture: { type: 'string' },
  maintainer: { type: 'string' },
  vendor: { type: 'string' },
  license: { type: 'string' },
  url: { type: 'string' },
  category: { type: 'string', default: 'misc' },
  description: { type: 'string' },
  package: { type: 'string' },
  'after-install': { type: 'string' },
  'after-remove': { type: 'string' },
  'deb-priority': { type: 'string', default: 'optional' },
  'deb-recommends': { type: 'string', multiple: true, default: [] },
  'deb-compression': { type: 'string', default: 'xz' },
};

/** Compressions by their names in fpm and in dpkg-deb. */
const COMPRESSIONS = { xz: 'xz', gz: 'gzip', zst: 'zstd' };

function readArguments(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new ToolError(`${import.meta.filename} is not a complete fpm: ${error.message}`, REMEDY);
  }
}

/** Copies `from/=/to` (contents of a folder) or `from=/to` (one file) into the tree. */
function copyMapped(mapping, tree) {
  const [, from, to] = /^([^=]+)=(\/.+)$/.exec(mapping) ?? [];
  if (from === undefined) throw new ToolError(`${mapping} does not say where a file is installed.`, REMEDY);
  const target = join(tree, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}

function listFilesOf(tree) {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Debian policy §5.6.13: a synopsis, then indented lines; a lone dot is an empty line. */
function formatDescription(text) {
  const [synopsis, ...lines] = text.split('\n').map((line) => line.trim());
  return [synopsis, ...lines.map((line) => ` ${line === '' ? '.' : line}`)].join('\n');
}

/** Debian policy §5.3. */
function renderControl(values, installedBytes) {
  const fields = {
    Package: values.name,
    Version: values.iteration === undefined ? values.version : `${values.version}-${values.iteration}`,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    'Installed-Size': Math.ceil(installedBytes / 1024),
    Depends: values.d.join(', ') || undefined,
    Recommends: values['deb-recommends'].join(', ') || undefined,
    Section: values.category,
    Priority: values['deb-priority'],
    Homepage: values.url,
    Description: formatDescription(values.description),
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}: ${value}\n`).join('');
}

function writeControlFiles(values, tree) {
  const files = listFilesOf(tree);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const sums = files.map((file) => {
    const sum = createHash('md5').update(readFileSync(file)).digest('hex');
    return `${sum}  ${file.slice(tree.length + 1)}\n`;
  });
  const folder = join(tree, 'DEBIAN');
  mkdirSync(folder);
  writeFileSync(join(folder, 'control'), renderControl(values, bytes));
  writeFileSync(join(folder, 'md5sums'), sums.join(''));
  for (const [option, script] of [
    ['after-install', 'postinst'],
    ['after-remove', 'postrm'],
  ]) {
    if (values[option] === undefined) continue;
    copyFileSync(values[option], join(folder, script));
    chmodSync(join(folder, script), 0o755);
  }
}

await runTool(() => {
  const { values, positionals } = readArguments(process.argv.slice(2));
  const compression = COMPRESSIONS[values['deb-compression']];
  if (values.s !== 'dir' || values.t !== 'deb' || compression === undefined)
    throw new ToolError(
      `${import.meta.filename} makes a Debian package of a folder, compressed by ${Object.keys(COMPRESSIONS).join(', ')}.`,
      REMEDY,
    );
  const tree = mkdtempSync(join(tmpdir(), 'understudy-deb-'));
  try {
    for (const mapping of positionals) copyMapped(mapping, tree);
    runCommand('chmod', ['-R', 'u=rwX,go=rX', tree], 'Check the permissions of the temporary folder.');
    writeControlFiles(values, tree);
    const level = process.env.ELECTRON_BUILDER_COMPRESSION_LEVEL;
    const how = [`-Z${compression}`, ...(level === undefined ? [] : [`-z${level}`])];
    const build = ['--root-owner-group', ...how, '--build', tree, values.package];
    runCommand('dpkg-deb', build, 'See its message above.');
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
});
