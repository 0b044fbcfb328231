// For tests: the dependencies of an import. Nothing is hashed in the background.
import type { Logger } from '#protocol/log/logger.ts';
import type { RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import { createDemoPasswords } from '#protocol/realm/users/demo-passwords.ts';
import { createPasswordUpgrades } from '#protocol/realm/users/password-upgrades.ts';
import type { Store } from '#protocol/store/store.ts';

export function createImportDeps(store: Store, log: Logger): RealmImportDeps {
  return {
    store,
    log,
    passwordUpgrades: createPasswordUpgrades({ users: store.users, log }),
    demoPasswords: createDemoPasswords(() => Promise.resolve(undefined)),
  };
}
