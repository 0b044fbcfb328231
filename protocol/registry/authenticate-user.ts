// Who asks for a registry token: user name and password of HTTP Basic, checked as everywhere, without any page.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBasicCredentials } from '#protocol/http/basic-credentials.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type BruteForceDetection, explainLock } from '#protocol/realm/brute-force.ts';
import type { PasswordChecker } from '#protocol/realm/credentials.ts';
import { pendingActions } from '#protocol/realm/required-actions.ts';
import { findUserForSignIn, isServiceAccount, isUserEnabled } from '#protocol/realm/users.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';

/** What the check works with. */
export interface UserAuthenticationDeps {
  readonly store: Pick<Store, 'users'>;
  readonly passwords: PasswordChecker;
  readonly bruteForce: BruteForceDetection;
}

const SECTION = 'Distribution token specification §Requesting a Token';
/** Compat: one text for whatever is wrong with user or password. */
const WRONG = 'Invalid username or password.';

/**
 * The user. Compat: one-time codes are not asked for.
 * @throws {OAuthError} 401 without credentials, for an unknown user, a wrong password, a disabled or locked user, one who must do something first.
 */
export async function authenticateUser(
  exchange: RealmExchange,
  { store, passwords, bruteForce }: UserAuthenticationDeps,
): Promise<StoredUser> {
  const { realm, headers, activity } = exchange;
  const credentials = readBasicCredentials(headers.authorization);
  if (credentials === undefined)
    throw refuse(
      'The request has no header Authorization of scheme Basic with user name and password.',
      'Log in to the registry first: docker login, skopeo login.',
    );
  activity.user(credentials.username);
  const found = await findUserForSignIn(store.users, realm, credentials.username);
  const user = found === undefined || isServiceAccount(found) ? undefined : found;
  const lock = bruteForce.findLock(exchange, user);
  if (user !== undefined && lock !== undefined) throw lockedOut(exchange, user, lock);
  // Checked for an unknown user, too, so that the time does not tell who exists.
  const passes = await passwords.check(realm, user, credentials.password);
  if (user === undefined || !passes) {
    await bruteForce.recordFailure(exchange, user);
    throw wrongCredentials(realm.name, credentials.username, user);
  }
  checkAccount(exchange, user);
  bruteForce.recordSuccess(realm.id, user.id);
  activity.passed('check-password', `The password is that of user ${user.username}.`, 'RFC 7617 §2');
  return user;
}

function lockedOut(
  exchange: RealmExchange,
  user: StoredUser,
  lock: NonNullable<ReturnType<BruteForceDetection['findLock']>>,
): OAuthError {
  const { reason, remedy } = explainLock(exchange, user, lock, { code: 'invalid_grant', description: WRONG });
  return refuse(reason, remedy ?? 'Wait until the lock ends.');
}

function wrongCredentials(realmName: string, username: string, user: StoredUser | undefined): OAuthError {
  return user === undefined
    ? refuse(`There is no user "${username}" in realm ${realmName}.`, 'Create the user, or check the realm.')
    : refuse(
        `The password is not that of user ${user.username}.`,
        `Set the password of user ${user.username}.`,
      );
}

function checkAccount({ realm, clock }: RealmExchange, user: StoredUser): void {
  if (!isUserEnabled(user))
    throw refuse(`User ${user.username} is disabled.`, `Set enabled of user ${user.username} to true.`);
  const [action] = pendingActions(realm, user, clock.now());
  if (action === undefined) return;
  throw refuse(
    `User ${user.username} must do ${action} first, and a registry client has no page for it.`,
    `Take ${action} from requiredActions of user ${user.username}, or let the user sign in by browser.`,
  );
}

function refuse(reason: string, remedy: string): OAuthError {
  return new OAuthError('access_denied', {
    status: 401,
    description: WRONG,
    reason,
    remedy,
    section: SECTION,
  });
}
