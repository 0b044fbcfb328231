// What becomes of the plain passwords of realm files: hashed when the server is idle, and those of the demo realm shown to its users.
import { readFile } from 'node:fs/promises';
import type { AdminDeps } from './admin/deps.ts';
import type { Logger } from './log/logger.ts';
import { createDemoPasswords } from './realm/demo-passwords.ts';
import { createPasswordUpgrades } from './realm/password-upgrades.ts';
import { parseRealmFile } from './realm/realm-file.ts';
import type { Store } from './store/store.ts';

/** The parts that an import hands plain passwords to. */
export type ImportedPasswords = Pick<AdminDeps, 'passwordUpgrades' | 'demoPasswords'>;

/** What {@link createImportedPasswords} works with. */
export interface ImportedPasswordsDeps {
  readonly store: Store;
  readonly log: Logger;
  readonly demoRealmFile: string;
  /** For placeholders in the demo realm's file. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Creates them; nothing is hashed before `passwordUpgrades.start`, and the demo realm's file is read when its passwords are first shown. */
export function createImportedPasswords(deps: ImportedPasswordsDeps): ImportedPasswords {
  const { store, log, demoRealmFile: file, environment } = deps;
  return {
    passwordUpgrades: createPasswordUpgrades({ users: store.users, log }),
    demoPasswords: createDemoPasswords(async () => {
      try {
        return parseRealmFile(await readFile(file, 'utf8'), environment);
      } catch (error) {
        log.warn('The passwords of the demo realm are not shown: its file cannot be read', { file }, error);
        return undefined;
      }
    }),
  };
}
