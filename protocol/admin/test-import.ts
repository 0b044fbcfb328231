// For the tests of this folder: what an import works with, beside a store. Nothing is hashed in the background.
import type { Logger } from '#protocol/log/logger.ts';
import { createDemoPasswords } from '#protocol/realm/demo-passwords.ts';
import { createPasswordUpgrades } from '#protocol/realm/password-upgrades.ts';
import type { Store } from '#protocol/store/store.ts';
import type { RealmImportDeps } from './realm-import.ts';

/** The parts of an import for a store. */
export function createImportDeps(store: Store, log: Logger): RealmImportDeps {
  return {
    store,
    log,
    passwordUpgrades: createPasswordUpgrades({ users: store.users, log }),
    demoPasswords: createDemoPasswords(() => Promise.resolve(undefined)),
  };
}
