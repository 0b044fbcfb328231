// Token introspection: whether a token is valid, and its claims.

import type { ClientAuthentication } from '#protocol/client-authentication/client-authentication.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { checkRealm } from '#protocol/http/check-realm.ts';
import { oauthErrorReply } from '#protocol/http/errors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { introspectionClaims } from '#protocol/token/introspection-claims.ts';
import type { Claims } from '#protocol/token/mappers/mapper.ts';
import type { SignedClaims } from '#protocol/token/signed-claims.ts';
import type { TokenVerifier, VerifiedToken } from '#protocol/token/token-verifier.ts';
import { checkNoDuplicates, requireParameter } from './check-form.ts';
import { tokenContext } from './token-context.ts';

export interface IntrospectionDeps {
  readonly clientAuthentication: ClientAuthentication;
  readonly verifier: TokenVerifier;
  readonly signedClaims: SignedClaims;
}

const SECTION = 'RFC 7662 §2.1';
const KNOWN_HINTS: ReadonlySet<string> = new Set(['', 'access_token', 'refresh_token']);

/**
 * Answers an introspection request (RFC 7662 §2). An invalid token gets only `active: false`; the reason is
 * in Activity. No CORS: web pages do not introspect.
 */
export async function handleIntrospectionRequest(
  exchange: RealmExchange,
  deps: IntrospectionDeps,
): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  try {
    checkRealm(exchange);
    const { client } = await deps.clientAuthentication.authenticateClient(exchange);
    checkNotPublic(client);
    const token = readToken(exchange);
    const answer = await introspect(exchange, client, token, deps);
    if (!accepts(exchange, SIGNED_ANSWER)) return jsonReply(200, answer, NO_STORE);
    const jwt = await deps.signedClaims.introspection(tokenContext(exchange), client, answer);
    return { status: 200, headers: { ...NO_STORE, 'content-type': SIGNED_ANSWER }, body: jwt };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return oauthErrorReply(exchange, error);
  }
}

function checkNotPublic({ kind, clientId }: Client): void {
  if (kind !== 'public') return;
  throw new OAuthError('invalid_request', {
    status: 403,
    description: 'Client not allowed.',
    reason: `Client ${clientId} is public and cannot introspect.`,
    remedy: `Set publicClient of client ${clientId} to false and give it a secret.`,
    section: SECTION,
  });
}

function readToken({ form }: RealmExchange): string {
  checkNoDuplicates(form, SECTION);
  const token = requireParameter(form, 'token', {
    description: 'Token not provided.',
    reason: 'token is missing.',
    remedy: 'Send token in the form.',
    section: SECTION,
  });
  const hint = form.get('token_type_hint') ?? '';
  if (KNOWN_HINTS.has(hint)) return token;
  throw new OAuthError('invalid_request', {
    description: `Unsupported token type [${hint}].`,
    reason: `token_type_hint "${hint}" is not known.`,
    remedy: 'Send token_type_hint access_token or refresh_token, or leave it out.',
    section: SECTION,
  });
}

async function introspect(
  exchange: RealmExchange,
  client: Client,
  token: string,
  { verifier, signedClaims }: IntrospectionDeps,
): Promise<Claims> {
  const { activity } = exchange;
  try {
    const verified = await verify(exchange, token, verifier);
    if (verified.session !== undefined) {
      activity.joinFlow(verified.session.flow);
      activity.session(verified.session.id);
    }
    activity.user(verified.user.username);
    activity.recordPass('introspect-token', `A valid token of ${verified.client.clientId}.`, 'RFC 7662 §2.2');
    noteForeignAudience(exchange, client, verified);
    const context = tokenContext(exchange);
    const claims = introspectionClaims(context, verified);
    if (!includesWholeToken(exchange, client) || verified.claims['typ'] === 'Refresh') return claims;
    const { active: _active, username: _username, ...whole } = claims;
    return { ...claims, jwt: await signedClaims.accessToken(context, verified.client, whole) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    activity.recordNote('introspect-token', `Not active: ${error.reason}`, 'RFC 7662 §2.2');
    return { active: false };
  }
}

/** Media type of a signed answer (RFC 9701 §5). */
const SIGNED_ANSWER = 'application/token-introspection+jwt';

function accepts({ headers }: RealmExchange, type: string): boolean {
  return (headers.accept ?? '').toLowerCase().includes(type);
}

/** Compat: `Accept: application/jwt` adds the whole token, if the client's setting allows it. */
function includesWholeToken(exchange: RealmExchange, { attributes }: Client): boolean {
  const allowed = attributes['client.introspection.response.allow.jwt.claim.enabled'] === 'true';
  return allowed && accepts(exchange, 'application/jwt');
}

/** Uses the token's own type; the hint is not needed (RFC 7662 §2.1). */
function verify(exchange: RealmExchange, token: string, verifier: TokenVerifier): Promise<VerifiedToken> {
  const context = tokenContext(exchange);
  const claims = decodeJws(token)?.claims ?? {};
  const isRefresh = claims['typ'] === 'Refresh' || claims['typ'] === 'Offline';
  const owner = isRefresh ? exchange.realm.clients.get(String(claims['azp'])) : undefined;
  return owner === undefined
    ? verifier.verifyAccessToken(context, token, { boundToKey: true })
    : verifier.verifyRefreshToken(context, token, owner);
}

/** Choice: noted, not refused (docs/differences-to-keycloak.md, "Who may introspect"). */
function noteForeignAudience(
  { activity }: RealmExchange,
  { clientId }: Client,
  { claims }: VerifiedToken,
): void {
  const audience = [claims['aud'], claims['azp']].flat();
  if (audience.includes(clientId)) return;
  activity.recordNote(
    'check-audience',
    `${clientId} is not in the token's aud. The request is answered anyway; an audience mapper would add it.`,
    'RFC 7662 §4',
  );
}
