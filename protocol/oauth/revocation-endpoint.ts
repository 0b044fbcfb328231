// Token revocation: a token that is given back stops working.
import { decodeJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { ClientAuthentication } from '#protocol/http/client-authentication.ts';
import { withCors } from '#protocol/http/cors.ts';
import { oauthErrorReply } from '#protocol/http/errors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { emptyReply, NO_STORE } from '#protocol/http/replies.ts';
import type { Client } from '#protocol/realm/realm.ts';
import { endClientSession } from '#protocol/realm/sessions.ts';
import { allowedOrigins } from '#protocol/realm/web-origins.ts';
import type { Store } from '#protocol/store/store.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import { checkNoDuplicates } from './check-form.ts';
import { issuerOf } from './issuer.ts';

/** What the endpoint works with. */
export interface RevocationDeps {
  readonly clientAuthentication: ClientAuthentication;
  readonly verifier: TokenVerifier;
  readonly store: Store;
}

/** Answers a revocation request (RFC 7009 §2). */
export async function handleRevocationRequest(exchange: RealmExchange, deps: RevocationDeps): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  let client = exchange.realm.clients.get(exchange.form.get('client_id') ?? '');
  let reply: Reply;
  try {
    ({ client } = await deps.clientAuthentication.authenticateClient(exchange));
    await revoke(exchange, client, deps);
    reply = emptyReply(200, NO_STORE);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    reply = oauthErrorReply(exchange, error);
  }
  return client === undefined ? reply : withCors(reply, exchange, allowedOrigins(client, exchange.baseUrl));
}

async function revoke(exchange: RealmExchange, client: Client, deps: RevocationDeps): Promise<void> {
  const { form } = exchange;
  checkNoDuplicates(form);
  const text = form.get('token') ?? '';
  if (text === '')
    throw new OAuthError('invalid_request', {
      description: 'Token not provided',
      remedy: 'Send token in the form.',
      section: 'RFC 7009 §2.1',
    });
  const claims = decodeJws(text)?.claims;
  if (claims === undefined) throw invalidToken('The token cannot be decoded.');
  checkOwner(String(claims['azp'] ?? ''), client);
  if (claims['typ'] === 'Refresh' || claims['typ'] === 'Offline')
    await revokeRefreshToken(exchange, text, client, deps);
  else if (claims['typ'] === 'Bearer') await revokeAccessToken(exchange, text, deps);
  else
    throw new OAuthError('unsupported_token_type', {
      reason: `A token of type "${String(claims['typ'])}" cannot be revoked.`,
      remedy: 'Revoke the access token or the refresh token.',
    });
}

function checkOwner(azp: string, client: Client): void {
  if (azp === client.clientId) return;
  throw new OAuthError('invalid_request', {
    description: 'Unmatching clients',
    reason: `The token was given to "${azp}", not to ${client.clientId}.`,
    remedy: 'Revoke a token as the client that got it.',
    section: 'RFC 7009 §2.1',
  });
}

/** Compat: Keycloak tells an unknown token with status 200, as RFC 7009 §2.2 asks, and says so in the body. */
function invalidToken(reason: string): OAuthError {
  return new OAuthError('invalid_token', {
    status: 200,
    description: 'Invalid token',
    reason,
    section: 'RFC 7009 §2.2',
  });
}

async function revokeRefreshToken(
  exchange: RealmExchange,
  text: string,
  client: Client,
  { verifier, store }: RevocationDeps,
): Promise<void> {
  const { session } = await asInvalidToken(() =>
    verifier.verifyRefreshToken(contextOf(exchange), text, client),
  );
  if (session === undefined) throw invalidToken('The session is gone.');
  exchange.activity.joinFlow(session.flow);
  exchange.activity.user(session.username);
  endClientSession(store.sessions, session, client.id);
  exchange.activity.passed('revoke-refresh-token', `${client.clientId} left the session`, 'RFC 7009 §2.1');
}

async function revokeAccessToken(
  exchange: RealmExchange,
  text: string,
  { verifier, store }: RevocationDeps,
): Promise<void> {
  const { claims, session } = await asInvalidToken(() =>
    verifier.verifyAccessToken(contextOf(exchange), text),
  );
  if (session !== undefined) exchange.activity.joinFlow(session.flow);
  store.sessions.revokeToken(exchange.realm.id, String(claims['jti']), Number(claims['exp']) * 1000);
  exchange.activity.passed('revoke-access-token', 'refused until it would have expired', 'RFC 7009 §2.1');
}

function contextOf(exchange: RealmExchange) {
  return { realm: exchange.realm, issuer: issuerOf(exchange), clock: exchange.clock };
}

async function asInvalidToken<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof OAuthError) throw invalidToken(error.reason);
    throw error;
  }
}
