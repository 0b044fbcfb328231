// Finds the state files that an import names, checks them, and the realm files that are left for a usual import.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OptionError } from '#protocol/errors/option-error.ts';
import { throwFaults } from '../realm-files.ts';
import { formatCount, type Progress } from './progress.ts';
import { stateError } from './state-error.ts';
import { STATE_SUFFIX } from './state-format.ts';
import { isStateFile, readState, type StateSection } from './state-reader.ts';

export interface FoundStates {
  /** In order of creation. */
  readonly sections: readonly StateSection[];
  /** Files and folders that are imported as Keycloak does. */
  readonly rest: readonly string[];
}

interface Target {
  readonly kind: 'dir' | 'file';
  readonly path: string;
}

/**
 * Reads and checks all state files of a folder, or the one that is named.
 * @throws {OptionError} exit code 1, naming every file that is truncated or was changed.
 */
export async function findStates({ kind, path }: Target, progress: Progress): Promise<FoundStates> {
  if (kind === 'file') return (await isState(path)) ? readStates([path], [], progress) : noStates(path);
  const names = await readdir(path).catch((): string[] => []);
  const states = names.filter((name) => name.endsWith(STATE_SUFFIX)).sort();
  if (states.length === 0) return noStates(path);
  const covered = new Set(states.map((name) => `${name.slice(0, -STATE_SUFFIX.length)}-realm.json`));
  const rest = names
    .filter((name) => name.endsWith('.json') && !/-users-\d+\.json$/.test(name) && !covered.has(name))
    .sort();
  return readStates(
    states.map((name) => join(path, name)),
    rest.map((name) => join(path, name)),
    progress,
  );
}

const noStates = (path: string): FoundStates => ({ sections: [], rest: [path] });

/** A file that cannot be read is none; the usual import says why. */
async function isState(path: string): Promise<boolean> {
  return isStateFile(path).catch(() => false);
}

async function readStates(
  paths: readonly string[],
  rest: readonly string[],
  progress: Progress,
): Promise<FoundStates> {
  const sections: StateSection[] = [];
  const faults: OptionError[] = [];
  for (const path of paths)
    try {
      const found = await readState(path, (lines) =>
        progress.report(() => `Checking ${basename(path)}, lines: ${formatCount(lines)}`),
      );
      for (const section of found) await checkBeside(section);
      sections.push(...found);
    } catch (error) {
      if (!(error instanceof OptionError)) throw unreadable(path, error);
      faults.push(error);
    }
  throwFaults([...faults, ...findDoubles(sections)]);
  return { sections: sections.toSorted((a, b) => a.header.position - b.header.position), rest };
}

function unreadable(path: string, cause: unknown): unknown {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === undefined) return cause;
  return stateError(path, undefined, `cannot be read (${code})`, 'Give a file that you may read.');
}

/** Realms that are in two state files. */
function findDoubles(sections: readonly StateSection[]): readonly OptionError[] {
  const pathOf = new Map<string, string>();
  return sections.flatMap(({ path, header: { realm } }) => {
    const earlier = pathOf.get(realm);
    pathOf.set(realm, path);
    if (earlier === undefined) return [];
    const problem = `realm ${realm} is also in ${basename(earlier)}`;
    return [stateError(path, undefined, problem, 'Remove one of the two files.')];
  });
}

/**
 * The files for Keycloak beside the state file must be those of the same export, because only the state file is read. They
 * may be missing.
 */
async function checkBeside({ path, end: { files } }: StateSection): Promise<void> {
  const folder = dirname(path);
  const present = await readdir(folder);
  for (const [name, digest] of Object.entries(files)) {
    if (!present.includes(name) || (await digestOf(join(folder, name))) === digest) continue;
    throw differs(path, `${name} was changed after the export`);
  }
  const name = basename(path, STATE_SUFFIX);
  const foreign =
    Object.keys(files).length === 0
      ? undefined
      : present.find((file) => isUserFile(file, name) && !Object.hasOwn(files, file));
  if (foreign !== undefined) throw differs(path, `${foreign} is not part of the same export`);
}

const isUserFile = (file: string, name: string): boolean =>
  file.startsWith(`${name}-users-`) && /^\d+\.json$/.test(file.slice(`${name}-users-`.length));

function differs(path: string, problem: string): OptionError {
  return stateError(
    path,
    undefined,
    problem,
    `To import the realm as it is in its realm file, without sessions, remove ${basename(path)}; to import it as it was exported, export again.`,
  );
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
