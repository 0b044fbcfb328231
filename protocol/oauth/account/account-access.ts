// Who calls the account API: the user of an access token, with the account roles that the token gives.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBearerToken } from '#protocol/http/bearer.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { isServiceAccount } from '#protocol/realm/users/users.ts';
import { introspectionClaims } from '#protocol/token/introspection-claims.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';
import type { TokenVerifier, VerifiedToken } from '#protocol/token/token-verifier.ts';
import { tokenContext } from '../token-context.ts';

/** The client that owns the roles. */
export const ACCOUNT_CLIENT = 'account';

export type AccountRole =
  | 'manage-account'
  | 'manage-consent'
  | 'view-applications'
  | 'view-consent'
  | 'view-groups'
  | 'view-profile';

export interface AccountAccess {
  readonly token: VerifiedToken;
  /**
   * Without roles, only the audience is checked.
   * @throws {OAuthError} `access_denied` 403 without one of the roles, `invalid_token` 401 for the audience.
   */
  require(anyOf: readonly AccountRole[]): void;
}

/** @throws {OAuthError} `invalid_token` 401 without a valid access token of a person. RFC 6750 §3.1. */
export async function identifyAccount(
  exchange: RealmExchange,
  verifier: TokenVerifier,
): Promise<AccountAccess> {
  const text = readBearerToken(exchange);
  if (text === undefined) {
    throw new OAuthError('invalid_token', {
      description: 'Bearer token required',
      reason: 'The request has no access token.',
      remedy: 'Send the header Authorization: Bearer with an access token of the user.',
    });
  }
  const context = tokenContext(exchange);
  const token = await verifier.verifyAccessToken(context, text);
  if (isServiceAccount(token.user)) {
    throw new OAuthError('invalid_token', {
      description: 'Service accounts are not allowed to access this service',
      reason: `The token is of the service account of client ${token.client.clientId}, which has no profile.`,
      remedy: 'Sign a user in, and send the token from there.',
    });
  }
  return { token, require: (anyOf) => checkRole(context, token, anyOf) };
}

function checkRole(context: IssueContext, token: VerifiedToken, anyOf: readonly AccountRole[]): void {
  const claims = claimsWithRoles(context, token);
  const held = accountRoles(claims);
  const needed = anyOf.join(' or ');
  const { username } = token.user;
  const { clientId } = token.client;
  if (anyOf.length > 0 && !anyOf.some((role) => held.includes(role))) {
    throw new OAuthError('access_denied', {
      description: `The token must have the role ${needed} of client ${ACCOUNT_CLIENT}`,
      reason: `The token of ${username}, issued to ${clientId}, has ${held.length === 0 ? 'no role' : `only ${held.join(', ')}`} of client ${ACCOUNT_CLIENT}.`,
      remedy: `Give user ${username} the role ${needed} of client ${ACCOUNT_CLIENT} (the default roles contain manage-account and view-profile), and client ${clientId} full scope or a scope mapping for it, and the client scope roles.`,
    });
  }
  if ([claims['aud']].flat().includes(ACCOUNT_CLIENT)) return;
  throw new OAuthError('invalid_token', {
    description: `Invalid audience for client ${ACCOUNT_CLIENT}`,
    reason: `The token, issued to ${clientId}, has the roles but not ${ACCOUNT_CLIENT} in aud.`,
    remedy: `Give client ${clientId} the client scope roles with its mapper "audience resolve", or an audience mapper for ${ACCOUNT_CLIENT}.`,
  });
}

/** Compat: a lightweight token does not contain the roles; they are those that introspection would show. */
function claimsWithRoles(context: IssueContext, token: VerifiedToken): Readonly<Record<string, unknown>> {
  const { claims } = token;
  const isComplete = claims['aud'] !== undefined && accountRoles(claims).length > 0;
  return isComplete ? claims : introspectionClaims(context, token);
}

function accountRoles(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const access = claims['resource_access'] as Readonly<Record<string, { roles?: unknown }>> | undefined;
  const roles = access?.[ACCOUNT_CLIENT]?.roles;
  return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
}
