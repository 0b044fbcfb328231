// Ends a sign-in whose user was removed or disabled meanwhile.
import { OAuthError, type OAuthErrorDetails } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { type AuthenticationSession, NO_PROGRESS } from './authentication-session.ts';
import { clientHome } from './client-home.ts';
import type { Parts } from './complete-sign-in.ts';
import { renderErrorPage } from './error-page.ts';
import { inLanguageOf } from './texts/page-texts.ts';

/** The error page, after which the tab starts again; undefined if the tab's user can go on, or nobody is known yet. */
export async function refuseLostUser(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
): Promise<Reply | undefined> {
  const { userId } = tab.progress;
  if (userId === undefined) return undefined;
  const user = await parts.deps.store.users.find(exchange.realm.id, userId);
  if (user !== undefined && isUserEnabled(user)) return undefined;
  const error = new OAuthError('access_denied', { status: 400, ...explain(user, userId) });
  if (user !== undefined) exchange.activity.user(user.username);
  exchange.activity.refused(error, 'check-user');
  await parts.authentications.renew(exchange, tab, { progress: NO_PROGRESS });
  const backTo = clientHome(exchange.realm.clients.get(tab.request.clientId), exchange.baseUrl);
  return renderErrorPage(inLanguageOf(exchange, tab, user), {
    status: error.status,
    message: error.description,
    error,
    backTo,
  });
}

/** Compat: the message for a disabled account is Keycloak's. */
function explain(user: StoredUser | undefined, userId: string): OAuthErrorDetails {
  if (user === undefined)
    return {
      description: 'An error occurred, please login again through your application.',
      reason: `The user of this sign-in (id ${userId}) was removed meanwhile.`,
      remedy: 'Sign in as another user, or create the user again.',
      userEventError: 'user_not_found',
    };
  return {
    description: 'Account is disabled, contact your administrator.',
    reason: `User ${user.username} was disabled during the sign-in.`,
    remedy: fixable({ kind: 'enable-user', user: user.username }),
    userEventError: 'user_disabled',
  };
}
