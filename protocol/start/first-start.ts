// What every start ensures: the master realm with its administrator, the demo realm, requested realm files.
import { existsSync } from 'node:fs';
import type { Clock } from '#protocol/clock.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { importRealm, type RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import type { NormalizedRealm } from '#protocol/realm/file/normalize-realm.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import { addRealmToMaster, createMasterRealm } from '#protocol/realm/master-realm.ts';
import { RealmOutOfServiceError, type StoredRealm } from '#protocol/store/store.ts';
import { DEFAULT_PASSWORD, type Exposure, secureAdministrators } from './administrator-passwords.ts';
import { type FoundRealm, invalidFile, readRealmFiles } from './realm-files.ts';

/** Which realm files a start imports. */
interface ImportRequest {
  /** A file or a folder. */
  readonly path: string;
  /** The path was not chosen by the user, so nothing need be there. */
  readonly isOptional: boolean;
}

export interface FirstStart extends RealmImportDeps {
  readonly clock: Clock;
  /** The first administrator. Default password: `admin`. */
  readonly administrator: { readonly username: string; readonly password: string | undefined };
  /** Set when other machines can reach the server: no administrator may have the default password then. */
  readonly exposure: Exposure | undefined;
  readonly demoRealmFile: string;
  /** Whether a new data directory gets the demo realm. */
  readonly demoRealm: 'always' | 'never' | 'unless a realm is imported';
  readonly importRequest: ImportRequest | undefined;
  /** For `${NAME:default}` in imported realm files. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Initializes a new data directory and imports realm files. Existing realms are left unchanged, and a realm of a
 * file comes before a built-in one of the same name.
 * @throws {OptionError} `import-realm`, exit code 1, when a file is unreadable or not a realm file;
 * `bootstrap-admin-password`, exit code 2, when other machines could sign in with the default password.
 */
export async function prepareRealms(start: FirstStart): Promise<void> {
  const { realms } = start.store;
  if (start.exposure !== undefined) await secureAdministrators(start, start.exposure);
  const found = await findRealmFiles(start);
  // Demo before master: an interrupted start is repeated, since only master marks a data directory as used.
  const isNew = realms.find('master') === undefined && realms.findOutOfService('master') === undefined;
  if (isNew && wantsDemo(start, found))
    for (const each of await readRealmFiles(start.demoRealmFile, start.environment))
      await importFound(start, each);
  const master = isNew ? found.find(({ realm }) => realm.realm === 'master') : undefined;
  await ensureMaster(start, master);
  // The file may bring administrators with the default password.
  if (master !== undefined && start.exposure !== undefined) await secureAdministrators(start, start.exposure);
  for (const each of found) if (each !== master) await importFound(start, each);
}

async function findRealmFiles({
  importRequest,
  environment,
  log,
}: FirstStart): Promise<readonly FoundRealm[]> {
  if (importRequest === undefined) return [];
  const { path, isOptional } = importRequest;
  const isMissing = isOptional && !existsSync(path);
  const found = isMissing ? [] : await readRealmFiles(path, environment);
  if (found.length === 0)
    log.info(isMissing ? 'Nothing to import: the folder does not exist' : 'Nothing to import', { path });
  return found;
}

function wantsDemo({ demoRealm }: FirstStart, found: readonly FoundRealm[]): boolean {
  if (found.some(({ realm }) => realm.realm === 'demo')) return false;
  return demoRealm === 'always' || (demoRealm === 'unless a realm is imported' && found.length === 0);
}

/** Ensures that master exists and manages every realm, even after an interrupted import. */
async function ensureMaster(start: FirstStart, found: FoundRealm | undefined): Promise<void> {
  const { store, administrator, clock, passwordUpgrades } = start;
  const { username, password = DEFAULT_PASSWORD } = administrator;
  const withEveryRealm = (master: StoredRealm): StoredRealm =>
    store.realms
      .list()
      .filter((realm) => realm.realm !== 'master')
      .reduce((all, realm) => addRealmToMaster(all, realm.realm), master);
  const create = (file?: RealmRepresentation): NormalizedRealm => {
    const created = createMasterRealm({ username, password }, clock, file);
    return { ...created, realm: withEveryRealm(created.realm) };
  };
  const known = store.realms.find('master');
  if (known !== undefined) {
    if (withEveryRealm(known) !== known) await store.realms.update('master', withEveryRealm);
    return;
  }
  // A damaged master is left for repair: replacing it would lock out its administrators permanently.
  if (store.realms.findOutOfService('master') !== undefined) return;
  if (found !== undefined) return importFound(start, found, create);
  const { realm, users, passwords } = create();
  await store.realms.create(realm, users);
  passwordUpgrades.add(realm.id, passwords);
}

/** Imports a realm unless there is one of its name, in service or not. */
async function importFound(
  start: FirstStart,
  { path, realm: file }: FoundRealm,
  normalize?: (file: RealmRepresentation) => NormalizedRealm,
): Promise<void> {
  const { log, store } = start;
  if (store.realms.find(file.realm) !== undefined) {
    start.demoPasswords.learn(file);
    log.info('Realm exists already and is left as it is', { realm: file.realm, file: path });
    return;
  }
  const damage = store.realms.findOutOfService(file.realm);
  if (damage !== undefined) {
    log.warn('A realm is not imported, because the one of this name is out of service', {
      realm: file.realm,
      file: path,
      damaged: damage.path,
    });
    return;
  }
  try {
    const { realm } = await importRealm(start, file, start.clock, normalize);
    log.info('Realm imported', { realm, users: file.users?.length ?? 0, file: path });
  } catch (error) {
    if (error instanceof RealmOutOfServiceError)
      log.warn('A realm is not imported, because the one with its id is out of service', {
        file: path,
        damaged: error.damage.path,
      });
    else throw error instanceof RealmFileError ? invalidFile(path, error) : error;
  }
}
