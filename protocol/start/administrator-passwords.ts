// Keeps the well-known default password from being served where other machines can reach the server.
import type { Clock } from '#protocol/clock.ts';
import { equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import { hashPassword, verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { listPower } from '#protocol/realm/users/admin-power.ts';
import { passwordCredential } from '#protocol/realm/users/credentials.ts';
import { withPasswordCredential } from '#protocol/realm/users/password-credential.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { effectiveRoles } from '#protocol/realm/view/roles.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { RealmOutOfServiceError, type Store, type StoredUser } from '#protocol/store/store.ts';

/** Password of the first administrator when none is given; allowed on loopback addresses only. */
export const DEFAULT_PASSWORD = 'admin';

/** A server that other machines can reach. */
export interface Exposure {
  /** The address the server listens on. */
  readonly address: string;
  /** The command that sets the password of an administrator, as a user types it. */
  readonly commandFor: (username: string) => string;
}

interface AdministratorCheck {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  /** `password` comes from the options; undefined: not given. */
  readonly administrator: { readonly password: string | undefined };
}

/**
 * Ensures that no administrator of master has the default password: the given password replaces it, other
 * passwords stay. While master is out of service nobody can sign in to it, so the other realms are served.
 * @throws {OptionError} `bootstrap-admin-password`, exit code 2, when the password is missing or is the
 * default one.
 */
export async function secureAdministrators(
  { store, clock, log, administrator: { password } }: AdministratorCheck,
  { address, commandFor }: Exposure,
): Promise<void> {
  if (store.realms.findOutOfService('master') !== undefined) return;
  const master = store.realms.find('master');
  if (master === undefined) {
    checkFirstPassword(password, address);
    return;
  }
  const exposed = await findDefaultPasswords(store, viewRealm(master)).catch(noneOutOfService);
  const [first] = exposed;
  if (first === undefined) return;
  const usernames = exposed.map(({ username }) => username).join(', ');
  if (password === undefined || password === DEFAULT_PASSWORD) {
    throw new OptionError(
      'bootstrap-admin-password',
      `${usernames} of realm master still has the default password, and other machines can reach ${address}`,
      `Set another one with ${commandFor(first.username)}, or start with --bootstrap-admin-password=<password>, or listen on 127.0.0.1.`,
    );
  }
  for (const { id } of exposed) {
    const credential = await hashPassword(password, clock.now());
    await store.users.update(master.id, id, (user) => withPasswordCredential(user, credential, false));
  }
  log.warn('The default password was replaced by bootstrap-admin-password', { realm: 'master', usernames });
}

function checkFirstPassword(password: string | undefined, address: string): void {
  if (password !== undefined && password !== DEFAULT_PASSWORD) return;
  const problem =
    password === undefined
      ? `there is no default on ${address}, which other machines can reach`
      : `the default password cannot be used on ${address}, which other machines can reach`;
  const remedy = 'Set --bootstrap-admin-password to another password, or listen on 127.0.0.1.';
  throw new OptionError('bootstrap-admin-password', problem, remedy);
}

/** Includes disabled administrators: they may be enabled while the server runs. */
async function findDefaultPasswords(store: Store, master: Realm): Promise<readonly StoredUser[]> {
  const administrators: StoredUser[] = [];
  for await (const user of store.users.each(master.id)) if (hasPower(master, user)) administrators.push(user);
  const isExposed = await Promise.all(administrators.map(hasDefaultPassword));
  return administrators.filter((_, index) => isExposed[index]);
}

/** Users that cannot be read take their realm out of service, which is logged. */
function noneOutOfService(error: unknown): readonly StoredUser[] {
  if (error instanceof RealmOutOfServiceError) return [];
  throw error;
}

/** Whether a user of master has any role in the admin API, for the server or for one realm. */
function hasPower(master: Realm, user: StoredUser): boolean {
  return listPower(master.name, effectiveRoles(master, user)).length > 0;
}

async function hasDefaultPassword(user: StoredUser): Promise<boolean> {
  const credential = passwordCredential(user);
  if (credential === undefined) return false;
  if (credential.value !== undefined) return equalsInConstantTime(DEFAULT_PASSWORD, credential.value);
  return verifyPasswordHash(DEFAULT_PASSWORD, credential);
}
