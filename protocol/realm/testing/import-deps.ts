// For tests: what an import works with, beside a store. Nothing is hashed in the background.
import type { Logger } from '#protocol/log/logger.ts';
import type { RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import { createDemoPasswords } from '#protocol/realm/users/demo-passwords.ts';
import { createPasswordUpgrades } from '#protocol/realm/users/password-upgrades.ts';
import type { Store } from '#protocol/store/store.ts';

/** The parts of an import for a store. */
export function createImportDeps(store: Store, log: Logger): RealmImportDeps {
  return {
    store,
    log,
    passwordUpgrades: createPasswordUpgrades({ users: store.users, log }),
    demoPasswords: createDemoPasswords(() => Promise.resolve(undefined)),
  };
}
