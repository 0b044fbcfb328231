// Whether a user whom an identity provider has identified may sign in.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Parts } from '../complete-sign-in.ts';
import { EN } from '../texts/table.ts';

const SECTION = 'Keycloak identity brokering';

/** Why the user cannot sign in. Compat: Keycloak's message, also while the user is locked out. */
export async function findDisabled(
  { deps }: Parts,
  exchange: RealmExchange,
  user: StoredUser,
): Promise<OAuthError | undefined> {
  const { username } = user;
  exchange.activity.user(username);
  const description = EN.accountDisabledMessage;
  if (!isUserEnabled(user))
    return new OAuthError('access_denied', {
      description,
      reason: `User ${username} is disabled.`,
      remedy: `Set enabled of user ${username} to true.`,
      section: SECTION,
      userEventError: 'user_disabled',
    });
  const lock = await deps.bruteForce.findLock(exchange, user);
  if (lock === undefined) return undefined;
  return new OAuthError('access_denied', {
    description,
    reason: `User ${username} is locked after failed sign-ins.`,
    remedy: `Wait until the lock ends, or unlock user ${username} (Users, in the console).`,
    section: SECTION,
    userEventError: 'user_temporarily_disabled',
  });
}
