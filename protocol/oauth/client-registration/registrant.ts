// Who registers or manages a client: nobody in particular, a bearer of a registration token, or an administrator.
import { equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBearerToken } from '#protocol/http/bearer.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/realm.ts';
import { effectiveRoles, rolesInScope } from '#protocol/realm/roles.ts';
import {
  REGISTRATION_TOKEN_ATTRIBUTE,
  verifyRegistrationToken,
} from '#protocol/token/registration-tokens.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import { tokenContext } from '../token-context.ts';

/** What registrants are told by. */
export interface RegistrantDeps {
  readonly keys: RealmKeys;
  readonly verifier: TokenVerifier;
}

/** Who is there. */
export type Registrant =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'initial-access'; readonly tokenId: string }
  | { readonly kind: 'registration-access'; readonly tokenId: string }
  | { readonly kind: 'administrator'; readonly username: string; readonly roles: ReadonlySet<string> };

const SECTION = 'RFC 7592 §2';

function invalidToken(reason: string, remedy: string): OAuthError {
  return new OAuthError('invalid_token', { reason, remedy, section: SECTION });
}

/** Finds out who registers. @throws {OAuthError} `invalid_token` 401 for a token that is not good for anything. */
export async function identifyRegistrant(
  exchange: RealmExchange,
  { keys, verifier }: RegistrantDeps,
): Promise<Registrant> {
  const { realm, clock, headers } = exchange;
  const text = readBearerToken(exchange);
  if (text === undefined) {
    if (headers.authorization === undefined) return { kind: 'anonymous' };
    throw invalidToken('The header Authorization holds no bearer token.', 'Send Authorization: Bearer …');
  }
  const token = await verifyRegistrationToken(keys, { name: realm.name, clock }, text);
  if (token !== undefined)
    return {
      kind: token.type === 'InitialAccessToken' ? 'initial-access' : 'registration-access',
      tokenId: token.id,
    };
  const { user, client } = await verifier.verifyAccessToken(tokenContext(exchange), text);
  const roles = rolesInScope(realm, effectiveRoles(realm, user), client, client.defaultScopes);
  const owner = realm.name === 'master' ? 'master-realm' : 'realm-management';
  return {
    kind: 'administrator',
    username: user.username,
    roles: new Set(roles.clients.get(owner) ?? []),
  };
}

/** @throws {OAuthError} `insufficient_scope` 403 for an administrator without a role that is needed. */
export function checkRole(roles: ReadonlySet<string>, needed: readonly string[]): void {
  if (needed.some((role) => roles.has(role))) return;
  throw new OAuthError('insufficient_scope', {
    description: 'Forbidden',
    reason: `The token's user holds none of the roles ${needed.join(', ')} of client realm-management.`,
    remedy: `Give the user role ${needed[0]} of client realm-management.`,
    section: SECTION,
  });
}

/**
 * The client that the path names, if the registrant may see to it.
 * @throws {OAuthError} `invalid_token` 401 for a token that is not this client's newest; 403 and 404 for administrators.
 */
export function findManagedClient(
  exchange: RealmExchange,
  registrant: Registrant,
  needed: readonly string[],
): Client {
  const client = exchange.realm.clients.get(exchange.pathParameters['client'] ?? '');
  if (registrant.kind === 'administrator') {
    checkRole(registrant.roles, needed);
    if (client !== undefined) return client;
    throw new OAuthError('invalid_request', {
      status: 404,
      description: 'Client not found',
      section: SECTION,
    });
  }
  checkRegistrationToken(registrant, client?.attributes[REGISTRATION_TOKEN_ATTRIBUTE]);
  if (client !== undefined) return client;
  throw invalidToken('The client has been removed meanwhile.', 'Register the client again.');
}

/**
 * Checks that a registrant who is no administrator has the client's newest token; `expected` is the token id that the client holds.
 * @throws {OAuthError} `invalid_token` 401. RFC 7592 §5.
 */
export function checkRegistrationToken(registrant: Registrant, expected: string | undefined): void {
  if (registrant.kind === 'administrator') return;
  const isBearer = registrant.kind === 'registration-access';
  if (
    isBearer &&
    expected !== undefined &&
    expected !== '' &&
    equalsInConstantTime(registrant.tokenId, expected)
  )
    return;
  throw invalidToken(
    isBearer
      ? 'The registration access token is not the newest one of this client; each answer brings a new one.'
      : 'A client is read and changed with its registration access token.',
    'Send the registration_access_token of the last answer as Authorization: Bearer …',
  );
}
