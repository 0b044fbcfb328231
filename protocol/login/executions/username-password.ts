// Sign-in with user name (or e-mail address) and password.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { explainLock } from '#protocol/realm/users/brute-force.ts';
import { findUserForSignIn, isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import { PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Execution, NotRecognised, Recognised } from './execution.ts';

const WRONG = 'Invalid username or password.';
const DISABLED = 'Account is disabled, contact your administrator.';

/** Explains a wrong name or password, for developers only. */
function explainWrong(exchange: RealmExchange, username: string, user: StoredUser | undefined): OAuthError {
  const { realm } = exchange;
  if (user === undefined) {
    const byEmail = username.includes('@') && !realm.loginWithEmail;
    return new OAuthError('access_denied', {
      description: WRONG,
      userEventError: 'user_not_found',
      reason: `Realm ${realm.name} has no user "${username}".`,
      remedy: byEmail
        ? fixable(
            { kind: 'allow-login-by-email', realm: realm.name },
            `Set loginWithEmailAllowed of realm ${realm.name} to true (and duplicateEmailsAllowed to false), or enter the user name instead of the e-mail address.`,
          )
        : fixable(
            { kind: 'create-user', user: username },
            `Add the user to realm ${realm.name} (users[].username), or enter the name of an existing user.`,
          ),
    });
  }
  return new OAuthError('access_denied', { description: WRONG, ...explainPassword(user) });
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

function explainDisabled(user: StoredUser): OAuthError {
  return new OAuthError('access_denied', {
    description: DISABLED,
    userEventError: 'user_disabled',
    reason: `User ${user.username} is disabled.`,
    remedy: fixable({ kind: 'enable-user', user: user.username }),
  });
}

/** Fields `username`, `password`, `rememberMe`. Only a correct password reveals a disabled account. */
export const usernamePassword: Execution = {
  level: PASSWORD_LEVEL,
  async authenticate(exchange, deps, known) {
    const { realm, form } = exchange;
    const rememberMe = realm.rememberMe && form.get('rememberMe') === 'on';
    const typed = form.get('username')?.trim();
    const asKnown = typed === undefined ? known : undefined;
    const username = asKnown?.username ?? typed ?? '';
    const notRecognised = (error: OAuthError): NotRecognised => ({
      recognised: false,
      message: error.description,
      username,
      rememberMe,
      error,
    });
    const found = asKnown ?? (await findUserForSignIn(deps.users, realm, username));
    return deps.bruteForce.inTurn<Recognised | NotRecognised>(exchange, found, async (user, lock) => {
      if (user !== undefined && lock !== undefined)
        return notRecognised(
          explainLock(exchange, user, lock, { code: 'access_denied', description: WRONG }),
        );
      const fits = await deps.passwords.check(realm, user, form.get('password') ?? '');
      if (user === undefined || !fits || isServiceAccount(user)) {
        await deps.bruteForce.recordFailure(exchange, user);
        return notRecognised(explainWrong(exchange, username, user));
      }
      if (!isUserEnabled(user)) return notRecognised(explainDisabled(user));
      return { recognised: true, user, rememberMe };
    });
  },
};
