// The refresh token grant: a refresh token of an active session becomes new tokens.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { requestsOfflineAccess } from '#protocol/realm/sessions/offline-sessions.ts';
import { refreshExpiresAt, touchSession, withClientSession } from '#protocol/realm/sessions/sessions.ts';
import { checkConsent } from '#protocol/realm/users/consents.ts';
import { narrowedScopeName } from '#protocol/realm/view/organization-scopes.ts';
import { effectiveRoles, permittedScopes } from '#protocol/realm/view/roles.ts';
import {
  type ResolvedScopes,
  resolveRequestedScopes,
  restoreScopes,
  splitScope,
} from '#protocol/realm/view/scopes.ts';
import type { ClientSession, RevokedTokens, Store, UserSession } from '#protocol/store/store.ts';
import type { TokenVerifier, VerifiedToken } from '#protocol/token/token-verifier.ts';
import { checkBoundCertificate } from '../bound-certificate.ts';
import { requireParameter } from '../check-form.ts';
import { detachClient, withoutDetachedClient } from '../detach-client.ts';
import { boundKeyOf, checkBoundKey } from './bound-key.ts';
import { defineGrant, type Grant, type GrantContext } from './grant.ts';

interface Input {
  readonly refreshToken: string;
  readonly scope: string | undefined;
}

const SECTION = 'RFC 6749 §6';

export interface RefreshTokenGrantDeps {
  readonly store: Pick<Store, 'sessions'>;
  readonly verifier: TokenVerifier;
}

/** RFC 6749 §6. */
export function createRefreshTokenGrant(deps: RefreshTokenGrantDeps): Grant {
  return defineGrant<Input>({
    type: 'refresh_token',
    section: SECTION,
    parameters: ['refresh_token', 'scope'],
    tokenIdPrefix: 'rt',
    offlineSession: 'none',
    keepsAdapterSession: true,
    checkAllowed: () => undefined,
    parse(form) {
      const refreshToken = requireParameter(form, 'refresh_token', {
        description: 'No refresh token',
        reason: 'refresh_token is missing.',
        remedy: 'Send the refresh_token of the last answer.',
        section: SECTION,
      });
      return { refreshToken, scope: form.get('scope') || undefined };
    },
    async authorize({ refreshToken, scope }, context) {
      const { realm, client, issuer, clock } = context;
      // A scope the client cannot have is refused before the token is verified.
      if (scope !== undefined) resolveRequestedScopes(realm, client, scope);
      const verified = await deps.verifier.verifyRefreshToken({ realm, issuer, clock }, refreshToken, client);
      checkBoundKey(boundKeyOf(verified.claims), context.confirmation, 'the refresh token');
      checkBoundCertificate(verified.claims, context.certificate, 'unauthorized_client');
      const refreshScope = String(verified.claims['scope'] ?? '');
      if (verified.session?.offline === true) await checkOfflineAccess(verified, refreshScope, context, deps);
      checkConsent(verified.user, client, restoreScopes(client, refreshScope).scopes);
      const session = await consumeToken(verified, context, deps);
      context.joinFlow(session.flow);
      const { scopes, openid } = narrowScopes(refreshScope, scope, context);
      return {
        user: verified.user,
        session,
        scopes,
        openid,
        claimsRequest: session.clients[client.id]?.claimsRequest,
        authTime: Math.floor(session.authenticatedAt / 1000),
        acr: session.clients[client.id]?.acr ?? '1',
        refreshable: true,
        refreshScope,
      };
    },
  });
}

/** The requested scopes, plus default scopes that are hidden from `scope` and so cannot be requested. */
function narrowScopes(
  granted: string,
  requested: string | undefined,
  { client }: GrantContext,
): ResolvedScopes {
  if (requested === undefined) return restoreScopes(client, granted);
  const hidden = client.defaultScopes.filter((scope) => !scope.includedInTokenScope).map(({ name }) => name);
  const kept = new Set([...splitScope(requested), ...hidden]);
  const ofOrganizations = restoreScopes(client, granted).scopes.flatMap(
    (scope) => narrowedScopeName(scope, splitScope(requested)) ?? [],
  );
  const names = splitScope(granted).filter((name) => kept.has(name));
  return restoreScopes(client, [...names, ...ofOrganizations].join(' '));
}

