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

/**
 * Stores a realm with its users, adds its management client to `master`, and logs its import report.
 * `normalize` fills in what the file leaves out.
 * @throws {RealmFileError} naming the invalid member. @throws {DuplicateError} for a known name or id.
 */
export async function importRealm(
  { store, log, passwordUpgrades, demoPasswords, mapperWarnings }: RealmImportDeps,
  file: RealmRepresentation,
  clock: Clock,
  normalize: (file: RealmRepresentation, clock: Clock) => NormalizedRealm = normalizeRealm,
): Promise<StoredRealm> {
  const { realm, users, passwords } = normalize(file, clock);
  await store.realms.create(realm, users);
  passwordUpgrades.add(realm.id, passwords);
  demoPasswords.learn(file);
  if (realm.realm !== 'master' && store.realms.find('master') !== undefined) {
    await store.realms.update('master', (master) => addRealmToMaster(master, realm.realm));
  }
  const logged = logImportReport(realm.realm, reportSettings(realm, users), log);
  mapperWarnings?.recordReported(realm.id, logged);
  return realm;
}
