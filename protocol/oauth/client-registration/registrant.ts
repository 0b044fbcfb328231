// Who registers or manages a client: anonymous, the holder of a registration token, or an administrator.
import { equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBearerToken } from '#protocol/http/bearer.ts';
import { isOwnOrigin } from '#protocol/http/cors.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { findMissingPower, listPower } from '#protocol/realm/users/admin-power.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { effectiveRoles, type RoleSet, rolesInScope } from '#protocol/realm/view/roles.ts';
import type { UserStore } from '#protocol/store/store.ts';
import {
  REGISTRATION_TOKEN_ATTRIBUTE,
  verifyRegistrationToken,
} from '#protocol/token/registration-tokens.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import { tokenContext } from '../token-context.ts';

export interface RegistrantDeps {
  readonly keys: RealmKeys;
  readonly verifier: TokenVerifier;
}

export type Registrant =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'initial-access'; readonly tokenId: string }
  | { readonly kind: 'registration-access'; readonly tokenId: string }
  | {
      readonly kind: 'administrator';
      readonly username: string;
      /** Administrator's roles for this realm. */
      readonly roles: ReadonlySet<string>;
      /** All roles that the token's client may use. */
      readonly held: RoleSet;
    };

const SECTION = 'RFC 7592 §2';

function invalidToken(reason: string, remedy: string): OAuthError {
  return new OAuthError('invalid_token', { reason, remedy, section: SECTION });
}

/** @throws {OAuthError} `invalid_token` 401. */
export async function identifyRegistrant(
  exchange: RealmExchange,
  { keys, verifier }: RegistrantDeps,
): Promise<Registrant> {
  const { realm, clock, headers } = exchange;
  const text = readBearerToken(exchange);
  if (text === undefined) {
    if (headers.authorization === undefined) return { kind: 'anonymous' };
    throw invalidToken('The header Authorization contains no bearer token.', 'Send Authorization: Bearer …');
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
    held: roles,
  };
}

/** @throws {OAuthError} `insufficient_scope` 403 if the administrator has none of the roles. */
export function checkRole(roles: ReadonlySet<string>, needed: readonly string[]): void {
  if (needed.some((role) => roles.has(role))) return;
  throw new OAuthError('insufficient_scope', {
    description: 'Forbidden',
    reason: `The token's user has none of the roles ${needed.join(', ')} of client realm-management.`,
    remedy: `Give the user role ${needed[0]} of client realm-management.`,
    section: SECTION,
  });
}

/**
 * Refuses anonymous requests from web pages of other origins, which could otherwise register clients through
 * a developer's browser.
 * Compat: Keycloak allows the origins of its policy Allowed Registration Web Origins, by default none
 * (docs/differences-to-keycloak.md, "Client registration from web pages").
 * @throws {OAuthError} `invalid_request` 403.
 */
export function checkRegistrantOrigin(exchange: RealmExchange, { kind }: Registrant): void {
  const { origin } = exchange.headers;
  if (kind !== 'anonymous' || origin === undefined || isOwnOrigin(exchange, origin)) return;
  throw new OAuthError('invalid_request', {
    status: 403,
    description: 'Invalid origin',
    reason: `A page of ${origin} sent the registration, without a token.`,
    remedy:
      'Register from a program that sends no Origin header, or send an initial access token as Authorization: Bearer …',
    section: 'RFC 6454 §7',
  });
}

/** A role of the client's service account that the administrator lacks; undefined if there is none. */
export async function findRoleBeyond(
  { realm }: RealmExchange,
  users: Pick<UserStore, 'findServiceAccount'>,
  { held }: Pick<Extract<Registrant, { kind: 'administrator' }>, 'held'>,
  clientId: string,
): Promise<string | undefined> {
  const account = await users.findServiceAccount(realm.id, clientId);
  if (account === undefined) return undefined;
  return findMissingPower(realm.name, held, listPower(realm.name, effectiveRoles(realm, account)));
}

/**
 * @throws {OAuthError} `insufficient_scope` 403 if the client's service account has more rights than the
 * administrator (docs/decisions/0169-rights-of-administrators.md).
 */
export async function checkMayChange(
  exchange: RealmExchange,
  users: Pick<UserStore, 'findServiceAccount'>,
  registrant: Registrant,
  clientId: string,
): Promise<void> {
  if (registrant.kind !== 'administrator') return;
  const role = await findRoleBeyond(exchange, users, registrant, clientId);
  if (role === undefined) return;
  throw new OAuthError('insufficient_scope', {
    description: 'Forbidden',
    reason: `The service account of client ${clientId} has the role ${role}, which user ${registrant.username} lacks.`,
    remedy: `Give user ${registrant.username} role ${role}, or use a token of an administrator who has it.`,
    section: SECTION,
  });
}

/**
 * The client in the path, if the registrant may manage it.
 * @throws {OAuthError} `invalid_token` 401 unless the token is the client's newest; 403 and 404 for
 * administrators.
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
  throw invalidToken('The client has been removed.', 'Register the client again.');
}

/**
 * Checks the registration access token; `expected` is the token ID stored with the client. Administrators
 * pass.
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
      ? 'The registration access token is not the newest one of this client; each response contains a new one.'
      : 'A client is read and changed with its registration access token.',
    'Send the registration_access_token of the last response as Authorization: Bearer …',
  );
}
