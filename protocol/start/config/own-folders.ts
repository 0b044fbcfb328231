// Restricts paths set over HTTP: even through links, they must lead to a log file in the data or log folder.
import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, parse, relative, sep } from 'node:path';
import { OPTION_ROWS, type OptionKey } from '#protocol/contract/options.ts';
import type { SettingFaultWire } from '#protocol/contract/settings.ts';
import type { ConfChanges } from './conf-writer.ts';
import type { ResolvedOptions } from './resolve-options.ts';

/** Absolute paths of the running server. */
export interface OwnFolders {
  readonly dataDir: string;
  /** The log file in use since the start. */
  readonly logFile: string;
}

/** The store's folder in the data directory: every file in it is read as a realm. */
const REALMS = 'realms';
const LOG_SUFFIX = '.log';
/** The limit of the Linux kernel (path_resolution(7)). */
const MAX_LINKS = 40;

const OWN_KEYS = OPTION_ROWS.filter(({ overHttp }) => overHttp === 'in own folders').map(({ key }) => key);

/**
 * Makes the paths among the changes absolute, so that they mean the same file in every working directory, and
 * reports the paths that are not allowed. `next` contains the options after the changes.
 */
export function keepInOwnFolders(
  changes: ConfChanges,
  next: ResolvedOptions,
  folders: OwnFolders,
): { readonly changes: ConfChanges; readonly faults: readonly SettingFaultWire[] } {
  const kept = new Map(changes);
  const faults: SettingFaultWire[] = [];
  for (const key of OWN_KEYS.filter((own) => typeof changes.get(own) === 'string')) {
    const path = String(next.values[key]);
    const problem = findPathProblem(path, folders);
    if (problem === undefined) kept.set(key, path);
    else faults.push({ key, problem, remedy: remedyFor(key, folders) });
  }
  return { changes: kept, faults };
}

function remedyFor(key: OptionKey, { dataDir, logFile }: OwnFolders): string {
  const beside = dirname(logFile);
  const folders = isWithin(dataDir, beside) ? dataDir : `${dataDir}, or directly in ${beside}`;
  return `Over HTTP, give a ${LOG_SUFFIX} file in ${folders}. Set ${key} to any other path in the configuration file or on the command line.`;
}

/** Why a path set over HTTP is not allowed; undefined when it is. */
function findPathProblem(path: string, { dataDir, logFile }: OwnFolders): string | undefined {
  if (path === logFile) return undefined;
  try {
    const real = followLinks(path);
    const leads = real === path ? path : `${path} leads to ${real}, which`;
    const fromData = relative(followLinks(dataDir), real);
    const isInData = isBelow(fromData);
    if (!isInData && dirname(real) !== followLinks(dirname(logFile)))
      return `${leads} is outside the data and log folders`;
    if (isInData && fromData.split(sep)[0]?.toLowerCase() === REALMS)
      return `${leads} is among the files of the realms`;
    if (extname(real).toLowerCase() !== LOG_SUFFIX) return `${leads} does not end with ${LOG_SUFFIX}`;
    const isOther = statSync(real, { throwIfNoEntry: false })?.isFile() === false;
    return isOther ? `${leads} is not a regular file` : undefined;
  } catch (error) {
    // Whatever the obstacle (a file in place of a folder, a link loop, no permission), the target is unknown.
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return `${path} cannot be followed (${code})`;
  }
}

/** Whether a relative path stays below its start. */
function isBelow(path: string): boolean {
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || isBelow(relative(folder, path));
}

function namesOf(path: string): readonly string[] {
  return path.slice(parse(path).root.length).split(sep === '\\' ? /[\\/]/ : sep);
}

/**
 * Resolves an absolute path as the system would when opening it, even if the file, or folders above it, do
 * not exist yet.
 * @throws {Error} with a `code`: `ELOOP`, `ENOTDIR`, `EACCES`, …
 */
function followLinks(path: string): string {
  let real = parse(path).root;
  let rest = namesOf(path);
  let links = 0;
  for (let [name, ...more] = rest; name !== undefined; [name, ...more] = rest) {
    rest = more;
    if (name === '' || name === '.') continue;
    const next = join(real, name);
    if (name === '..' || lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() !== true) {
      real = next;
      continue;
    }
    if (++links > MAX_LINKS) throw Object.assign(new Error(`too many links in ${path}`), { code: 'ELOOP' });
    const target = readlinkSync(next);
    if (isAbsolute(target)) real = parse(target).root;
    rest = [...namesOf(target), ...more];
  }
  return real;
}
