// Finds the user of a session or token that a test asks for, as a sign-in would: or says why nobody could sign in.
import { findRequiredAction } from '#protocol/login/required-actions/table.ts';
import { pendingActions } from '#protocol/realm/users/required-actions.ts';
import { findUserForSignIn, isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import { KitError } from './kit-error.ts';

/** @throws {KitError} 409 for a realm that answers no sign-in. */
export function checkRealmEnabled(realm: Realm): void {
  if (realm.enabled) return;
  throw new KitError(409, `Realm ${realm.name} is disabled.`, `Set enabled of realm ${realm.name} to true.`);
}

/** The user with this name, whether or not a sign-in is possible. @throws {KitError} 400 for an unknown user. */
export async function findNamedUser(users: UserStore, realm: Realm, username: string): Promise<StoredUser> {
  const user = await findUserForSignIn(users, realm, username);
  if (user !== undefined) return user;
  throw new KitError(
    400,
    `user: realm ${realm.name} has no user "${username}".`,
    'Create the user first, or correct the name.',
  );
}

/**
 * The user with this name, who could sign in at `now` (milliseconds). A temporary lockout does not matter: the user may
 * have signed in before it.
 * @throws {KitError} 400 for an unknown user or a service account, 409 for one who cannot sign in.
 */
export async function findPerson(
  users: UserStore,
  realm: Realm,
  username: string,
  now: number,
): Promise<StoredUser> {
  const user = await findNamedUser(users, realm, username);
  if (isServiceAccount(user))
    throw new KitError(
      400,
      `user: ${user.username} is the service account of client ${user.serviceAccountClientId}, which has no sessions.`,
      'For its tokens, leave out user and send client.',
    );
  checkCanSignIn(realm, user, now);
  return user;
}

/**
 * Choice: a user with a pending action is refused. The person could not have finished a sign-in, and the next
 * authorization request would show the action's page instead of returning a code.
 * @throws {KitError} 409
 */
export function checkCanSignIn(realm: Realm, user: StoredUser, now: number): void {
  const { username } = user;
  if (!isUserEnabled(user))
    throw new KitError(409, `User ${username} is disabled.`, `Set enabled of user ${username} to true.`);
  const actions = pendingActions(realm, user, now).filter((name) => findRequiredAction(name) !== undefined);
  if (actions.length === 0) return;
  throw new KitError(
    409,
    `User ${username} must complete ${actions.join(', ')} before a sign-in ends.`,
    `Remove it from requiredActions of user ${username}, or sign in through the pages. VERIFY_EMAIL also follows from verifyEmail of the realm, UPDATE_PASSWORD from the age of the password.`,
  );
}
