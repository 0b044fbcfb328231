// Creates the administrator for `bootstrap-admin user`, or resets their password.
import type { Clock } from '#protocol/clock.ts';
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { normalizeUser } from '#protocol/realm/file/normalize-user.ts';
import { withPasswordCredential } from '#protocol/realm/users/password-credential.ts';
import { isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import { effectiveRoles } from '#protocol/realm/view/roles.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { Store, StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { DEFAULT_PASSWORD } from './administrator-passwords.ts';

/** An administrator to create, or to give a new password. */
export interface NewAdministrator {
  readonly username: string;
  readonly password: string;
}

/** @throws {OptionError} for an empty password, and for the well-known default password. */
export function checkBootstrapPassword(password: string): void {
  if (password.trim() === '')
    throw new OptionError('password', 'is empty', 'Give a password of at least one character.');
  if (password === DEFAULT_PASSWORD)
    throw new OptionError(
      'password',
      `"${DEFAULT_PASSWORD}" is the default password`,
      'Give another password.',
    );
}

/**
 * Creates the user in realm master with role admin, or sets an existing administrator's password and enables
 * them. The password is on disk when the promise resolves.
 * @throws {OptionError} `username` when the user exists and is not an administrator of the server: nobody is
 * promoted by accident.
 */
export async function bootstrapAdministrator(
  store: Store,
  master: StoredRealm,
  { username, password }: NewAdministrator,
  clock: Clock,
): Promise<'created' | 'password set' | 'password set and enabled'> {
  checkBootstrapPassword(password);
  const known = await store.users.findByUsername(master.id, username.trim().toLowerCase());
  const credential = await hashPassword(password, clock.now());
  if (known === undefined) {
    const user = { username, realmRoles: ['admin'], credentials: [credential] };
    await store.users.create(master.id, normalizeUser(master, user, clock, { grantDefaultRole: true }));
    return 'created';
  }
  checkIsServerAdministrator(master, known);
  await store.users.update(master.id, known.id, (user) => ({
    ...withPasswordCredential(user, credential, false),
    enabled: true,
  }));
  return isUserEnabled(known) ? 'password set' : 'password set and enabled';
}

function checkIsServerAdministrator(master: StoredRealm, user: StoredUser): void {
  const isAdministrator = effectiveRoles(viewRealm(master), user).realm.has('admin');
  if (isAdministrator && !isServiceAccount(user)) return;
  throw new OptionError(
    'username',
    `user ${user.username} of realm master is not an administrator of the server`,
    'Give the name of an administrator, or a new name.',
    { exitCode: 1 },
  );
}
