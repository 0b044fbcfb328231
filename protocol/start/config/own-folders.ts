// Where a path that came over HTTP may lead: to a log file in the data or log folder, whatever links are on the way.
import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, parse, relative, sep } from 'node:path';
import { OPTIONS, type OptionKey, type OptionRow } from '#protocol/contract/options.ts';
import type { SettingFaultWire } from '#protocol/contract/settings.ts';
import type { ConfChanges } from './conf-writer.ts';
import type { ResolvedOptions } from './resolve-options.ts';

/** Absolute paths of the running server. */
export interface OwnFolders {
  readonly dataDir: string;
  /** The log file of the start. */
  readonly logFile: string;
}

/** The store's folder in the data directory: whatever appears in it is read as a realm. */
const REALMS = 'realms';
const LOG_SUFFIX = '.log';
/** As the kernel of Linux counts (path_resolution(7)). */
const MAX_LINKS = 40;

const OWN_KEYS = (OPTIONS as readonly (OptionRow & { readonly key: OptionKey })[])
  .filter(({ overHttp }) => overHttp === 'in own folders')
  .map(({ key }) => key);

/**
 * The changes with absolute paths, so that they mean the same file wherever the next start happens; and the paths that lead elsewhere.
 * `next` is what the changes come to.
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

/** Why the server must not write there on a caller's word; undefined when it may. */
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
    // Whatever is in the way (a file as a folder, a loop of links, no permission), nobody can say where the path leads.
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return `${path} cannot be followed (${code})`;
  }
}

/** Whether a relative path stays below where it starts. */
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
 * Where the system ends up that opens an absolute path, also when the file, or folders above it, are not there yet.
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
