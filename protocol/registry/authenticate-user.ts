// Authenticates the user of a registry token request by HTTP Basic, without any page.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBasicCredentials } from '#protocol/http/basic-credentials.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import {
  type PasswordCheckDeps,
  type SignInProblem,
  signInByPassword,
} from '#protocol/realm/users/check-password.ts';
import type { StoredUser } from '#protocol/store/store.ts';

const SECTION = 'Distribution token specification §Requesting a Token';

/**
 * Checks user name and password. Compat: one-time codes are not requested.
 * @throws {OAuthError} 401 for wrong credentials, a disabled or locked user, or a pending required action.
 */
export async function authenticateUser(
  exchange: RealmExchange,
  deps: PasswordCheckDeps,
): Promise<StoredUser> {
  const { headers, activity } = exchange;
  const credentials = readBasicCredentials(headers.authorization);
  if (credentials === undefined) throw refuseHeader(headers.authorization);
  activity.user(credentials.username);
  const check = await signInByPassword(exchange, credentials, deps);
  if ('problem' in check) throw refuse(check.problem);
  const { user } = check;
  activity.recordPass('check-password', `The password is that of user ${user.username}.`, 'RFC 7617 §2');
  return user;
}

function refuseHeader(header: string | undefined): OAuthError {
  const remedy = 'Log in to the registry first: docker login, skopeo login.';
  if (/^basic\b/i.test(header ?? '')) {
    const reason =
      'The value after Basic in the Authorization header is not the base64 of user name, colon and password.';
    return refuse({ reason, remedy });
  }
  const reason =
    header === undefined
      ? 'The request has no Authorization header.'
      : 'The Authorization header does not use the Basic scheme, the only one accepted here.';
  return refuse(
    { reason, remedy },
    'No user name and password came with the request. Log in to the registry first.',
  );
}

/** Compat: one description for any fault in user name or password. */
function refuse(
  { reason, remedy, userEventError }: Pick<SignInProblem, 'reason' | 'remedy'> & Partial<SignInProblem>,
  description = 'Invalid username or password.',
): OAuthError {
  return new OAuthError('access_denied', {
    status: 401,
    description,
    reason,
    remedy,
    section: SECTION,
    userEventError,
  });
}
