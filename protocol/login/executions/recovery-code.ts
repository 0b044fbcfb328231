// Sign-in with a recovery code instead of a one-time code.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { explainLock } from '#protocol/realm/users/brute-force.ts';
import { nextRecoveryCode, RECOVERY_CODES, spendRecoveryCode } from '#protocol/realm/users/recovery-codes.ts';
import { OTP_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Execution, NotRecognised, Recognised } from './execution.ts';

const WRONG = 'Invalid recovery authentication code';

const DETAILS = { credential_type: RECOVERY_CODES };

function explainWrong(user: StoredUser): OAuthError {
  const { username } = user;
  const next = nextRecoveryCode(user);
  return new OAuthError('access_denied', {
    description: WRONG,
    reason:
      next === undefined
        ? `User ${username} has no recovery codes that can be read.`
        : `Not recovery code #${next} of user ${username}; codes are accepted in order, and each one once.`,
    remedy:
      next === undefined
        ? `Give user ${username} the required action CONFIGURE_RECOVERY_AUTHN_CODES and remove the credential of type ${RECOVERY_CODES}.`
        : `Enter the code with number ${next} of the user's list, or set up new codes (kc_action=CONFIGURE_RECOVERY_AUTHN_CODES).`,
    section: 'Keycloak recovery codes',
  });
}

function explainRemoved({ username }: StoredUser): OAuthError {
  return new OAuthError('access_denied', {
    description: WRONG,
    reason: `User ${username} was removed while the sign-in waited for other sign-ins of the same user.`,
    remedy: 'Create the user again, or sign in as another user.',
  });
}

/** Field `recoveryCodeInput`: the next code, with or without hyphens. The user is already known. */
export const recoveryCode: Execution = {
  level: OTP_LEVEL,
  async authenticate(exchange, deps, known) {
    if (known === undefined) throw new TypeError('a recovery code is asked of somebody who is known');
    exchange.activity.eventDetails(DETAILS);
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
      const input = exchange.form.get('recoveryCodeInput')?.trim() ?? '';
      const spent = await spendRecoveryCode(deps, exchange.realm, user, input);
      if (spent !== undefined) return { recognised: true, user: spent };
      await deps.bruteForce.recordFailure(exchange, user);
      return notRecognised(explainWrong(user));
    });
  },
};
