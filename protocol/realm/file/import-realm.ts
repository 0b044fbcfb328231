// Imports a whole realm: from a realm file at startup, or from POST /admin/realms.
import type { Clock } from '#protocol/clock.ts';
import type { IneffectiveSettingWire } from '#protocol/contract/import-report.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { runInSlices } from '#protocol/store/sliced.ts';
import type { Store, StoredRealm, StoringOptions } from '#protocol/store/store.ts';
import { addRealmToMaster } from '../master-realm.ts';
import { logImportReport } from '../report/log-import-report.ts';
import type { MapperWarnings } from '../report/mapper-warnings.ts';
import { reportInSlices } from '../report/report-settings.ts';
import type { TextKeys } from '../report/report-texts.ts';
import type { ThemeNotes } from '../report/report-themes.ts';
import type { DemoPasswords } from '../users/demo-passwords.ts';
import type { PasswordUpgrades } from '../users/password-upgrades.ts';
import { type NormalizedRealm, normalizeInSlices } from './normalize-realm.ts';

export interface RealmImportDeps {
  readonly store: Store;
  readonly log: Logger;
  /** Hashes the passwords of imported realms in the background. */
  readonly passwordUpgrades: PasswordUpgrades;
  /** Passwords from realm files that Overview shows. */
  readonly demoPasswords: DemoPasswords;
  /** Absent in commands that end before any mapper is used. */
  readonly mapperWarnings?: MapperWarnings;
  /** For lines of the import report about texts. Absent: there are none. */
  readonly textKeys?: TextKeys;
  /** Absent in commands that show no pages. */
  readonly themes?: ThemeNotes;
}

interface StoringChoices {
  /** Whether the realm takes the place of an existing one of its name. */
  readonly replaces?: boolean;
  readonly watch?: StoringOptions;
}

export interface ImportChoices extends StoringChoices {
  /** Fills in what the file leaves out. Default: in slices, so that other requests are answered in between. */
  readonly normalize?: (file: RealmRepresentation, clock: Clock) => NormalizedRealm;
}

/**
 * Stores a realm with its users, adds its management client to `master`, and logs its import report. If it cannot be
 * stored, an existing realm that it was to replace stays as it was.
 * @throws {RealmFileError} naming the invalid member. @throws {DuplicateError} for a known name or id.
 */
export async function importRealm(
  deps: RealmImportDeps,
  file: RealmRepresentation,
  clock: Clock,
  { normalize, ...choices }: ImportChoices = {},
): Promise<StoredRealm> {
  const normalized =
    normalize === undefined ? await runInSlices(normalizeInSlices(file, clock)) : normalize(file, clock);
  await storeImported(deps, file, normalized, choices);
  return normalized.realm;
}

/** The second half of {@link importRealm}. Returns the settings of the realm that have no effect. */
export async function storeImported(
  { store, log, passwordUpgrades, demoPasswords, mapperWarnings, textKeys, themes }: RealmImportDeps,
  file: RealmRepresentation,
  { realm, users, passwords }: NormalizedRealm,
  { replaces = false, watch }: StoringChoices = {},
): Promise<readonly IneffectiveSettingWire[]> {
  if (replaces && store.realms.find(realm.realm) !== undefined)
    await store.realms.replace(realm, users, watch);
  else await store.realms.create(realm, users, watch);
  passwordUpgrades.add(realm.id, passwords);
  demoPasswords.learn(file);
  if (realm.realm !== 'master' && store.realms.find('master') !== undefined) {
    await store.realms.update('master', (master) => addRealmToMaster(master, realm.realm));
  }
  const settings = await runInSlices(reportInSlices(realm, users, { textKeys, themes }));
  const logged = logImportReport(realm.realm, settings, log);
  mapperWarnings?.recordReported(realm.id, logged);
  return settings;
}
