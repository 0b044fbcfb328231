// Plain passwords of realm files: hashed while the server is idle; those of the demo realm are shown.
import { readFile } from 'node:fs/promises';
import type { Logger } from '#protocol/log/logger.ts';
import type { RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import { parseRealmFile } from '#protocol/realm/file/realm-file.ts';
import { createDemoPasswords } from '#protocol/realm/users/demo-passwords.ts';
import { createPasswordUpgrades } from '#protocol/realm/users/password-upgrades.ts';
import type { Store } from '#protocol/store/store.ts';

export type ImportedPasswords = Pick<RealmImportDeps, 'passwordUpgrades' | 'demoPasswords'>;

export interface ImportedPasswordsDeps {
  readonly store: Store;
  readonly log: Logger;
  readonly demoRealmFile: string;
  /** For placeholders in the demo realm's file. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Hashing begins with `passwordUpgrades.start`; the demo realm's file is read on first use. */
export function createImportedPasswords(deps: ImportedPasswordsDeps): ImportedPasswords {
  const { store, log, demoRealmFile: file, environment } = deps;
  return {
    passwordUpgrades: createPasswordUpgrades({ users: store.users, log }),
    demoPasswords: createDemoPasswords(
      async () => {
        try {
          return parseRealmFile(await readFile(file, 'utf8'), environment).realms[0];
        } catch (error) {
          log.warn('The passwords of the demo realm are not shown: its file cannot be read', { file }, error);
          return undefined;
        }
      },
      (realmName) => store.clones?.find(store.realms.find(realmName)?.id ?? '')?.origin,
    ),
  };
}
