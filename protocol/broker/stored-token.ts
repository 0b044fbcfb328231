// The tokens of identity providers that a realm stores, for applications that call the provider themselves.
import { OAuthError, type OAuthErrorDetails } from '#protocol/errors/oauth-error.ts';
import { readBearerToken } from '#protocol/http/bearer.ts';
import { findRealmProblem } from '#protocol/http/check-realm.ts';
import { checkOrigin, withCors } from '#protocol/http/cors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { allowedOrigins } from '#protocol/realm/clients/web-origins.ts';
import { findIdentity } from '#protocol/realm/users/federated-identities.ts';
import { findIdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { introspectionClaims } from '#protocol/token/introspection-claims.ts';
import type { TokenVerifier, VerifiedToken } from '#protocol/token/token-verifier.ts';

const RULE = 'read-stored-token';
const SECTION = 'Keycloak, retrieving tokens of identity providers';
const ROLE = { clientId: 'broker', name: 'read-token' } as const;

type Verifier = Pick<TokenVerifier, 'verifyAccessToken'>;

/** GET: the provider's token response, in the form in which it was received. */
export async function readStoredToken(verifier: Verifier, exchange: RealmExchange): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  let origins: readonly string[] = ['*'];
  try {
    const problem = findRealmProblem(exchange);
    if (problem !== undefined) throw new OAuthError(problem.code, { ...problem, status: 403 });
    const token = await identify(verifier, exchange);
    origins = allowedOrigins(token.client, exchange.baseUrl);
    checkOrigin(exchange, token.client);
    checkRole(exchange, token);
    return withCors(toReply(findToken(exchange, token)), exchange, origins);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.refused(error, error.rule ?? RULE);
    // Compat: Keycloak's shape of an error.
    const body = { errorMessage: error.description };
    return withCors(jsonReply(error.status, body, NO_STORE), exchange, origins);
  }
}

/** Compat: Keycloak's message and status, whatever is wrong with the access token. */
async function identify(verifier: Verifier, exchange: RealmExchange): Promise<VerifiedToken> {
  const { realm, clock, activity } = exchange;
  const text = readBearerToken(exchange);
  if (text === undefined)
    throw refusal(400, {
      description: 'Invalid token.',
      reason: 'The request has no access token.',
      remedy: 'Send the header Authorization: Bearer with an access token of the user.',
    });
  try {
    const token = await verifier.verifyAccessToken({ realm, issuer: issuerOf(exchange), clock }, text);
    activity.client(token.client.clientId);
    activity.user(token.user.username);
    return token;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { reason, remedy } = error;
    throw refusal(400, {
      description: 'Invalid token.',
      reason,
      ...(remedy === undefined ? {} : { remedy }),
    });
  }
}

/** Compat: a lightweight token does not contain the roles; they are those that introspection would show. */
function checkRole(exchange: RealmExchange, token: VerifiedToken): void {
  const { realm, clock, pathParameters } = exchange;
  const { client, user, claims } = token;
  if (realm.clients.get(ROLE.clientId) === undefined)
    throw refusal(403, {
      description: 'Realm has not migrated to support the broker token exchange service',
      reason: `Realm ${realm.name} has no client ${ROLE.clientId}.`,
      remedy: `Add client ${ROLE.clientId} with the role ${ROLE.name}.`,
    });
  if (hasReadToken(claims)) return;
  if (hasReadToken(introspectionClaims({ realm, issuer: issuerOf(exchange), clock }, token))) return;
  throw refusal(403, {
    description: `Client [${client.clientId}] not authorized to retrieve tokens from identity provider [${pathParameters['alias']}].`,
    reason: `The token of ${user.username}, issued to ${client.clientId}, lacks role ${ROLE.name} of client ${ROLE.clientId}.`,
    remedy: `Grant user ${user.username} the role ${ROLE.name} of client ${ROLE.clientId} (addReadTokenRoleOnCreate of the identity provider does), and client ${client.clientId} full scope or a scope mapping for it.`,
  });
}

function hasReadToken(claims: Readonly<Record<string, unknown>>): boolean {
  const access = claims['resource_access'] as Readonly<Record<string, { roles?: unknown }>> | undefined;
  const roles = access?.[ROLE.clientId]?.roles;
  return Array.isArray(roles) && roles.includes(ROLE.name);
}

function findToken({ realm, pathParameters, activity }: RealmExchange, { user }: VerifiedToken): string {
  const alias = pathParameters['alias'] ?? '';
  activity.eventDetails({ identity_provider: alias });
  const provider = findIdentityProvider(realm, alias);
  if (provider === undefined)
    throw refusal(404, {
      description: `Identity Provider [${alias}] not found.`,
      reason: `Realm ${realm.name} has no identity provider "${alias.slice(0, 255)}".`,
      remedy: 'Send the alias of an identity provider of the realm.',
    });
  if (!provider.storesToken)
    throw refusal(400, {
      description: `Identity Provider [${alias}] does not support this operation.`,
      reason: `The realm does not store tokens of identity provider ${alias}.`,
      remedy: `Set storeToken of identity provider ${alias} to true, and sign in with it again.`,
    });
  const link = findIdentity(user, alias);
  if (link === undefined)
    throw refusal(400, {
      description: `User [${user.id}] is not associated with identity provider [${alias}].`,
      reason: `User ${user.username} is not linked with identity provider ${alias}.`,
      remedy: `Link an account with kc_action=idp_link:${alias}.`,
    });
  if (link.token === undefined)
    throw refusal(404, {
      description: `No token stored for user [${user.id}] with associated identity provider [${alias}].`,
      reason: `User ${user.username} has not signed in with ${alias} since its tokens are stored.`,
      remedy: `Sign in with identity provider ${alias} again.`,
    });
  activity.recordPass(RULE, `The stored token of ${alias} is returned.`, SECTION);
  return link.token;
}

/** Providers of SAML store their assertion. */
function toReply(token: string): Reply {
  const parsed = parse(token);
  return parsed === undefined
    ? { status: 200, headers: { ...NO_STORE, 'content-type': 'text/plain; charset=utf-8' }, body: token }
    : jsonReply(200, parsed, NO_STORE);
}

function parse(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    return undefined;
  }
}

function refusal(status: 400 | 403 | 404, details: OAuthErrorDetails): OAuthError {
  return new OAuthError(status === 403 ? 'access_denied' : 'invalid_request', {
    section: SECTION,
    ...details,
    status,
  });
}
