// What every start ensures: the master realm with its administrator, the demo realm, requested realm files.
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '#protocol/clock.ts';
import type { UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { importRealm, type RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import { parseRealmFile } from '#protocol/realm/file/realm-file.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import { addRealmToMaster, createMasterRealm } from '#protocol/realm/master-realm.ts';
import { RealmOutOfServiceError, type StoredRealm } from '#protocol/store/store.ts';
import { DEFAULT_PASSWORD, type Exposure, secureAdministrators } from './administrator-passwords.ts';

export interface FirstStart extends RealmImportDeps {
  readonly clock: Clock;
  /** The first administrator. Default password: `admin`. */
  readonly administrator: { readonly username: string; readonly password: string | undefined };
  /** Set when other machines can reach the server: no administrator may have the default password then. */
  readonly exposure: Exposure | undefined;
  readonly demoRealmFile: string;
  /** `--import-realm`: a file or a folder. */
  readonly importPath: string | undefined;
  /** For `${NAME:default}` in imported realm files. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Initializes a new data directory and imports realm files. Existing realms are left unchanged.
 * @throws {OptionError} `import-realm`, exit code 1, when a file is unreadable or not a realm file;
 * `bootstrap-admin-password`, exit code 2, when other machines could sign in with the default password.
 */
export async function prepareRealms(start: FirstStart): Promise<void> {
  const { realms } = start.store;
  if (start.exposure !== undefined) await secureAdministrators(start, start.exposure);
  // Demo before master: an interrupted start is repeated, since only master marks a data directory as used.
  const isNew = realms.find('master') === undefined && realms.findOutOfService('master') === undefined;
  if (isNew) await importFile(start, start.demoRealmFile);
  await ensureMaster(start);
  for (const path of await listRealmFiles(start.importPath)) await importFile(start, path);
}

/** Ensures that master exists and manages every realm, even after an interrupted import. */
async function ensureMaster({ store, administrator, clock, passwordUpgrades }: FirstStart): Promise<void> {
  const { username, password = DEFAULT_PASSWORD } = administrator;
  const withEveryRealm = (master: StoredRealm): StoredRealm =>
    store.realms
      .list()
      .filter((realm) => realm.realm !== 'master')
      .reduce((all, realm) => addRealmToMaster(all, realm.realm), master);
  const known = store.realms.find('master');
  if (known === undefined) {
    // A damaged master is left for repair: replacing it would lock out its administrators permanently.
    if (store.realms.findOutOfService('master') !== undefined) return;
    const { realm, users, passwords } = createMasterRealm({ username, password }, clock);
    await store.realms.create(withEveryRealm(realm), users);
    passwordUpgrades.add(realm.id, passwords);
  } else if (withEveryRealm(known) !== known) await store.realms.update('master', withEveryRealm);
}

/** The files to import. In an exported folder, users are in `<realm>-users-0.json` beside their realm. */
async function listRealmFiles(path: string | undefined): Promise<readonly string[]> {
  if (path === undefined) return [];
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

async function importFile(start: FirstStart, path: string): Promise<void> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw unreadableFile(path, cause);
  }
  try {
    const file = parseRealmFile(text, start.environment);
    if (start.store.realms.find(file.realm) !== undefined) {
      start.demoPasswords.learn(file);
      start.log.info('Realm exists already and is left as it is', { realm: file.realm, file: path });
      return;
    }
    const damage = start.store.realms.findOutOfService(file.realm);
    if (damage !== undefined) {
      start.log.warn('A realm is not imported, because the one of this name is out of service', {
        realm: file.realm,
        file: path,
        damaged: damage.path,
      });
      return;
    }
    const users = await readExportedUsers(path, file.realm);
    const realm = await importRealm(
      start,
      { ...file, users: [...(file.users ?? []), ...users] },
      start.clock,
    );
    start.log.info('Realm imported', {
      realm: realm.realm,
      users: (file.users?.length ?? 0) + users.length,
      file: path,
    });
  } catch (cause) {
    if (cause instanceof RealmOutOfServiceError) {
      start.log.warn('A realm is not imported, because the one with its id is out of service', {
        file: path,
        damaged: cause.damage.path,
      });
      return;
    }
    if (!(cause instanceof RealmFileError)) throw cause;
    throw new OptionError('import-realm', `${path}: ${cause.message}`, cause.remedy, { exitCode: 1, cause });
  }
}

/** Users that Keycloak's folder export wrote beside the realm's file. */
async function readExportedUsers(path: string, realmName: string): Promise<UserRepresentation[]> {
  const folder = dirname(path);
  const prefix = `${realmName}-users-`;
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && /^\d+\.json$/.test(name.slice(prefix.length)),
  );
  const users: UserRepresentation[] = [];
  for (const name of names.sort()) {
    const part = parseRealmFile(await readFile(join(folder, name), 'utf8'), {});
    users.push(...(part.users ?? []));
  }
  return users;
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
