// Token revocation: a revoked token stops working.

import type { ClientAuthentication } from '#protocol/client-authentication/client-authentication.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { emptyReply, NO_STORE } from '#protocol/http/replies.ts';
import { endClientSession } from '#protocol/realm/sessions/sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { Store } from '#protocol/store/store.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import { checkNoDuplicates, requireParameter } from './check-form.ts';
import { answerClient } from './client-endpoint.ts';
import { tokenContext } from './token-context.ts';

export interface RevocationDeps {
  readonly clientAuthentication: ClientAuthentication;
  readonly verifier: TokenVerifier;
  readonly store: Store;
}

const SECTION = 'RFC 7009 §2.1';

/** Answers a revocation request (RFC 7009 §2). */
export function handleRevocationRequest(exchange: RealmExchange, deps: RevocationDeps): Promise<Reply> {
  return answerClient(exchange, deps.clientAuthentication, async (caller) => {
    await revoke(exchange, await caller.authenticate(), deps);
    return emptyReply(200, NO_STORE);
  });
}

async function revoke(exchange: RealmExchange, client: Client, deps: RevocationDeps): Promise<void> {
  const { form } = exchange;
  checkNoDuplicates(form, SECTION);
  const text = requireParameter(form, 'token', {
    description: 'Token not provided',
    reason: 'token is missing.',
    remedy: 'Send token in the form.',
    section: SECTION,
  });
  const claims = decodeJws(text)?.claims;
  if (claims === undefined) throw invalidToken('The token cannot be decoded.');
  checkOwner(String(claims['azp'] ?? ''), client);
  switch (claims['typ']) {
    case 'Refresh':
    case 'Offline':
      return revokeRefreshToken(exchange, text, client, deps);
    case 'Bearer':
    case 'DPoP':
      return revokeAccessToken(exchange, text, deps);
    default:
      throw new OAuthError('unsupported_token_type', {
        reason: `A token of type "${String(claims['typ'])}" cannot be revoked.`,
        remedy: 'Revoke the access token or the refresh token.',
      });
  }
}

function checkOwner(azp: string, { clientId }: Client): void {
  if (azp === clientId) return;
  throw new OAuthError('invalid_request', {
    description: 'Unmatching clients',
    reason: `The token was issued to "${azp}", not to ${clientId}.`,
    remedy: 'Revoke the token as the client that it was issued to.',
    section: SECTION,
  });
}

/** Compat: as RFC 7009 §2.2 requires, status 200 for an unknown token; the body contains the error. */
function invalidToken(reason: string): OAuthError {
  return new OAuthError('invalid_token', {
    status: 200,
    description: 'Invalid token',
    reason,
    remedy: 'No action needed: the token is not valid.',
    section: 'RFC 7009 §2.2',
  });
}

/** Removes the client from the session, which ends with its last client. */
async function revokeRefreshToken(
  exchange: RealmExchange,
  text: string,
  client: Client,
  { verifier, store: { sessions } }: RevocationDeps,
): Promise<void> {
  const { activity, realm } = exchange;
  const verified = await orInvalidToken(verifier.verifyRefreshToken(tokenContext(exchange), text, client));
  const key = { realmId: realm.id, id: verified.session?.id ?? '' };
  const left = await endClientSession(sessions, key, client.id);
  if (left === undefined) throw invalidToken('The session has ended.');
  const { session, hasEnded } = left;
  activity.joinFlow(session.flow);
  activity.user(session.username);
  activity.session(session.id);
  const rest = hasEnded ? 'which ended with it' : 'which continues with its other clients';
  activity.recordPass('revoke-refresh-token', `${client.clientId} left the session, ${rest}.`, SECTION);
}

/** Rejects the token until it expires; the refresh token and the session remain. */
async function revokeAccessToken(
  exchange: RealmExchange,
  text: string,
  { verifier, store: { sessions } }: RevocationDeps,
): Promise<void> {
  const { activity, realm } = exchange;
  const { claims, session, user } = await orInvalidToken(
    verifier.verifyAccessToken(tokenContext(exchange), text, { boundToKey: true }),
  );
  if (session !== undefined) {
    activity.joinFlow(session.flow);
    activity.session(session.id);
  }
  activity.user(user.username);
  await sessions.revokeToken(realm.id, String(claims['jti']), Number(claims['exp']) * 1000);
  activity.recordPass('revoke-access-token', 'The token is rejected until it expires.', SECTION);
}

async function orInvalidToken<T>(verifying: Promise<T>): Promise<T> {
  try {
    return await verifying;
  } catch (error) {
    if (error instanceof OAuthError) throw invalidToken(error.reason);
    throw error;
  }
}
