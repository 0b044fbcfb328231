// Finds and reads realm files: one file, or a folder as Keycloak exports it.
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { parseRealmFile } from '#protocol/realm/file/realm-file.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A realm of a file, with the users that an exported folder keeps beside it. */
export interface FoundRealm {
  /** The file. */
  readonly path: string;
  readonly realm: RealmRepresentation;
}

/**
 * Reads a realm file, or every realm file of a folder in alphabetical order. `environment` fills placeholders.
 * @throws {OptionError} `import-realm`, exit code 1, when a file is missing, unreadable or not a realm file.
 */
export async function readRealmFiles(path: string, environment: Environment): Promise<readonly FoundRealm[]> {
  const found: FoundRealm[] = [];
  for (const file of await listRealmFiles(path)) found.push(...(await readRealmFile(file, environment)));
  return found;
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
  for (const realm of parse(path, await readText(path), environment)) {
    const users = await readExportedUsers(path, realm.realm);
    found.push({
      path,
      realm: users.length === 0 ? realm : { ...realm, users: [...(realm.users ?? []), ...users] },
    });
  }
  return found;
}

/** Users that Keycloak's folder export wrote beside the realm's file. */
async function readExportedUsers(path: string, realmName: string): Promise<readonly UserRepresentation[]> {
  const folder = dirname(path);
  const prefix = `${realmName}-users-`;
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && /^\d+\.json$/.test(name.slice(prefix.length)),
  );
  const users: UserRepresentation[] = [];
  for (const name of names.sort()) {
    const file = join(folder, name);
    for (const part of parse(file, await readText(file), {})) users.push(...(part.users ?? []));
  }
  return users;
}

function parse(path: string, text: string, environment: Environment): readonly RealmRepresentation[] {
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

/** The refusal of a file for what it contains. */
export function invalidFile(path: string, cause: RealmFileError): OptionError {
  return new OptionError('import-realm', `${path}: ${cause.message}`, cause.remedy, { exitCode: 1, cause });
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
