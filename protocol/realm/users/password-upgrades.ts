// Replaces provisional password hashes with full-cost ones, at the first sign-in or in the background.
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { hashPassword, isProvisionalHash, verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { PlainPassword } from '../file/plain-passwords.ts';

/** Limit per import; the passwords of a larger one are hashed at their first use. */
export const MAX_BACKGROUND_PASSWORDS = 1000;

/** Delay that keeps hashing from slowing down startup and the first requests. Milliseconds. */
const START_AFTER_MS = 3000;
/** Pause after each hash, in milliseconds; limits the load to about a quarter of one core. */
const REST_MS = 50;

/** A password that was verified. */
export interface KnownPassword {
  readonly user: StoredUser;
  /** The user's credential with a provisional hash. */
  readonly credential: CredentialRepresentation;
  readonly password: string;
}

/** Replaces a provisional hash; returns the new credential, or undefined if the password has changed. */
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

/** Calls back after a delay; returns a function that cancels it. */
type After = (delayMs: number, callback: () => void) => () => void;

/** Does not keep the process alive. */
const afterTimeout: After = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

export interface PasswordUpgrades {
  /** Queues the passwords of newly stored users; they stay in memory until hashed. */
  add(realmId: string, passwords: readonly PlainPassword[]): void;
  /** Starts hashing; until then, passwords are only queued. */
  start(): void;
  /** Stops after the current hash. The remaining passwords are hashed at their first use. */
  stop(): Promise<void>;
}

export interface PasswordUpgradesDeps {
  readonly users: Pick<UserStore, 'find' | 'update'>;
  readonly log: Logger;
  /** Default: real timers. */
  readonly after?: After;
}

type Task = PlainPassword & { readonly realmId: string };

async function upgradeTask({ users, log }: PasswordUpgradesDeps, task: Task): Promise<void> {
  try {
    const user = await users.find(task.realmId, task.userId);
    const credential = user?.credentials?.find(({ id }) => id === task.credentialId);
    if (user === undefined || credential === undefined || !isProvisionalHash(credential)) return;
    // The realm may have been imported again with other passwords.
    if (!(await verifyPasswordHash(task.password, credential))) return;
    await upgradePassword(users, task.realmId, { user, credential, password: task.password });
  } catch (error) {
    log.error(
      'The full hash of a password cannot be stored; it is computed again at the next sign-in',
      {},
      error,
    );
  }
}

/** A queue that hashes one password at a time. */
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
