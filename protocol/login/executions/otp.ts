// Sign-in with a one-time code, after the password.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { explainLock } from '#protocol/realm/users/brute-force.ts';
import { OTP_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Execution, NotRecognised, Recognised } from './execution.ts';

const WRONG = 'Invalid authenticator code.';

function explainWrong(user: StoredUser, isUsed: boolean): OAuthError {
  return new OAuthError('access_denied', {
    description: WRONG,
    reason: isUsed
      ? `The one-time code of user ${user.username} was used before.`
      : `Not a one-time code of user ${user.username} at this time of the realm's clock.`,
    remedy: isUsed
      ? 'Wait for the next code, or set otpPolicyCodeReusable of the realm to true.'
      : 'Compare the clocks (a realm’s clock can be moved), increase otpPolicyLookAheadWindow of the realm, or set up the device again.',
    section: isUsed ? 'RFC 6238 §5.2' : 'RFC 6238 §4',
  });
}

function explainRemoved({ username }: StoredUser): OAuthError {
  return new OAuthError('access_denied', {
    description: WRONG,
    reason: `User ${username} was removed while the sign-in waited for other sign-ins of the same user.`,
    remedy: 'Create the user again, or sign in as another user.',
  });
}

/** Field `otp`. The user is already known from the password. */
export const otp: Execution = {
  level: OTP_LEVEL,
  async authenticate(exchange, deps, known) {
    if (known === undefined) throw new TypeError('a one-time code is asked of somebody who is known');
    const notRecognised = (error: OAuthError): NotRecognised => ({
      recognised: false,
      message: error.description,
      username: known.username,
      rememberMe: false,
      error,
    });
    const refusal = { code: 'access_denied', description: WRONG } as const;
    return deps.bruteForce.inTurn<Recognised | NotRecognised>(exchange, known, async (user, lock) => {
      if (user === undefined) return notRecognised(explainRemoved(known));
      if (lock !== undefined) return notRecognised(explainLock(exchange, user, lock, refusal));
      const code = exchange.form.get('otp')?.trim() ?? '';
      const check = await deps.oneTimeCodes.check(exchange.realm, user, code, exchange.clock.now());
      if (check === 'right') return { recognised: true, user };
      await deps.bruteForce.recordFailure(exchange, user);
      return notRecognised(explainWrong(user, check === 'used before'));
    });
  },
};
