// The userinfo endpoint: claims about the person an access token is for.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBearerToken } from '#protocol/http/bearer.ts';
import { readOrigin, withCors } from '#protocol/http/cors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { challenge, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { allowedOrigins } from '#protocol/realm/web-origins.ts';
import type { TokenVerifier, VerifiedToken } from '#protocol/token/token-verifier.ts';
import { userInfoClaims } from '#protocol/token/userinfo-claims.ts';
import { checkNoDuplicates } from './check-form.ts';
import { issuerOf } from './issuer.ts';

/** Answers a userinfo request (OIDC Core §5.3). */
export async function handleUserInfoRequest(
  exchange: RealmExchange,
  verifier: TokenVerifier,
): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  let origins: readonly string[] = readOrigin(exchange.headers) === undefined ? [] : ['*'];
  try {
    const context = { realm: exchange.realm, issuer: issuerOf(exchange), clock: exchange.clock };
    const token = await verifier.verifyAccessToken(context, readAccessToken(exchange));
    exchange.activity.client(token.client.clientId);
    exchange.activity.user(token.user.username);
    if (token.session !== undefined) exchange.activity.joinFlow(token.session.flow);
    origins = allowedOrigins(token.client, exchange.baseUrl);
    checkScope(token);
    return withCors(jsonReply(200, await userInfoClaims(context, token), NO_STORE), exchange, origins);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.refused(error);
    return withCors(refusalReply(exchange, error), exchange, origins);
  }
}

/** RFC 6750 §2: in the header, or for POST in the form, never in both. */
function readAccessToken(exchange: RealmExchange): string {
  const fromHeader = readBearerToken(exchange);
  const fromForm = exchange.form.get('access_token') || undefined;
  checkNoDuplicates(exchange.form);
  if (fromHeader !== undefined && fromForm !== undefined) {
    throw new OAuthError('invalid_request', {
      description: 'More than one method used for including an access token',
      remedy: 'Send the token in the Authorization header alone.',
      section: 'RFC 6750 §2',
    });
  }
  const token = fromHeader ?? fromForm;
  if (token === undefined) throw new NoTokenError();
  return token;
}

/** Nobody presented a token: a bare challenge is the answer (RFC 6750 §3.1). */
class NoTokenError extends OAuthError {
  constructor() {
    super('invalid_token', {
      description: '',
      reason: 'The request has no access token.',
      remedy: 'Send Authorization: Bearer with an access token.',
      section: 'RFC 6750 §3.1',
    });
    this.name = 'NoTokenError';
  }
}

function checkScope(token: VerifiedToken): void {
  if (
    String(token.claims['scope'] ?? '')
      .split(' ')
      .includes('openid')
  )
    return;
  throw new OAuthError('insufficient_scope', {
    description: 'Missing openid scope',
    remedy: 'Ask for scope openid at the authorization or token endpoint.',
    section: 'OIDC Core §5.3.1',
  });
}

/** Details stand in the challenge; the body is empty. */
function refusalReply({ realm }: RealmExchange, error: OAuthError): Reply {
  const bare = error instanceof NoTokenError;
  const value = challenge('Bearer', {
    realm: realm.name,
    error: bare ? undefined : error.code,
    error_description: bare ? undefined : error.description,
  });
  return { status: error.status, headers: { ...NO_STORE, 'www-authenticate': value } };
}