/** Ends the offline session if the client or the user may no longer have one. */
async function checkOfflineAccess(
  { user, session }: VerifiedToken,
  granted: string,
  { realm, client }: GrantContext,
  { store: { sessions } }: RefreshTokenGrantDeps,
): Promise<void> {
  const { scopes } = restoreScopes(client, granted);
  if (requestsOfflineAccess(permittedScopes(realm, effectiveRoles(realm, user), scopes))) return;
  if (session !== undefined) await detachClient(sessions, session, client.id);
  throw new OAuthError('invalid_grant', {
    description: 'Offline session invalid because offline access not granted anymore',
    reason: `Client ${client.clientId} lost scope offline_access, or user ${user.username} the role offline_access.`,
    remedy: `Give user ${user.username} the realm role offline_access, and client ${client.clientId} the optional client scope; then sign in again.`,
    section: 'OIDC Core §11',
  });
}

/** Counts the use and renews the session in one step, so that every use is counted and a refused one can be repeated. */
async function consumeToken(
  { claims, session: verified }: VerifiedToken,
  { realm, client, clock }: GrantContext,
  { store: { sessions } }: RefreshTokenGrantDeps,
): Promise<UserSession> {
  const jti = String(claims['jti']);
  const key = {
    realmId: realm.id,
    id: verified?.id ?? '',
    ...(realm.revokeRefreshToken ? { jti } : {}),
    ...(verified === undefined ? {} : { known: verified }),
  };
  const used = await sessions.update<UserSession | OAuthError>(key, (session, isRevoked) => {
    const part = session?.clients[client.id];
    if (session === undefined || part === undefined) throw refuseEndedSession();
    // Any further use may be theft, so the client leaves the session (RFC 9700 §4.14.2).
    if (isRevoked)
      return {
        session: withoutDetachedClient(session, client.id),
        result: refuseReuse(part.refreshTokenUse?.jti === jti, realm.name),
      };
    const now = clock.now();
    const use = realm.revokeRefreshToken && countUse(claims, session, part, { realm, client, now });
    const renewed = withClientSession(touchSession(session, now), {
      ...(use ? use.part : part),
      lastRefreshAt: now,
    });
    return { session: renewed, result: renewed, ...(use && { revoked: use.revoked }) };
  });
  if (used instanceof OAuthError) throw used;
  return used;
}

function refuseEndedSession(): OAuthError {
  return new OAuthError('invalid_grant', {
    description: 'Session not active',
    reason: 'The session ended while the token was being verified.',
    remedy: 'Sign in again.',
    section: SECTION,
  });
}

interface TokenUse {
  readonly part: ClientSession;
  readonly revoked: RevokedTokens;
}

/**
 * With `revokeRefreshToken`, a token may be reused `refreshTokenMaxReuse` times until a newer one is used, and is
 * revoked then.
 */
function countUse(
  claims: VerifiedToken['claims'],
  session: UserSession,
  part: ClientSession,
  { realm, client, now }: Pick<GrantContext, 'realm' | 'client'> & { readonly now: number },
): TokenUse {
  const jti = String(claims['jti']);
  const known = part.refreshTokenUse;
  const count = known?.jti === jti ? known.count + 1 : 0;
  // No refresh token of this client in this session outlives one issued now.
  const until = refreshExpiresAt(realm, client, session, now) ?? Number.MAX_SAFE_INTEGER;
  const revoked = {
    ...(known === undefined || known.jti === jti ? {} : { [known.jti]: until }),
    ...(count >= realm.refreshTokenMaxReuse ? { [jti]: until } : {}),
  };
  return { part: { ...part, refreshTokenUse: { jti, count, startedAt: Number(claims['iat']) } }, revoked };
}

function refuseReuse(isNewest: boolean, realmName: string): OAuthError {
  return new OAuthError('invalid_grant', {
    description: isNewest ? 'Maximum allowed refresh token reuse exceeded' : 'Stale token',
    reason: 'The refresh token was already used. All tokens of this client in this session are revoked.',
    remedy: fixable(
      { kind: 'allow-refresh-token-reuse', realm: realmName },
      `Use the newest refresh token, raise refreshTokenMaxReuse of realm ${realmName}, or set its revokeRefreshToken to false.`,
    ),
    section: 'RFC 9700 §4.14.2',
  });
}
