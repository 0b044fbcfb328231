// Finds and reads realm files: one file, or a folder as Keycloak exports it.
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { findMemberLine } from '#protocol/realm/file/member-line.ts';
import { type ParsedRealmFile, parseRealmFile } from '#protocol/realm/file/realm-file.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import { STATE_START } from './moving/state-format.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A realm of a file, with the users that an exported folder keeps beside it. */
export interface FoundRealm {
  /** The file. */
  readonly path: string;
  readonly realm: RealmRepresentation;
  /** The file's text, with placeholders filled. */
  readonly text: string;
  /** The realm's position in a file of several. */
  readonly index: number | undefined;
  /** The files beside it, whose users follow the realm's own in this order. */
  readonly userFiles: readonly UserFile[];
}

interface UserFile {
  readonly path: string;
  readonly text: string;
  readonly users: readonly UserRepresentation[];
}

/** What was found, and what cannot be used. */
export interface RealmFiles {
  readonly found: readonly FoundRealm[];
  readonly faults: readonly OptionError[];
}

/**
 * Reads realm files, and every realm file of folders in alphabetical order. `environment` fills placeholders.
 * @throws {OptionError} `import-realm`, exit code 1, when a path does not exist.
 */
export async function readRealmFiles(
  paths: readonly string[],
  environment: Environment,
): Promise<RealmFiles> {
  const found: FoundRealm[] = [];
  const faults: OptionError[] = [];
  for (const path of paths)
    for (const file of await listRealmFiles(path)) {
      try {
        found.push(...(await readRealmFile(file, environment)));
      } catch (error) {
        if (!(error instanceof OptionError)) throw error;
        faults.push(error);
      }
    }
  return { found, faults };
}

/** One error for all. @throws {OptionError} unless the list is empty. */
export function throwFaults(faults: readonly OptionError[]): void {
  const [first, ...others] = faults;
  if (first === undefined) return;
  if (others.length === 0) throw first;
  const lines = faults.map((fault) => `  ${fault.toLine().replace(/^import-realm: /, '')}`);
  throw new OptionError(
    'import-realm',
    `${faults.length} realm files cannot be imported:\n${lines.join('\n')}\n`,
    'Nothing was imported.',
    { exitCode: 1, cause: first },
  );
}

/** In an exported folder, users are in `<realm>-users-0.json` beside their realm. */
async function listRealmFiles(path: string): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter(
      (name) => name.endsWith('.json') && !/-users-\d+\.json$/.test(name),
    );
    return names.sort().map((name) => join(path, name));
  } catch (cause) {
    throw unreadableFile(path, cause);
  }
}

async function readRealmFile(path: string, environment: Environment): Promise<readonly FoundRealm[]> {
  const found: FoundRealm[] = [];
  const content = await readText(path);
  if (content.startsWith(STATE_START)) throw stateFile(path);
  const { realms, text } = parse(path, content, environment);
  for (const [index, realm] of realms.entries()) {
    const userFiles = await readUserFiles(path, realm.realm);
    const users = userFiles.flatMap((file) => file.users);
    found.push({
      path,
      realm: users.length === 0 ? realm : { ...realm, users: [...(realm.users ?? []), ...users] },
      text,
      index: realms.length === 1 ? undefined : index,
      userFiles,
    });
  }
  return found;
}

/** Users that Keycloak's folder export wrote beside the realm's file. */
async function readUserFiles(path: string, realmName: string): Promise<readonly UserFile[]> {
  const folder = dirname(path);
  const prefix = `${realmName}-users-`;
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && /^\d+\.json$/.test(name.slice(prefix.length)),
  );
  const files: UserFile[] = [];
  for (const name of names.sort()) {
    const file = join(folder, name);
    const text = await readText(file);
    const users = parse(file, text, {}).realms.flatMap((part) => part.users ?? []);
    files.push({ path: file, text, users });
  }
  return files;
}

function parse(path: string, text: string, environment: Environment): ParsedRealmFile {
  try {
    return parseRealmFile(text, environment);
  } catch (error) {
    throw error instanceof RealmFileError ? invalidFile(path, error) : error;
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw unreadableFile(path, cause);
  }
}

/** The refusal of a realm for what its file, or a file of users beside it, contains, with the line. */
export function invalidRealm(found: FoundRealm, error: RealmFileError): OptionError {
  const { path, text, index } = found;
  const inUserFile = findInUserFiles(found, error);
  if (inUserFile !== undefined) return inUserFile;
  const member = index === undefined ? error.member : `[${index}].${error.member}`;
  return invalidFile(placeOf(path, text, error.member === '' ? '' : member), error);
}

/** The refusal if the member is a user of a file beside the realm's, whose users are counted on from the realm's own. */
function findInUserFiles({ realm, userFiles }: FoundRealm, error: RealmFileError): OptionError | undefined {
  const [whole = '', position] = /^users\[(\d+)\]/.exec(error.member) ?? [];
  if (position === undefined) return undefined;
  const total = userFiles.reduce((count, { users }) => count + users.length, 0);
  let index = Number(position) - ((realm.users?.length ?? 0) - total);
  for (const { path, text, users } of index < 0 ? [] : userFiles) {
    if (index < users.length) {
      const member = `users[${index}]${error.member.slice(whole.length)}`;
      const problem = error.message.slice(error.member.length + 1);
      return invalidFile(
        placeOf(path, text, member),
        new RealmFileError(member, problem, error.remedy, error),
      );
    }
    index -= users.length;
  }
  return undefined;
}

function placeOf(path: string, text: string, member: string): string {
  const line = member === '' ? undefined : findMemberLine(text, member);
  return line === undefined ? path : `${path}:${line}`;
}

function stateFile(path: string): OptionError {
  const problem = `${path} was written by export --with-sessions, and is not a realm file`;
  const remedy = 'Stop the server and import it with: import --file=FILE.';
  return new OptionError('import-realm', problem, remedy, { exitCode: 1 });
}

function invalidFile(place: string, cause: RealmFileError): OptionError {
  return new OptionError('import-realm', `${place}: ${cause.message}`, cause.remedy, { exitCode: 1, cause });
}

function unreadableFile(path: string, cause: unknown): OptionError {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
  return new OptionError(
    'import-realm',
    `${path} cannot be read (${code})`,
    'Give a realm file, or a folder of realm files.',
    { exitCode: 1, cause },
  );
}
