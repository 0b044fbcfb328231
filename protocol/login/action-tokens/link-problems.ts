// Links that cannot be used: a page for the person, and for Activity the reason and how to fix it.
import { OAuthError, type OAuthErrorDetails } from '#protocol/errors/oauth-error.ts';
import type { UserEventError } from '#protocol/errors/refusal.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { findFlowTree, listAuthenticators } from '#protocol/realm/flows/flow-tree.ts';
import { isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { clientHome } from '../client-home.ts';
import { renderErrorPage } from '../error-page.ts';
import { CHOOSE_USER } from '../flow/reset-steps.ts';
import type { ActionToken } from './action-token.ts';

/** The rule in Activity, which says which event a refusal is; `action-token` for a link of unknown type. */
export function linkRule(token: Pick<ActionToken, 'type'> | undefined): string {
  if (token === undefined) return 'action-token';
  return token.type === 'ORGIVT' ? 'invitation-link' : `${token.type}-link`;
}

const START_AGAIN = 'An error occurred, please login again through your application.';
const STALE =
  'The link you clicked is an old stale link and is no longer valid. Maybe you have already verified your email.';
const NEW_LINK = 'Ask for a new link and open the newest message.';

/** Keycloak's message, the reason for Activity, and the error of the user event. */
export interface LinkProblem {
  readonly message: string;
  readonly reason: string;
  readonly remedy: Remedy;
  readonly event: UserEventError;
}

export function linkError({ message, reason, remedy, event }: LinkProblem): OAuthError {
  const details: OAuthErrorDetails = { description: message, reason, remedy, userEventError: event };
  return new OAuthError('invalid_request', { ...details, section: 'Keycloak action tokens' });
}

/** The error page, with a link to the home page of the token's client. */
export function refuseLink(
  exchange: RealmExchange,
  problem: LinkProblem,
  token: Pick<ActionToken, 'type' | 'clientId'> | undefined,
): Reply {
  const error = linkError(problem);
  exchange.activity.refused(error, linkRule(token));
  const backTo = clientHome(exchange.realm.clients.get(token?.clientId ?? ''), exchange.baseUrl);
  return renderErrorPage(exchange, { status: 400, message: problem.message, error, backTo });
}

export function refuseUsedLink(
  exchange: RealmExchange,
  token: Pick<ActionToken, 'type' | 'clientId'> | undefined,
): Reply {
  const problem: LinkProblem = {
    message: 'Action expired. Please continue with login now.',
    reason: 'The link was used before. It works once.',
    remedy: NEW_LINK,
    event: 'expired_code',
  };
  return refuseLink(exchange, problem, token);
}

export function foreignLink(reason: string): LinkProblem {
  const remedy = 'Open the complete link of the newest message, in the realm that sent it.';
  return { message: START_AGAIN, reason, remedy, event: 'invalid_code' };
}

/** `message`: Keycloak's, which depends on whether the browser has a sign-in in progress. */
export function expiredLink(
  { realm, clock }: RealmExchange,
  token: ActionToken,
  message: string,
): LinkProblem {
  const age = Math.round(clock.now() / 1000 - token.issuedAt);
  const lifespan = token.expiresAt - token.issuedAt;
  return {
    message,
    reason: `The link was valid for ${lifespan} seconds and is ${age} seconds old.`,
    remedy: `${NEW_LINK} To keep links valid for longer, raise actionTokenGeneratedByUserLifespan or attribute actionTokenGeneratedByUserLifespan.${token.type} of realm ${realm.name} (for messages of administrators, actionTokenGeneratedByAdminLifespan).`,
    event: 'expired_code',
  };
}

/** Why the link's user cannot use it; undefined if the user can. */
export function findUserProblem(token: ActionToken, user: StoredUser | undefined): LinkProblem | undefined {
  if (user === undefined || isServiceAccount(user))
    return {
      message: START_AGAIN,
      reason: `The user of the link (id ${token.userId}) was deleted after the message was sent.`,
      remedy: 'Ask for a link for an existing user.',
      event: 'user_not_found',
    };
  if (!isUserEnabled(user))
    return {
      message: 'Account is disabled, contact your administrator.',
      reason: `User ${user.username} is disabled.`,
      remedy: fixable({ kind: 'enable-user', user: user.username }),
      event: 'user_disabled',
    };
  const { email } = token;
  if (email === undefined || email.toLowerCase() === (user.email ?? '').toLowerCase()) return undefined;
  return {
    message: STALE,
    reason: `The link is for ${email}, and the address of user ${user.username} is ${user.email || 'empty'} now.`,
    remedy: 'Ask for a link to the current address.',
    event: 'invalid_email',
  };
}

/** Why nobody can reset a forgotten password in the realm; undefined if people can. */
export function forgottenPasswordProblem(realm: Realm): LinkProblem | undefined {
  const { name, stored } = realm;
  const message = 'Reset Credential not allowed';
  if (stored.resetPasswordAllowed !== true)
    return {
      message,
      reason: `Realm ${name} does not let users reset forgotten passwords.`,
      remedy: fixable(
        { kind: 'allow-password-reset', realm: name },
        `Set resetPasswordAllowed of realm ${name} to true (Forgot password, in the realm's settings).`,
      ),
      event: 'not_allowed',
    };
  const { alias, steps } = findFlowTree(realm, undefined, 'reset credentials');
  if (listAuthenticators(steps).some(({ authenticator }) => authenticator === CHOOSE_USER)) return undefined;
  return {
    message,
    reason: `Flow ${alias} of realm ${name} does not ask who has forgotten the password.`,
    remedy: `Add the execution ${CHOOSE_USER} to flow ${alias}, or set resetCredentialsFlow of realm ${name} to reset credentials.`,
    event: 'not_allowed',
  };
}
