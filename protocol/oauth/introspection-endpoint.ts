// Token introspection: whether a token is good, and what it says.

import { decodeJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { ClientAuthentication } from '#protocol/http/client-authentication.ts';
import { oauthErrorReply } from '#protocol/http/errors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { introspectionClaims } from '#protocol/token/introspection-claims.ts';
import type { TokenVerifier, VerifiedToken } from '#protocol/token/token-verifier.ts';
import { checkNoDuplicates } from './check-form.ts';
import { issuerOf } from './issuer.ts';

/** What the endpoint works with. */
export interface IntrospectionDeps {
  readonly clientAuthentication: ClientAuthentication;
  readonly verifier: TokenVerifier;
}

const KNOWN_HINTS: ReadonlySet<string> = new Set(['', 'access_token', 'refresh_token']);

/** Answers an introspection request (RFC 7662 §2). A token that is not good is told as `active: false`, with nothing of why; Activity has the reason. */
export async function handleIntrospectionRequest(
  exchange: RealmExchange,
  deps: IntrospectionDeps,
): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  try {
    const { client } = await deps.clientAuthentication.authenticateClient(exchange);
    if (client.kind === 'public') {
      throw new OAuthError('invalid_request', {
        status: 403,
        description: 'Client not allowed.',
        reason: `Client ${client.clientId} is public and cannot introspect.`,
        remedy: `Set publicClient of client ${client.clientId} to false and give it a secret.`,
        section: 'RFC 7662 §2.1',
      });
    }
    return jsonReply(200, await introspect(exchange, deps), NO_STORE);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return oauthErrorReply(exchange, error);
  }
}

async function introspect(exchange: RealmExchange, deps: IntrospectionDeps): Promise<unknown> {
  const { form } = exchange;
  checkNoDuplicates(form);
  const token = form.get('token') ?? '';
  const hint = form.get('token_type_hint') ?? '';
  if (token === '')
    throw new OAuthError('invalid_request', {
      description: 'Token not provided.',
      remedy: 'Send token in the form.',
      section: 'RFC 7662 §2.1',
    });
  if (!KNOWN_HINTS.has(hint)) {
    throw new OAuthError('invalid_request', {
      description: `Unsupported token type [${hint}].`,
      remedy: 'Send token_type_hint access_token or refresh_token, or leave it out.',
      section: 'RFC 7662 §2.1',
    });
  }
  try {
    const context = { realm: exchange.realm, issuer: issuerOf(exchange), clock: exchange.clock };
    const verified = await verify(exchange, deps.verifier, token);
    if (verified.session !== undefined) exchange.activity.joinFlow(verified.session.flow);
    return await introspectionClaims(context, verified);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.noted('introspect-token', `not active: ${error.reason}`, 'RFC 7662 §2.2');
    return { active: false };
  }
}

/** The token says itself what it is; the hint is only a hint (RFC 7662 §2.1). */
function verify(exchange: RealmExchange, verifier: TokenVerifier, token: string): Promise<VerifiedToken> {
  const { realm, clock } = exchange;
  const context = { realm, issuer: issuerOf(exchange), clock };
  const claims = decodeJws(token)?.claims ?? {};
  const isRefresh = claims['typ'] === 'Refresh' || claims['typ'] === 'Offline';
  const owner = isRefresh ? realm.clients.get(String(claims['azp'])) : undefined;
  return owner === undefined
    ? verifier.verifyAccessToken(context, token)
    : verifier.verifyRefreshToken(context, token, owner);
}
