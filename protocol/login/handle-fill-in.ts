// Fills the current code in on the page that asks for it. The code is not used up.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { explainLock } from '#protocol/realm/users/brute-force.ts';
import { hasOneTimeCodes, otpPolicyOf } from '#protocol/realm/users/one-time-codes.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession } from './authentication-session.ts';
import type { Parts } from './complete-sign-in.ts';
import { proceed } from './continue-sign-in.ts';
import { explainFillIn, findFillInFault, NOT_FILLED_IN } from './fill-in.ts';
import { isNamedUser } from './named-users.ts';
import type { StepPage } from './next-page-types.ts';

const RULE = 'fill-in-code';

export type OtpPage = Extract<StepPage, { readonly next: 'otp' }>;

/** The same conditions as for one-click sign-in. */
export async function fillInCode(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: OtpPage,
): Promise<Reply> {
  const { activity } = exchange;
  const { user } = page;
  activity.user(user.username);
  const found = await findCode(parts, exchange, user);
  if (typeof found === 'string') {
    activity.recordNote(RULE, `The current one-time code of ${user.username} was filled in.`);
    return proceed(parts, exchange, authentication, page, { code: found });
  }
  activity.refused(found, RULE);
  const { username } = user;
  const failed = {
    recognised: false,
    message: found.description,
    username,
    rememberMe: false,
    error: found,
  } as const;
  return proceed(parts, exchange, authentication, page, { failed });
}

/** The first code that would be accepted, or why there is none. */
async function findCode(
  { deps }: Parts,
  exchange: RealmExchange,
  user: StoredUser,
): Promise<string | OAuthError> {
  const { realm, clock } = exchange;
  const fault = findFillInFault(exchange);
  if (fault !== undefined) return fault;
  if (!isNamedUser(user))
    return explainFillIn(
      NOT_FILLED_IN,
      `User ${user.username} cannot sign in with one click: the user is disabled or has no password.`,
      `Enable user ${user.username} and set a password, or enter the code of the authenticator app.`,
    );
  const lock = await deps.bruteForce.findLock(exchange, user);
  if (lock !== undefined)
    return explainLock(exchange, user, lock, { code: 'access_denied', description: NOT_FILLED_IN });
  return (await deps.oneTimeCodes.findUnused(realm, user, clock.now())) ?? explainNoCode(exchange, user);
}

function explainNoCode({ realm }: RealmExchange, user: StoredUser): OAuthError {
  const { username } = user;
  const { period } = otpPolicyOf(realm);
  return hasOneTimeCodes(user)
    ? explainFillIn(
        'All current codes have been used. Wait for the next one.',
        `Every one-time code of user ${username} that is valid at this time of the realm's clock has been used, or no credential of type otp can be read.`,
        `Wait up to ${period} seconds, move the realm's clock forward, or set otpPolicyCodeReusable of the realm to true.`,
      )
    : explainFillIn(
        NOT_FILLED_IN,
        `User ${username} has no credential of type otp any more.`,
        'Sign in again, so that CONFIGURE_TOTP can set one up.',
      );
}
