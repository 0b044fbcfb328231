// What a start makes sure of: the master realm with its administrator, the demo realm, and the realm files that were named.
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

/** What {@link prepareRealms} works with. */
export interface FirstStart extends RealmImportDeps {
  readonly clock: Clock;
  /** The first administrator. Without a password the default one is used. */
  readonly administrator: { readonly username: string; readonly password: string | undefined };
  /** Set when other machines can reach the server: then no administrator may have the default password. */
  readonly exposure: Exposure | undefined;
  /** Path of the demo realm's file. */
  readonly demoRealmFile: string;
  /** `--import-realm`: a file or a folder. */
  readonly importPath: string | undefined;
  /** For `${NAME:default}` in imported realm files. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Makes a new data directory usable and loads realm files. A realm that exists is left as it is.
 * @throws {OptionError} `import-realm` when a file cannot be read or is not a realm file; exit code 1. `bootstrap-admin-password`, exit code 2, when
 * other machines could sign in with the default password.
 */
export async function prepareRealms(start: FirstStart): Promise<void> {
  const { realms } = start.store;
  if (start.exposure !== undefined) await secureAdministrators(start, start.exposure);
  // The demo realm before master: a start that was cut off in between is done again, for master is what is asked for.
  const isNew = realms.find('master') === undefined && realms.findOutOfService('master') === undefined;
  if (isNew) await importFile(start, start.demoRealmFile);
  await completeMaster(start);
  for (const path of await realmFiles(start.importPath)) await importFile(start, path);
}

/** Master is there and manages every realm, also one whose import was cut off before master was told. */
async function completeMaster({ store, administrator, clock, passwordUpgrades }: FirstStart): Promise<void> {
  const { username, password = DEFAULT_PASSWORD } = administrator;
  const withAll = (master: StoredRealm): StoredRealm =>
    store.realms
      .list()
      .filter((realm) => realm.realm !== 'master')
      .reduce((all, realm) => addRealmToMaster(all, realm.realm), master);
  const known = store.realms.find('master');
  if (known === undefined) {
    // A damaged master is left for repair: a new one in its place would lock its administrators out for good.
    if (store.realms.findOutOfService('master') !== undefined) return;
    const { realm, users, passwords } = createMasterRealm({ username, password }, clock);
    await store.realms.create(withAll(realm), users);
    passwordUpgrades.add(realm.id, passwords);
  } else if (withAll(known) !== known) await store.realms.update('master', withAll);
}

/** The files that `--import-realm` names. In an exported folder the users stand in `<realm>-users-0.json` beside their realm. */
async function realmFiles(path: string | undefined): Promise<readonly string[]> {
  if (path === undefined) return [];
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter(
      (name) => name.endsWith('.json') && !/-users-\d+\.json$/.test(name),
    );
    return names.sort().map((name) => join(path, name));
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function importFile(start: FirstStart, path: string): Promise<void> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw unreadable(path, cause);
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
    const users = await usersBeside(path, file.realm);
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
async function usersBeside(path: string, realmName: string): Promise<UserRepresentation[]> {
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

function unreadable(path: string, cause: unknown): OptionError {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
  return new OptionError(
    'import-realm',
    `${path} cannot be read (${code})`,
    'Give a realm file, or a folder of realm files.',
    {
      exitCode: 1,
      cause,
    },
  );
}
