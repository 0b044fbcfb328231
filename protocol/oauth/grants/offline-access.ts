// Offline access: a grant whose scopes ask for it continues in an offline session.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import {
  asksOfflineAccess,
  joinOfflineSession,
  OFFLINE_ACCESS,
} from '#protocol/realm/sessions/offline-sessions.ts';
import { effectiveRoles, hasRole, permittedScopes, rolesInScope } from '#protocol/realm/view/roles.ts';
import { storedScopeText } from '#protocol/realm/view/scopes.ts';
import type { SessionStore } from '#protocol/store/store.ts';
import type { Authorization } from '#protocol/token/authorization.ts';
import type { GrantContext } from './grant.ts';

/** Grants whose session is of that request alone: nobody is left to use it beside the offline session. */
const BEGINNING_GRANTS: ReadonlySet<Authorization['grant']> = new Set(['ro']);

/**
 * Lets the authorization go on in an offline session when `offline_access` is among the scopes that the user may use; as it stands otherwise,
 * and for a refresh, which stays in its session. Compat: one `sid` for both sessions, as Keycloak.
 * @throws {OAuthError} `not_allowed` 400 when the client's tokens may not carry the role. OIDC Core §11.
 */
export function applyOfflineAccess(
  authorization: Authorization,
  { realm, client, clock }: Pick<GrantContext, 'realm' | 'client' | 'clock'>,
  sessions: SessionStore,
): Authorization {
  const { session, user, scopes, openid, grant, refreshable } = authorization;
  if (session === undefined || session.offline || grant === 'rt' || !refreshable) return authorization;
  if (!asksOfflineAccess(scopes) || client.attributes['use.refresh.tokens'] === 'false') return authorization;
  const roles = effectiveRoles(realm, user);
  const usable = permittedScopes(realm, roles, scopes);
  if (!asksOfflineAccess(usable)) return authorization;
  if (!hasRole(rolesInScope(realm, roles, client, usable), { clientId: undefined, name: OFFLINE_ACCESS })) {
    throw new OAuthError('not_allowed', {
      description: 'Offline tokens not allowed for the user or client',
      reason: `User ${user.username} has no realm role offline_access that may enter tokens of client ${client.clientId}.`,
      remedy: `Give user ${user.username} the realm role offline_access, and let it in by the scope mappings of client ${client.clientId}.`,
      section: 'OIDC Core §11',
    });
  }
  const scope = storedScopeText(usable, openid);
  const offline = joinOfflineSession(sessions, realm, client, session, { scope, now: clock.now() });
  if (BEGINNING_GRANTS.has(grant)) sessions.discard(realm.id, session.id);
  return { ...authorization, session: offline };
}
