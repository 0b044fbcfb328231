// The userinfo endpoint: claims about the user of an access token.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBearerToken, readTokenOf, type TokenScheme } from '#protocol/http/bearer.ts';
import { checkRealm } from '#protocol/http/check-realm.ts';
import { checkOrigin, withCors } from '#protocol/http/cors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { challenge, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { allowedOrigins } from '#protocol/realm/clients/web-origins.ts';
import { splitScope } from '#protocol/realm/view/scopes.ts';
import type { SignedClaims } from '#protocol/token/signed-claims.ts';
import type { TokenVerifier, VerifiedToken } from '#protocol/token/token-verifier.ts';
import { userInfoClaims } from '#protocol/token/userinfo-claims.ts';
import { checkBoundCertificate, shownCertificate } from './bound-certificate.ts';
import { DPOP_ALGORITHMS, type DpopKey, type DpopProofs, refuseMissingProof } from './dpop-proof.ts';
import { boundKeyOf } from './grants/bound-key.ts';
import { tokenContext } from './token-context.ts';

export interface UserInfoDeps {
  readonly verifier: TokenVerifier;
  readonly signedClaims: SignedClaims;
  readonly dpopProofs: DpopProofs;
}

/** OIDC Core §5.3. */
export async function handleUserInfoRequest(
  exchange: RealmExchange,
  { verifier, signedClaims, dpopProofs }: UserInfoDeps,
): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  // Any origin, until the token identifies the client.
  let origins: readonly string[] = ['*'];
  try {
    checkRealm(exchange);
    const presented = readAccessToken(exchange);
    if (presented === undefined) return withCors(challengeForToken(exchange), exchange, origins);
    const context = tokenContext(exchange);
    const key = await readProof(exchange, presented, dpopProofs);
    const token = await verifier.verifyAccessToken(context, presented.token, { boundToKey: true });
    checkBinding(token, key);
    checkBoundCertificate(token.claims, shownCertificate(exchange), 'invalid_token');
    origins = allowedOrigins(token.client, exchange.baseUrl);
    recordToken(exchange, token);
    checkOrigin(exchange, token.client);
    checkScope(token);
    const claims = userInfoClaims(context, token);
    const jwt = await signedClaims.userInfo(context, token.client, claims);
    const reply = jwt === undefined ? jsonReply(200, claims, NO_STORE) : jwtReply(jwt);
    return withCors(reply, exchange, origins);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.refused(error, 'verify-access-token');
    const members = { error: error.code, error_description: error.description };
    const isProof = error.code === 'invalid_dpop_proof';
    return withCors(challengeReply(exchange, isProof ? 401 : error.status, members), exchange, origins);
  }
}

/** OIDC Core §5.3.2. */
function jwtReply(jwt: string): Reply {
  return { status: 200, headers: { ...NO_STORE, 'content-type': 'application/jwt' }, body: jwt };
}

function recordToken({ activity }: RealmExchange, { client, user, session }: VerifiedToken): void {
  activity.client(client.clientId);
  activity.user(user.username);
  if (session !== undefined) {
    activity.joinFlow(session.flow);
    activity.session(session.id);
  }
  activity.recordPass(
    'verify-access-token',
    `Token of ${user.username}, issued to ${client.clientId}.`,
    'RFC 6750 §2',
  );
}

function invalidRequest(description: string, reason: string, section: string): OAuthError {
  const remedy = 'Send the token once, in the Authorization header only.';
  return new OAuthError('invalid_request', { description, reason, remedy, section });
}

interface PresentedToken {
  readonly token: string;
  readonly scheme: TokenScheme;
}

/** RFC 6750 §2: in the header, or for POST in the form, never both. */
function readAccessToken(exchange: RealmExchange): PresentedToken | undefined {
  const [repeated] = exchange.form.duplicates;
  if (repeated !== undefined) {
    throw invalidRequest(
      'Duplicate parameter',
      `Parameter ${repeated} was sent more than once.`,
      'RFC 6750 §3.1',
    );
  }
  const bound = readTokenOf(exchange, 'DPoP');
  const fromHeader = bound ?? readBearerToken(exchange);
  const fromForm = exchange.form.get('access_token') || undefined;
  if (fromHeader !== undefined && fromForm !== undefined) {
    const text = 'More than one method used for including an access token';
    throw invalidRequest(text, 'The token is in both the header and the form.', 'RFC 6750 §2');
  }
  const token = fromHeader ?? fromForm;
  return token === undefined ? undefined : { token, scheme: bound === undefined ? 'Bearer' : 'DPoP' };
}

/** The key of the DPoP proof; only for the DPoP scheme (RFC 9449 §7.1). */
async function readProof(
  exchange: RealmExchange,
  { token, scheme }: PresentedToken,
  proofs: DpopProofs,
): Promise<DpopKey | undefined> {
  if (scheme === 'Bearer') return undefined;
  const key = await proofs.check(exchange, token);
  if (key !== undefined) return key;
  throw refuseMissingProof(
    'The token was sent with the scheme DPoP, but without a DPoP header.',
    'Send a proof in the header DPoP.',
  );
}

/** RFC 9449 §7.1: a bound token requires its key, and the DPoP scheme requires a bound token. */
function checkBinding({ claims }: VerifiedToken, key: DpopKey | undefined): void {
  const bound = boundKeyOf(claims);
  if (bound === key?.jkt) return;
  throw new OAuthError('invalid_token', {
    description: 'DPoP proof and token binding verification failed',
    reason:
      bound === undefined
        ? 'The token is not bound to a key.'
        : `The token is bound to key ${bound}; ${key === undefined ? 'it was sent as a bearer token' : `the proof is of key ${key.jkt}`}.`,
    remedy: 'Send a bound token as Authorization: DPoP with a proof of the same key, any other as Bearer.',
    section: 'RFC 9449 §7.1',
  });
}

function checkScope({ claims, client }: VerifiedToken): void {
  if (splitScope(String(claims['scope'] ?? '')).includes('openid')) return;
  throw new OAuthError('insufficient_scope', {
    description: 'Missing openid scope',
    reason: 'The access token was requested without scope openid.',
    remedy: `Let client ${client.clientId} request scope openid at the authorization or token endpoint.`,
    section: 'OIDC Core §5.3.1',
  });
}

/** A request without a token gets a challenge without an error (RFC 6750 §3.1). */
function challengeForToken(exchange: RealmExchange): Reply {
  const error = new OAuthError('invalid_token', {
    description: '',
    reason: 'The request has no access token.',
    remedy: 'Send the header Authorization: Bearer with an access token.',
  });
  exchange.activity.refused(error, 'verify-access-token');
  return challengeReply(exchange, error.status, {});
}

/** The challenge contains the error; the body is empty. */
function challengeReply(
  exchange: RealmExchange,
  status: number,
  members: Readonly<Record<string, string>>,
): Reply {
  const { name } = exchange.realm;
  const isBound = readTokenOf(exchange, 'DPoP') !== undefined;
  const value = isBound
    ? challenge('DPoP', { realm: name, ...members, algs: DPOP_ALGORITHMS.join(' ') })
    : challenge('Bearer', { realm: name, ...members });
  return { status, headers: { ...NO_STORE, 'www-authenticate': value } };
}
