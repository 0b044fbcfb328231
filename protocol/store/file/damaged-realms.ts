// Realms with unusable files, identified as far as possible without those files.
import { readFile } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';
import type { Logger } from '#protocol/log/logger.ts';
import type { RealmOutOfService, StoredRealm } from '../store.ts';
import type { DamagedFileError } from './atomic-file.ts';
import { realmFolderName } from './realm-folder.ts';

/** The first `realm` member with a string: a realm's file begins with its id and name. */
const NAME = /"realm"\s*:\s*("(?:[^"\\]|\\.)*")/;

/** The realm's name from the rest of its file, if it is there. */
async function guessName(path: string): Promise<string | undefined> {
  // The file may be unreadable; that error is already known.
  const text = await readFile(path, 'utf8').catch(() => '');
  const literal = NAME.exec(text)?.[1];
  try {
    const name: unknown = literal === undefined ? undefined : JSON.parse(literal);
    return name === '' ? undefined : (name as string | undefined);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export class DamagedRealms {
  readonly #realms: (RealmOutOfService & { readonly folder: string })[] = [];
  /** The folder that contains the realms' folders. */
  readonly #path: string;
  readonly #log: Logger;

  constructor(path: string, log: Logger) {
    this.#path = path;
    this.#log = log;
  }

  /** Adds a realm by its folder and logs it. Without `knownName`, its name is searched in the file. */
  async add(folder: string, error: DamagedFileError, knownName?: string): Promise<void> {
    this.addNamed(folder, error, knownName ?? (await guessName(error.path)));
  }

  /** Like `add`; an undefined name stays unknown. */
  addNamed(folder: string, error: DamagedFileError, realm: string | undefined): RealmOutOfService {
    const { path, problem } = error;
    const file = relative(dirname(this.#path), path);
    const damage = { realm, path, file, problem, folder: basename(folder) };
    this.#realms.push(damage);
    this.#log.error(
      'A realm is out of service because one of its files cannot be used. The file is left unchanged: repair it or restore it from a copy, then restart the server.',
      { realm: realm ?? 'unknown', file: path, problem },
    );
    return damage;
  }

  list(): readonly RealmOutOfService[] {
    return this.#realms;
  }

  /**
   * The damaged realm that has or may have this name. One without a name may be any realm that `master`
   * manages, or any realm at all while `master` itself is missing.
   */
  find(name: string, master: StoredRealm | undefined): RealmOutOfService | undefined {
    if (this.#realms.length === 0) return undefined;
    const named = this.#realms.find(({ realm }) => realm === name);
    if (named !== undefined) return named;
    const isManaged = master?.clients?.some(({ clientId }) => clientId === `${name}-realm`);
    return isManaged === false ? undefined : this.#realms.find(({ realm }) => realm === undefined);
  }

  /** The damaged realm in the folder that belongs to this id. */
  findById(realmId: string): RealmOutOfService | undefined {
    const folder = realmFolderName(realmId);
    return this.#realms.find((damaged) => damaged.folder === folder);
  }
}
