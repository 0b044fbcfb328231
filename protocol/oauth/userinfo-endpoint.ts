// The userinfo endpoint: claims about the person an access token is for.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBearerToken } from '#protocol/http/bearer.ts';
import { checkOrigin, withCors } from '#protocol/http/cors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { challenge, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { splitScope } from '#protocol/realm/scopes.ts';
import { allowedOrigins } from '#protocol/realm/web-origins.ts';
import type { SignedClaims } from '#protocol/token/signed-claims.ts';
import type { TokenVerifier, VerifiedToken } from '#protocol/token/token-verifier.ts';
import { userInfoClaims } from '#protocol/token/userinfo-claims.ts';
import { checkRealm } from './check-realm.ts';
import { tokenContext } from './issuer.ts';

/** What the endpoint works with. */
export interface UserInfoDeps {
  readonly verifier: TokenVerifier;
  readonly signedClaims: SignedClaims;
}

/** Answers a userinfo request (OIDC Core §5.3). */
export async function handleUserInfoRequest(
  exchange: RealmExchange,
  { verifier, signedClaims }: UserInfoDeps,
): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  // Any origin, until the token says whose origins count.
  let origins: readonly string[] = ['*'];
  try {
    checkRealm(exchange);
    const text = readAccessToken(exchange);
    if (text === undefined) return withCors(demandToken(exchange), exchange, origins);
    const context = tokenContext(exchange);
    const token = await verifier.verifyAccessToken(context, text);
    origins = allowedOrigins(token.client, exchange.baseUrl);
    tellActivity(exchange, token);
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
    return withCors(challengeReply(exchange, error.status, members), exchange, origins);
  }
}

/** OIDC Core §5.3.2. */
function jwtReply(jwt: string): Reply {
  return { status: 200, headers: { ...NO_STORE, 'content-type': 'application/jwt' }, body: jwt };
}

function tellActivity({ activity }: RealmExchange, { client, user, session }: VerifiedToken): void {
  activity.client(client.clientId);
  activity.user(user.username);
  if (session !== undefined) activity.joinFlow(session.flow);
  activity.passed('verify-access-token', `Of ${user.username}, given to ${client.clientId}.`, 'RFC 6750 §2');
}

function invalidRequest(description: string, reason: string, section: string): OAuthError {
  const remedy = 'Send the token once, in the Authorization header alone.';
  return new OAuthError('invalid_request', { description, reason, remedy, section });
}

/** RFC 6750 §2: in the header, or for POST in the form, never in both. */
function readAccessToken(exchange: RealmExchange): string | undefined {
  const [repeated] = exchange.form.duplicates;
  if (repeated !== undefined) {
    throw invalidRequest(
      'Duplicate parameter',
      `Parameter ${repeated} came more than once.`,
      'RFC 6750 §3.1',
    );
  }
  const fromHeader = readBearerToken(exchange);
  const fromForm = exchange.form.get('access_token') || undefined;
  if (fromHeader !== undefined && fromForm !== undefined) {
    const text = 'More than one method used for including an access token';
    throw invalidRequest(text, 'The token stands in the header and in the form.', 'RFC 6750 §2');
  }
  return fromHeader ?? fromForm;
}

function checkScope({ claims, client }: VerifiedToken): void {
  if (splitScope(String(claims['scope'] ?? '')).includes('openid')) return;
  throw new OAuthError('insufficient_scope', {
    description: 'Missing openid scope',
    reason: 'The access token was not asked for with scope openid.',
    remedy: `Let client ${client.clientId} ask for scope openid at the authorization or token endpoint.`,
    section: 'OIDC Core §5.3.1',
  });
}

/** Nobody presented a token: a bare challenge without an error is the answer (RFC 6750 §3.1). */
function demandToken(exchange: RealmExchange): Reply {
  const error = new OAuthError('invalid_token', {
    description: '',
    reason: 'The request has no access token.',
    remedy: 'Send the header Authorization: Bearer with an access token.',
  });
  exchange.activity.refused(error, 'verify-access-token');
  return challengeReply(exchange, error.status, {});
}

/** Details stand in the challenge; the body is empty. */
function challengeReply(
  { realm }: RealmExchange,
  status: number,
  members: Readonly<Record<string, string>>,
): Reply {
  const value = challenge('Bearer', { realm: realm.name, ...members });
  return { status, headers: { ...NO_STORE, 'www-authenticate': value } };
}
