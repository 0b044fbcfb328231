// Replaces provisional password hashes by ones of the full cost: at the first correct sign-in, and in the background after an import.
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { hashPassword, isProvisionalHash, verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { PlainPassword } from '../file/plain-passwords.ts';

/** Passwords of one import that are hashed in the background; those of a larger one wait for their first use. */
export const MAX_BACKGROUND_PASSWORDS = 1000;

/** A start that is followed by requests is not slowed down. Milliseconds. */
const START_AFTER_MS = 3000;
/** Rest after each hash, in milliseconds: about a quarter of one core is used. */
const REST_MS = 50;

/** A password that is known to be the user's. */
interface KnownPassword {
  readonly user: StoredUser;
  /** The user's credential with a provisional hash. */
  readonly credential: CredentialRepresentation;
  readonly password: string;
}

/** Puts a hash of the full cost in place of a provisional one and gives the new credential; undefined when the password was changed meanwhile. */
export async function upgradePassword(
  users: Pick<UserStore, 'update'>,
  realmId: string,
  { user, credential, password }: KnownPassword,
): Promise<CredentialRepresentation | undefined> {
  const { secretData = '', credentialData = '' } = await hashPassword(password, 0);
  const upgraded = { ...credential, secretData, credentialData };
  let isDone = false;
  await users.update(realmId, user.id, (current) => {
    const credentials = (current.credentials ?? []).map((each) => {
      if (each.secretData === undefined || each.secretData !== credential.secretData) return each;
      isDone = true;
      return { ...each, secretData, credentialData };
    });
    return isDone ? { ...current, credentials } : current;
  });
  return isDone ? upgraded : undefined;
}

/** Calls back after so many milliseconds; the answer takes it back. */
type After = (delayMs: number, callback: () => void) => () => void;

/** Does not keep a process alive that has nothing else to do. */
const afterTimeout: After = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Hashes the passwords of imports in the background. */
export interface PasswordUpgrades {
  /** Takes the passwords of users that were just stored. They are kept in memory until they are hashed. */
  add(realmId: string, passwords: readonly PlainPassword[]): void;
  /** Begins to hash; before, passwords are only gathered. */
  start(): void;
  /** Ends it, after the hash that is under way. What is left is hashed at its first use. */
  stop(): Promise<void>;
}

/** What {@link createPasswordUpgrades} works with. */
export interface PasswordUpgradesDeps {
  readonly users: Pick<UserStore, 'find' | 'update'>;
  readonly log: Logger;
  /** Default: the machine's timers. */
  readonly after?: After;
}

type Task = PlainPassword & { readonly realmId: string };

async function upgradeTask({ users, log }: PasswordUpgradesDeps, task: Task): Promise<void> {
  try {
    const user = await users.find(task.realmId, task.userId);
    const credential = user?.credentials?.find(({ id }) => id === task.credentialId);
    if (user === undefined || credential === undefined || !isProvisionalHash(credential)) return;
    // The realm may have been imported again meanwhile, with other passwords.
    if (!(await verifyPasswordHash(task.password, credential))) return;
    await upgradePassword(users, task.realmId, { user, credential, password: task.password });
  } catch (error) {
    log.error('The full hash of a password cannot be stored; it is made at its next use', {}, error);
  }
}

/** Makes the queue; one password is hashed at a time. */
export function createPasswordUpgrades(deps: PasswordUpgradesDeps): PasswordUpgrades {
  const after = deps.after ?? afterTimeout;
  const tasks: Task[] = [];
  let isStarted = false;
  let cancel: (() => void) | undefined;
  let running: Promise<void> | undefined;

  function schedule(delayMs: number): void {
    if (!isStarted || cancel !== undefined || running !== undefined || tasks.length === 0) return;
    cancel = after(delayMs, () => {
      cancel = undefined;
      const task = tasks.shift();
      if (task === undefined) return;
      running = upgradeTask(deps, task).finally(() => {
        running = undefined;
        schedule(REST_MS);
      });
    });
  }

  return {
    add(realmId, passwords) {
      for (const password of passwords) tasks.push({ ...password, realmId });
      schedule(START_AFTER_MS);
    },
    start() {
      isStarted = true;
      schedule(START_AFTER_MS);
    },
    async stop() {
      isStarted = false;
      tasks.length = 0;
      cancel?.();
      cancel = undefined;
      await running;
    },
  };
}
