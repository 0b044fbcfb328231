// The refresh token grant: a refresh token of a live session becomes new tokens.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { resolveScopes, restoreScopes, splitScope } from '#protocol/realm/scopes.ts';
import { touchSession, withClientSession } from '#protocol/realm/sessions.ts';
import type { ClientSession, UserSession } from '#protocol/store/store.ts';
import { detachClient } from '../detach-client.ts';
import { defineGrant, type Grant, type GrantContext, type GrantDeps } from './grant.ts';

interface Input {
  readonly refreshToken: string;
  readonly scope: string | undefined;
}

/** RFC 6749 §6. */
export const refreshTokenGrant: Grant = defineGrant<Input>({
  type: 'refresh_token',
  section: 'RFC 6749 §6',
  parameters: ['refresh_token', 'scope'],
  checkAllowed: () => undefined,
  parse(form) {
    const refreshToken = form.get('refresh_token') ?? '';
    if (refreshToken === '') {
      throw new OAuthError('invalid_request', {
        description: 'No refresh token',
        reason: 'refresh_token is missing.',
        remedy: 'Send refresh_token.',
        section: 'RFC 6749 §6',
      });
    }
    return { refreshToken, scope: form.get('scope') || undefined };
  },
  async authorize({ refreshToken, scope }, context, deps) {
    const { realm, client, issuer, clock } = context;
    // A scope that the client cannot have is refused before the token is looked at.
    const asked = scope === undefined ? undefined : resolveScopes(realm, client, scope);
    const verified = await deps.verifier.verifyRefreshToken({ realm, issuer, clock }, refreshToken, client);
    const { claims, user, session } = verified;
    if (session === undefined) throw new TypeError('a verified refresh token has a session');
    context.joinFlow(session.flow);
    const part = session.clients[client.id];
    if (part === undefined) throw new TypeError('a verified refresh token has its client in the session');
    const used = useToken(claims, part, session, context, deps);
    const granted = restoreScopes(client, String(claims['scope'] ?? part.scope));
    const narrowed =
      asked === undefined ? granted : narrow(granted.requested, splitScope(scope ?? ''), client);
    const now = clock.now();
    return {
      client,
      user,
      session: withClientSession(touchSession(session, now), { ...used, lastRefreshAt: now }),
      scopes: narrowed.scopes,
      openid: narrowed.openid,
      nonce: undefined,
      authTime: Math.floor(session.authenticatedAt / 1000),
      acr: '1',
      grant: 'rt',
      refreshable: true,
      notes: {},
    };
  },
});

/** Names of the first grant that are asked for again, and those that are never asked for by name (the client's default scopes that are not shown). */
function narrow(granted: readonly string[], asked: readonly string[], client: GrantContext['client']) {
  const hidden = new Set(
    client.defaultScopes.filter((scope) => !scope.includedInTokenScope).map((scope) => scope.name),
  );
  const kept = granted.filter((name) => asked.includes(name) || hidden.has(name));
  return restoreScopes(client, kept.join(' '));
}

/** With `revokeRefreshToken` a token may be used `refreshTokenMaxReuse` times more; beyond that the client leaves the session (RFC 9700 §4.14.2). */
function useToken(
  claims: Readonly<Record<string, unknown>>,
  part: ClientSession,
  session: UserSession,
  { realm, client }: GrantContext,
  { store }: GrantDeps,
): ClientSession {
  if (!realm.revokeRefreshToken) return part;
  const jti = String(claims['jti']);
  const issuedAt = Number(claims['iat']);
  const known = part.refreshTokenUse;
  if (known === undefined || (known.jti !== jti && issuedAt >= known.startedAt)) {
    return { ...part, refreshTokenUse: { jti, count: 0, startedAt: issuedAt } };
  }
  if (known.jti === jti && known.count < realm.refreshTokenMaxReuse)
    return { ...part, refreshTokenUse: { ...known, count: known.count + 1 } };
  detachClient(store.sessions, session, client.id);
  throw new OAuthError('invalid_grant', {
    description: known.jti === jti ? 'Maximum allowed refresh token reuse exceeded' : 'Stale token',
    reason: 'The refresh token was used before; every token of this client in this session is taken back.',
    remedy: `Use the newest refresh token, raise refreshTokenMaxReuse of realm ${realm.name}, or set revokeRefreshToken to false.`,
    section: 'RFC 9700 §4.14.2',
  });
}
