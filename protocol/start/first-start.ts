// What every start ensures: the master realm with its administrator, the demo realm, requested realm files.
import { existsSync } from 'node:fs';
import type { Clock } from '#protocol/clock.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { type ImportChoices, importRealm, type RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import { type NormalizedRealm, normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import {
  addRealmToMaster,
  createMasterRealm,
  hasClient,
  hasUser,
  type ServiceAccount,
} from '#protocol/realm/master-realm.ts';
import { findEffectiveHolders } from '#protocol/realm/view/role-holders.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import {
  RealmOutOfServiceError,
  type Store,
  type StoredRealm,
  type StoringOptions,
} from '#protocol/store/store.ts';
import { type Exposure, secureAdministrators } from './administrator-passwords.ts';
import { type FoundRealm, invalidRealm, readRealmFiles, throwFaults } from './realm-files.ts';
import { asStarted, isUnstarted } from './unstarted.ts';

/** Which realm files a start imports. */
interface ImportRequest {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** The path was not chosen by the user, so nothing need be there. */
  readonly isOptional: boolean;
  /** Whether existing realms are replaced. Default: they are left unchanged. */
  readonly replaces?: boolean;
}

export interface FirstStart extends RealmImportDeps {
  readonly clock: Clock;
  /** The first administrator; undefined: the caller creates one. */
  readonly administrator:
    | {
        readonly username: string;
        readonly password: string | undefined;
        /** Instead of a missing password; undefined: without one, no administrator is created. */
        readonly defaultPassword: string | undefined;
      }
    | undefined;
  /** A client of master with role admin, created with it. */
  readonly serviceAccount: ServiceAccount | undefined;
  /** Set when other machines can reach the server: no administrator may have the default password then. */
  readonly exposure: Exposure | undefined;
  /** Realms that a new data directory gets as samples. */
  readonly demoRealmFiles: readonly string[];
  /** Whether it gets them. */
  readonly demoRealm: 'always' | 'never' | 'unless a realm is imported';
  readonly importRequest: ImportRequest | undefined;
  /** How the storing of a realm is followed. Default: it is not. */
  readonly watch?: (file: RealmRepresentation) => StoringOptions;
  /** For `${NAME:default}` in imported realm files. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Initializes a new data directory and imports realm files. Existing realms are left unchanged, and a realm of a
 * file comes before a built-in one of the same name. Returns the names of realms that are not imported, because the
 * one of their name or id is out of service.
 * @throws {OptionError} `import-realm`, exit code 1, when a file is unreadable or not a realm file;
 * `bootstrap-admin-password`, exit code 2, when other machines could sign in with the default password.
 */
export async function prepareRealms(start: FirstStart): Promise<readonly string[]> {
  const { realms } = start.store;
  await secure(start);
  const found = await findRealmFiles(start);
  // Demo before master: an interrupted start is repeated, since only master marks a data directory as used.
  const isDamaged = realms.findOutOfService('master') !== undefined;
  const isNew = realms.find('master') === undefined && !isDamaged;
  if ((isNew || isUnstarted(realms.find('master'))) && wantsDemo(start, found))
    await importDemo(start, found);
  const master =
    isNew || (start.importRequest?.replaces === true && !isDamaged)
      ? found.find(({ realm }) => realm.realm === 'master')
      : undefined;
  await ensureMaster(start, master);
  // The file may bring administrators with the default password.
  if (master !== undefined) await secure(start);
  const left: string[] = [];
  for (const each of found)
    if (each !== master && !(await importFound(start, each))) left.push(each.realm.realm);
  return left;
}

async function secure({ exposure, administrator, ...start }: FirstStart): Promise<void> {
  const password = administrator?.password;
  if (exposure !== undefined) await secureAdministrators({ ...start, administrator: { password } }, exposure);
}

/** A realm of a file comes before a built-in one of its name. */
async function importDemo(start: FirstStart, requested: readonly FoundRealm[]): Promise<void> {
  const imported = new Set(requested.map(({ realm }) => realm.realm));
  const { found, faults } = await readRealmFiles(start.demoRealmFiles, start.environment);
  throwFaults(faults);
  for (const each of found) if (!imported.has(each.realm.realm)) await importFound(start, each);
}

async function findRealmFiles(start: FirstStart): Promise<readonly FoundRealm[]> {
  if (start.importRequest === undefined) return [];
  const { paths, isOptional } = start.importRequest;
  const present = isOptional ? paths.filter((path) => existsSync(path)) : paths;
  const { found, faults } = await readRealmFiles(present, start.environment);
  const all = found.length + faults.length > 1 ? checkAll(start, found) : [];
  throwFaults([...faults, ...all, ...checkIds(start, found)]);
  if (found.length === 0) {
    const isMissing = present.length < paths.length;
    start.log.info(isMissing ? 'Nothing to import: the folder does not exist' : 'Nothing to import', {
      path: paths.join(','),
    });
  }
  return found;
}

/** @throws {OptionError} for an invalid realm. */
function checkRealmOf(found: FoundRealm, clock: Clock): void {
  try {
    normalizeRealm(found.realm, clock);
  } catch (error) {
    throw error instanceof RealmFileError ? invalidRealm(found, error) : error;
  }
}

/** The faults of new realms, so that all are reported before the first is imported. */
function checkAll(start: FirstStart, found: readonly FoundRealm[]): readonly OptionError[] {
  const faults: OptionError[] = [];
  for (const each of found) {
    if (isKept(start, each)) continue;
    try {
      checkRealmOf(each, start.clock);
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      faults.push(error);
    }
  }
  return faults;
}

/** Realms whose id is that of another realm, in the data directory or in the files. */
function checkIds(start: FirstStart, found: readonly FoundRealm[]): readonly OptionError[] {
  const owners = new Map(start.store.realms.list().map(({ id, realm }) => [id, realm]));
  return found.flatMap((each) => {
    const { id, realm } = each.realm;
    if (id === undefined || id === '' || isKept(start, each)) return [];
    const owner = owners.get(id) ?? realm;
    owners.set(id, owner);
    if (owner === realm) return [];
    const remedy = 'Give each realm an id of its own, or leave `id` out.';
    return [invalidRealm(each, new RealmFileError('id', `"${id}" is the id of realm ${owner}`, remedy))];
  });
}

/** Whether the realm exists and is left as it is. */
function isKept({ store, importRequest }: FirstStart, { realm }: FoundRealm): boolean {
  return importRequest?.replaces !== true && store.realms.find(realm.realm) !== undefined;
}

function wantsDemo({ demoRealm }: FirstStart, found: readonly FoundRealm[]): boolean {
  if (found.some(({ realm }) => realm.realm === 'demo')) return false;
  return demoRealm === 'always' || (demoRealm === 'unless a realm is imported' && found.length === 0);
}

/**
 * Ensures that master exists and manages every realm, even after an interrupted import. `found`: the realm file that
 * it is made of.
 */
async function ensureMaster(start: FirstStart, found: FoundRealm | undefined): Promise<void> {
  const { store, clock, passwordUpgrades } = start;
  const withEveryRealm = (master: StoredRealm): StoredRealm =>
    store.realms
      .list()
      .filter((realm) => realm.realm !== 'master')
      .reduce((all, realm) => addRealmToMaster(all, realm.realm), master);
  const create = (file?: RealmRepresentation): NormalizedRealm => {
    const created = createMasterRealm(readAdministrator(start), clock, file, start.serviceAccount);
    return { ...created, realm: withEveryRealm(created.realm) };
  };
  const known = store.realms.find('master');
  if (known !== undefined && found === undefined) {
    const complete = (master: StoredRealm): StoredRealm => withEveryRealm(asStarted(master));
    if (complete(known) !== known) await store.realms.update('master', complete);
    return;
  }
  // A damaged master is left for repair: replacing it would lock out its administrators permanently.
  if (store.realms.findOutOfService('master') !== undefined) return;
  if (found === undefined) {
    const { realm, users, passwords } = create();
    await store.realms.create(realm, users);
    passwordUpgrades.add(realm.id, passwords);
  } else await importFound(start, found, create);
  if (start.administrator !== undefined) await reportAdministrators(start, found?.realm);
}

function readAdministrator({
  administrator,
}: FirstStart): { username: string; password: string } | undefined {
  const password = administrator?.password ?? administrator?.defaultPassword;
  return administrator === undefined || password === undefined
    ? undefined
    : { username: administrator.username, password };
}

/** Compat: container tools wait for the line about the user. */
async function reportAdministrators(start: FirstStart, file: RealmRepresentation | undefined): Promise<void> {
  const { log, administrator, serviceAccount } = start;
  const username = readAdministrator(start)?.username;
  const clientId = serviceAccount?.clientId;
  if (username !== undefined) {
    if (!hasUser(file, username)) log.info(`Added user '${username}' to realm 'master'`);
    else if (administrator?.password !== undefined)
      log.warn(
        `User '${username}' of realm 'master' has the password of the imported file; bootstrap-admin-password has no effect`,
      );
  }
  if (clientId !== undefined) {
    if (!hasClient(file, clientId)) log.info(`Added client '${clientId}' with role admin to realm 'master'`);
    else
      log.warn(
        `Client '${clientId}' of realm 'master' is that of the imported file; bootstrap-admin-client-secret has no effect`,
      );
  }
  if (!(await hasAdministrator(start.store)))
    log.warn(
      'Realm master has no administrator. Set KC_BOOTSTRAP_ADMIN_USERNAME and KC_BOOTSTRAP_ADMIN_PASSWORD for the first start, or run "bootstrap-admin user" while the server is stopped',
    );
}

async function hasAdministrator({ realms, users }: Store): Promise<boolean> {
  const master = realms.find('master');
  if (master === undefined) return false;
  const holders = findEffectiveHolders(viewRealm(master), { clientId: undefined, name: 'admin' });
  return (await users.search(master.id, holders.users, { first: 0, max: 1 })).length > 0;
}

/** Imports a realm unless there is one of its name to be kept; false if it cannot, as one is out of service. */
async function importFound(
  start: FirstStart,
  found: FoundRealm,
  normalize?: (file: RealmRepresentation) => NormalizedRealm,
): Promise<boolean> {
  const { log, store } = start;
  const { path, realm: file } = found;
  if (isKept(start, found)) {
    start.demoPasswords.learn(file);
    log.info('Realm exists already and is left as it is', { realm: file.realm, file: path });
    return true;
  }
  const damage = store.realms.findOutOfService(file.realm);
  if (damage !== undefined) {
    log.warn('A realm is not imported, because the one of this name is out of service', {
      realm: file.realm,
      file: path,
      damaged: damage.path,
    });
    return false;
  }
  const replaces = store.realms.find(file.realm) !== undefined;
  try {
    const watch = start.watch?.(file);
    const choices: ImportChoices = {
      replaces,
      ...(normalize === undefined ? {} : { normalize }),
      ...(watch === undefined ? {} : { watch }),
    };
    const { realm } = await importRealm(start, file, start.clock, choices);
    const text = replaces ? 'Realm imported in place of the earlier one' : 'Realm imported';
    log.info(text, { realm, users: file.users?.length ?? 0, file: path });
    return true;
  } catch (error) {
    if (error instanceof RealmOutOfServiceError) {
      log.warn('A realm is not imported, because the one with its id is out of service', {
        file: path,
        damaged: error.damage.path,
      });
      return false;
    }
    throw error instanceof RealmFileError ? invalidRealm(found, error) : error;
  }
}
