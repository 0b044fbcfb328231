// Creates the administrator for `bootstrap-admin user`, or resets their password.
import type { Clock } from '#protocol/clock.ts';
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { normalizeClient } from '#protocol/realm/file/normalize-client.ts';
import { normalizeUser } from '#protocol/realm/file/normalize-user.ts';
import { type ServiceAccount, serviceAccountClient } from '#protocol/realm/master-realm.ts';
import { withPasswordCredential } from '#protocol/realm/users/password-credential.ts';
import { serviceAccountName } from '#protocol/realm/users/service-account.ts';
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

/**
 * Creates the client with a service account that has role admin, or sets an existing one's secret and enables it.
 * On disk when the promise resolves.
 * @throws {OptionError} `client-id` when the client exists and its service account is not an administrator.
 */
export async function bootstrapServiceAccount(
  store: Store,
  master: StoredRealm,
  account: ServiceAccount,
  clock: Clock,
): Promise<'created' | 'secret set'> {
  const { clientId, secret } = account;
  if (secret.trim() === '')
    throw new OptionError('client-secret', 'is empty', 'Give a secret of at least one character.');
  const known = master.clients?.find((client) => client.clientId === clientId);
  if (known !== undefined) {
    await checkIsAdministrators(store, master, clientId);
    await store.realms.update(master.realm, (realm) => ({
      ...realm,
      clients: (realm.clients ?? []).map((client) =>
        client.clientId === clientId ? { ...client, secret, enabled: true } : client,
      ),
    }));
    return 'secret set';
  }
  const client = normalizeClient(master, serviceAccountClient(account));
  await store.realms.update(master.realm, (realm) => ({
    ...realm,
    clients: [...(realm.clients ?? []), client],
  }));
  const user = {
    username: serviceAccountName(clientId),
    serviceAccountClientId: clientId,
    realmRoles: ['admin'],
  };
  await store.users.create(master.id, normalizeUser(master, user, clock, { grantDefaultRole: true }));
  return 'created';
}

async function checkIsAdministrators(store: Store, master: StoredRealm, clientId: string): Promise<void> {
  const user = await store.users.findByUsername(master.id, serviceAccountName(clientId));
  if (user !== undefined && effectiveRoles(viewRealm(master), user).realm.has('admin')) return;
  throw new OptionError(
    'client-id',
    `client ${clientId} of realm master has no service account that is an administrator of the server`,
    'Give the ID of such a client, or a new ID.',
    { exitCode: 1 },
  );
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
