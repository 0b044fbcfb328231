// Sign-in with user name (or e-mail address) and password.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { explainLock } from '#protocol/realm/users/brute-force.ts';
import { isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import { PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Execution, ExecutionDependencies, NotRecognised, Recognised } from './execution.ts';

const WRONG = 'Invalid username or password.';
/** Compat: of a user who is known already. */
const WRONG_PASSWORD = 'Invalid password.';
const DISABLED = 'Account is disabled, contact your administrator.';
/** Characters of an unknown name in Activity at most: no user has a longer one. */
const MAX_SHOWN = 255;

/** For developers only. */
export function explainUnknownName(
  exchange: RealmExchange,
  username: string,
  description: string,
): OAuthError {
  const { realm } = exchange;
  const name = username.slice(0, MAX_SHOWN);
  const byEmail = username.includes('@') && !realm.loginWithEmail;
  return new OAuthError('access_denied', {
    description,
    userEventError: 'user_not_found',
    reason: `Realm ${realm.name} has no user "${name}".`,
    remedy: byEmail
      ? fixable(
          { kind: 'allow-login-by-email', realm: realm.name },
          `Set loginWithEmailAllowed of realm ${realm.name} to true (and duplicateEmailsAllowed to false), or enter the user name instead of the e-mail address.`,
        )
      : fixable(
          { kind: 'create-user', user: name },
          `Add the user to realm ${realm.name} (users[].username), or enter the name of an existing user.`,
        ),
  });
}

/** Explains a wrong name or password, for developers only. */
function explainWrong(
  exchange: RealmExchange,
  username: string,
  user: StoredUser | undefined,
  description: string,
): OAuthError {
  if (user === undefined) return explainUnknownName(exchange, username, description);
  return new OAuthError('access_denied', { description, ...explainPassword(user) });
}

function explainPassword(user: StoredUser): { reason: string; remedy: Remedy } {
  const { username } = user;
  if (isServiceAccount(user)) {
    return {
      reason: `User ${username} is the service account of a client and cannot sign in.`,
      remedy: 'Sign in as a user, or use the grant client_credentials.',
    };
  }
  const hasPassword = (user.credentials ?? []).some((credential) => credential.type === 'password');
  return {
    reason: hasPassword ? `Not the password of user ${username}.` : `User ${username} has no password.`,
    remedy: fixable(
      { kind: 'set-password', user: username },
      `Set a password for user ${username} (users[].credentials with type "password", or Users in the console).`,
    ),
  };
}

export function explainDisabled(user: StoredUser): OAuthError {
  return new OAuthError('access_denied', {
    description: DISABLED,
    userEventError: 'user_disabled',
    reason: `User ${user.username} is disabled.`,
    remedy: fixable({ kind: 'enable-user', user: user.username }),
  });
}

/** What was entered, and whom it names. */
interface Entered {
  readonly username: string;
  readonly found: StoredUser | undefined;
  /** Whether an earlier page or the browser's session says who it is. */
  readonly isKnown: boolean;
  readonly rememberMe: boolean;
}

/** Field `rememberMe`, where the realm offers it. */
export const readRememberMe = ({ realm, form }: RealmExchange): boolean =>
  realm.rememberMe && form.get('rememberMe') === 'on';

/** Checks field `password`. Only a correct password reveals a disabled account. */
export async function checkPassword(
  exchange: RealmExchange,
  deps: ExecutionDependencies,
  { username, found, isKnown, rememberMe }: Entered,
): Promise<Recognised | NotRecognised> {
  const { realm, form } = exchange;
  const description = isKnown ? WRONG_PASSWORD : WRONG;
  const notRecognised = (error: OAuthError): NotRecognised => ({
    recognised: false,
    message: error.description,
    username,
    rememberMe,
    error,
  });
  return deps.bruteForce.inTurn<Recognised | NotRecognised>(exchange, found, async (user, lock) => {
    if (user !== undefined && lock !== undefined)
      return notRecognised(explainLock(exchange, user, lock, { code: 'access_denied', description }));
    const fits = await deps.passwords.check(realm, user, form.get('password') ?? '');
    if (user === undefined || !fits || isServiceAccount(user)) {
      await deps.bruteForce.recordFailure(exchange, user);
      return notRecognised(explainWrong(exchange, username, user, description));
    }
    if (!isUserEnabled(user)) return notRecognised(explainDisabled(user));
    return { recognised: true, user, rememberMe };
  });
}

/** Fields `username`, `password`, `rememberMe`. A form with a user name is for that user, whoever is known. */
export const usernamePassword: Execution = {
  level: PASSWORD_LEVEL,
  async authenticate(exchange, deps, known) {
    const typed = exchange.form.get('username')?.trim();
    const asKnown = typed === undefined ? known : undefined;
    const username = asKnown?.username ?? typed ?? '';
    const found = asKnown ?? (await deps.findUser());
    const isKnown = asKnown !== undefined;
    return checkPassword(exchange, deps, { username, found, isKnown, rememberMe: readRememberMe(exchange) });
  },
};
