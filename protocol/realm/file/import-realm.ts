// Imports a whole realm: from a realm file at startup, or from POST /admin/realms.
import type { Clock } from '#protocol/clock.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { SettingFault } from '#protocol/contract/settings/check-value.ts';
import { KEPT_REALM_MEMBERS } from '#protocol/contract/settings/realm.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Store, StoredRealm } from '#protocol/store/store.ts';
import { listRedirectUriFaults } from '../clients/redirect-uri.ts';
import { addRealmToMaster } from '../master-realm.ts';
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
}

/**
 * Stores a realm with its users, adds its management client to `master`, and logs unsupported settings.
 * `normalize` fills in what the file leaves out.
 * @throws {RealmFileError} naming the invalid member. @throws {DuplicateError} for a known name or id.
 */
export async function importRealm(
  { store, log, passwordUpgrades, demoPasswords }: RealmImportDeps,
  file: RealmRepresentation,
  clock: Clock,
  normalize: (file: RealmRepresentation, clock: Clock) => NormalizedRealm = normalizeRealm,
): Promise<StoredRealm> {
  const { realm, users, passwords, warnings } = normalize(file, clock);
  await store.realms.create(realm, users);
  passwordUpgrades.add(realm.id, passwords);
  demoPasswords.learn(file);
  if (realm.realm !== 'master' && store.realms.find('master') !== undefined) {
    await store.realms.update('master', (master) => addRealmToMaster(master, realm.realm));
  }
  reportSettings(realm.realm, file, warnings, log);
  for (const fault of listRedirectUriFaults(realm))
    log.warn('Redirect URI never matches', { realm: realm.realm, reason: fault });
  return realm;
}

/** Settings that are logged one by one; the rest are counted. */
const MOST_REPORTED = 20;

/** Whether a member is in use: exports write false, empty lists and empty objects for unused ones. */
function isSet(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== '';
}

function reportSettings(
  realm: string,
  file: RealmRepresentation,
  warnings: readonly SettingFault[],
  log: Logger,
): void {
  for (const { path, problem } of warnings.slice(0, MOST_REPORTED))
    log.warn('A setting of the realm file cannot be used', {
      realm,
      reason: `${nameClient(path, file)} ${problem}`,
    });
  const kept = KEPT_REALM_MEMBERS.filter((member) => isSet(file[member]));
  if (kept.length > 0) log.info('Settings are kept but have no effect', { realm, settings: kept.join(', ') });
  const more = warnings.length - MOST_REPORTED;
  if (more > 0) log.warn('More settings of the realm file cannot be used', { realm, count: more });
}

/** `client shop: attributes.saml.encrypt` for `clients[2].attributes.saml.encrypt`. */
function nameClient(path: string, { clients = [] }: RealmRepresentation): string {
  return path.replace(
    /^clients\[(\d+)\]\./,
    (_, index: string) => `client ${clients[Number(index)]?.clientId}: `,
  );
}
