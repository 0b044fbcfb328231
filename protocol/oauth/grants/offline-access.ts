// Offline access: tokens with scope offline_access are issued in an offline session.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import {
  joinOfflineSession,
  OFFLINE_ACCESS,
  requestsOfflineAccess,
} from '#protocol/realm/sessions/offline-sessions.ts';
import { effectiveRoles, hasRole, permittedScopes, rolesInScope } from '#protocol/realm/view/roles.ts';
import { storedScopeText } from '#protocol/realm/view/scopes.ts';
import type { SessionStore, UserSession } from '#protocol/store/store.ts';
import type { GrantContext, GrantDecision, OfflineSessionRule } from './grant.ts';

/**
 * The session to issue tokens in: an offline session if the user may use scope `offline_access`, otherwise
 * the grant's session. OIDC Core §11.
 * Compat: both sessions share one `sid`, as in Keycloak.
 * @throws {OAuthError} `not_allowed` 400 if the client's tokens may not contain the role.
 */
export async function chooseSession(
  { session, user, scopes, openid, refreshable }: GrantDecision,
  rule: OfflineSessionRule,
  { realm, client, clock }: Pick<GrantContext, 'realm' | 'client' | 'clock'>,
  sessions: Pick<SessionStore, 'update' | 'discard'>,
): Promise<UserSession | undefined> {
  if (session === undefined || session.offline || rule === 'none' || !refreshable) return session;
  if (!requestsOfflineAccess(scopes) || client.attributes['use.refresh.tokens'] === 'false') return session;
  const roles = effectiveRoles(realm, user);
  const usable = permittedScopes(realm, roles, scopes);
  if (!requestsOfflineAccess(usable)) return session;
  if (!hasRole(rolesInScope(realm, roles, client, usable), { clientId: undefined, name: OFFLINE_ACCESS })) {
    throw new OAuthError('not_allowed', {
      description: 'Offline tokens not allowed for the user or client',
      reason: `User ${user.username} has no realm role offline_access that may be in tokens of client ${client.clientId}.`,
      remedy: `Give user ${user.username} the realm role offline_access, and include it in the scope mappings of client ${client.clientId}.`,
      section: 'OIDC Core §11',
    });
  }
  const scope = storedScopeText(usable, openid);
  const offline = await joinOfflineSession(sessions, realm, client, session, { scope, now: clock.now() });
  if (rule === 'instead') await sessions.discard(session);
  return offline;
}
