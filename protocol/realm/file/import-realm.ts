// Imports a whole realm: from a realm file at startup, or from POST /admin/realms.
import type { Clock } from '#protocol/clock.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Store, StoredRealm } from '#protocol/store/store.ts';
import { addRealmToMaster } from '../master-realm.ts';
import { logImportReport } from '../report/log-import-report.ts';
import type { MapperWarnings } from '../report/mapper-warnings.ts';
import { reportSettings } from '../report/report-settings.ts';
import type { DemoPasswords } from '../users/demo-passwords.ts';
import type { PasswordUpgrades } from '../users/password-upgrades.ts';
import { type NormalizedRealm, normalizeRealm } from './normalize-realm.ts';

export interface RealmImportDeps {
  readonly store: Store;
  readonly log: Logger;
  /** Hashes the passwords of imported realms in the background. */
  readonly passwordUpgrades: PasswordUpgrades;
  /** Passwords from realm files that Overview shows. */
  readonly demoPasswords: DemoPasswords;
  /** Absent in commands that end before any mapper is used. */
  readonly mapperWarnings?: MapperWarnings;
}

export interface ImportChoices {
  /** Fills in what the file leaves out. */
  readonly normalize?: (file: RealmRepresentation, clock: Clock) => NormalizedRealm;
  /** Whether the realm takes the place of an existing one of its name. */
  readonly replaces?: boolean;
}

/**
 * Stores a realm with its users, adds its management client to `master`, and logs its import report. If it cannot be
 * stored, an existing realm that it was to replace stays as it was.
 * @throws {RealmFileError} naming the invalid member. @throws {DuplicateError} for a known name or id.
 */
export async function importRealm(
  { store, log, passwordUpgrades, demoPasswords, mapperWarnings }: RealmImportDeps,
  file: RealmRepresentation,
  clock: Clock,
  { normalize = normalizeRealm, replaces = false }: ImportChoices = {},
): Promise<StoredRealm> {
  const { realm, users, passwords } = normalize(file, clock);
  if (replaces && store.realms.find(realm.realm) !== undefined) await store.realms.replace(realm, users);
  else await store.realms.create(realm, users);
  passwordUpgrades.add(realm.id, passwords);
  demoPasswords.learn(file);
  if (realm.realm !== 'master' && store.realms.find('master') !== undefined) {
    await store.realms.update('master', (master) => addRealmToMaster(master, realm.realm));
  }
  const logged = logImportReport(realm.realm, reportSettings(realm, users), log);
  mapperWarnings?.recordReported(realm.id, logged);
  return realm;
}
