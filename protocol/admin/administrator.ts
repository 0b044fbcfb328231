// Who calls the admin API and what they may do: the bearer token's user with the roles that the user has now.
import type { Clock } from '#protocol/clock.ts';
import { equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBearerToken } from '#protocol/http/bearer.ts';
import type { Exchange } from '#protocol/http/exchange.ts';
import { isLoopbackAddress } from '#protocol/http/host-policy.ts';
import { managementRoleNames } from '#protocol/realm/file/built-in/roles.ts';
import { findMissingPower, isManagementClient } from '#protocol/realm/users/admin-power.ts';
import type { Realm, RoleReference } from '#protocol/realm/view/realm.ts';
import { effectiveRoles, type RoleSet, rolesInScope } from '#protocol/realm/view/roles.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { Store } from '#protocol/store/store.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import { forbidden, unauthorized } from './admin-error.ts';

/** Roles of the client `realm-management`, or of a realm's `<realm>-realm` client in `master`. */
export type AdminRole =
  | 'view-realm'
  | 'manage-realm'
  | 'view-users'
  | 'manage-users'
  | 'impersonation'
  | 'query-users'
  | 'query-groups'
  | 'view-clients'
  | 'manage-clients'
  | 'create-client'
  | 'query-clients'
  | 'query-realms'
  | 'view-identity-providers'
  | 'manage-identity-providers'
  | 'view-events'
  | 'manage-events';

/** Each of these roles alone shows the clients of a realm, with their mappers. */
export const CLIENT_VIEWERS: readonly AdminRole[] = ['view-clients', 'manage-clients'];
/** Each of these roles alone shows the users of a realm. */
export const USER_VIEWERS: readonly AdminRole[] = ['view-users', 'manage-users'];

/** What is missing when any role would be sufficient. */
const ANY_ROLE = 'an administrator role';

/** The caller, with the roles that the token's client may use. */
export interface Administrator {
  readonly realm: Realm;
  readonly userId: string;
  /** The client that the token was issued to; undefined for the control key. */
  readonly clientUuid: string | undefined;
  /** As Activity and refusals show it. */
  readonly username: string;
  readonly roles: RoleSet;
}

export interface AdministratorDeps {
  readonly store: Pick<Store, 'realms'>;
  readonly verifier: TokenVerifier;
  readonly clocks: (realmName: string) => Clock;
  /** What a test runner on this machine presents as a bearer token; it counts as an administrator of the server. */
  readonly controlKey: { readonly key: string };
}

/** The realm in the token's issuer. Nothing is trusted until the signature is verified with its keys. */
function issuingRealm(deps: AdministratorDeps, token: string): { realm: Realm; segment: string } | undefined {
  const issuer = decodeJws(token)?.claims['iss'];
  if (typeof issuer !== 'string') return undefined;
  const segment = issuer.slice(issuer.lastIndexOf('/') + 1);
  const stored = deps.store.realms.find(segment) ?? deps.store.realms.find(decodeSegment(segment));
  return stored === undefined ? undefined : { realm: viewRealm(stored), segment };
}

/** A segment that is not percent-encoded names no realm. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

/** Compat: these clients act with every role of the user; files before Keycloak 26 give them no scope. */
const ADMINISTRATION_CLIENTS: readonly string[] = ['admin-cli', 'security-admin-console'];

/**
 * The administrator behind the bearer token. Roles are taken from the user, not from the token, which may be
 * a lightweight one.
 * @throws {AdminError} 401 when the token is missing or invalid.
 */
export async function identifyAdministrator(
  deps: AdministratorDeps,
  exchange: Exchange,
): Promise<Administrator> {
  const token = readBearerToken(exchange);
  if (token !== undefined && equalsInConstantTime(token, deps.controlKey.key))
    return admitControlKey(deps, exchange);
  const issuing = token === undefined ? undefined : issuingRealm(deps, token);
  if (token === undefined || issuing === undefined) {
    refuse(
      exchange,
      new OAuthError('invalid_token', {
        reason:
          token === undefined
            ? 'The request has no bearer token.'
            : 'The bearer token was not issued by this server.',
        remedy: 'Get a token from realm master with client admin-cli, and send it as Authorization: Bearer …',
      }),
    );
    throw unauthorized();
  }
  const { realm, segment } = issuing;
  try {
    const context = {
      realm,
      issuer: `${exchange.baseUrl}/realms/${segment}`,
      clock: deps.clocks(realm.name),
    };
    const { user, client } = await deps.verifier.verifyAccessToken(context, token);
    const roles = effectiveRoles(realm, user);
    const isOwn = ADMINISTRATION_CLIENTS.includes(client.clientId);
    return {
      realm,
      userId: user.id,
      clientUuid: client.id,
      username: user.username,
      roles: isOwn ? roles : rolesInScope(realm, roles, client, client.defaultScopes),
    };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    refuse(exchange, error);
    throw unauthorized();
  }
}

/** @throws {AdminError} 401 for a caller on another machine, and without a master realm. */
function admitControlKey({ store }: AdministratorDeps, exchange: Exchange): Administrator {
  const master = store.realms.find('master');
  if (master !== undefined && isLoopbackAddress(exchange.remoteAddress)) {
    const realm = viewRealm(master);
    const username = 'control key';
    const roles = effectiveRoles(realm, { id: username, username, realmRoles: ['admin'] });
    return { realm, userId: username, clientUuid: undefined, username, roles };
  }
  const reason = 'The control key was sent from another machine.';
  const remedy = 'Use it on the machine where the server runs, or send an administrator’s token.';
  refuse(exchange, new OAuthError('invalid_token', { reason, remedy }));
  throw unauthorized();
}

function refuse(exchange: Exchange, error: OAuthError): void {
  exchange.activity.refused(error, 'check-administrator');
}

/** The administrator's roles for a realm; empty for a realm that is not theirs. */
function rolesOver(administrator: Administrator, realmName: string): ReadonlySet<string> {
  const { realm, roles } = administrator;
  const isMaster = realm.name === 'master';
  if (!isMaster && realm.name !== realmName) return new Set();
  return roles.clients.get(isMaster ? `${realmName}-realm` : 'realm-management') ?? new Set();
}

/** Whether the caller is an administrator of the server: `admin` of `master`. */
export function isServerAdministrator(administrator: Administrator): boolean {
  return administrator.realm.name === 'master' && administrator.roles.realm.has('admin');
}

export function mayCreateRealms(administrator: Administrator): boolean {
  return (
    isServerAdministrator(administrator) ||
    (administrator.realm.name === 'master' && administrator.roles.realm.has('create-realm'))
  );
}

/** The administrator's roles for a realm by name, in alphabetical order. */
export function heldRoles(administrator: Administrator, realmName: string): readonly string[] {
  const held = isServerAdministrator(administrator)
    ? managementRoleNames()
    : rolesOver(administrator, realmName);
  return [...held].toSorted();
}

/** Whether the administrator has one of these roles for the realm; without `anyOf`: any role. */
export function hasRoleOver(
  administrator: Administrator,
  realmName: string,
  anyOf?: readonly AdminRole[],
): boolean {
  if (isServerAdministrator(administrator)) return true;
  const held = rolesOver(administrator, realmName);
  return anyOf === undefined ? held.size > 0 : anyOf.some((role) => held.has(role));
}

/** @throws {AdminError} 403 without one of these roles for the realm. */
export function checkRoleOver(
  administrator: Administrator,
  exchange: Exchange,
  realmName: string,
  anyOf: readonly AdminRole[] | undefined,
): void {
  if (hasRoleOver(administrator, realmName, anyOf)) return;
  refuseForbidden(administrator, exchange, anyOf === undefined ? ANY_ROLE : anyOf.join(' or '), realmName);
}

/** Realm roles of master; every other administrator role belongs to a client. */
const SERVER_ROLES: ReadonlySet<string> = new Set(['admin', 'create-realm']);

function describeRemedy(needed: string, owner: string): string {
  if (SERVER_ROLES.has(needed))
    return `Use a token of a user of realm master who has the realm role ${needed}.`;
  const role = needed === ANY_ROLE ? needed : `the role ${needed}`;
  return `Give the user ${role} of client ${owner}, or use a token of an administrator of realm master.`;
}

/** Records in Activity which role is missing. @throws {AdminError} 403, always. */
export function refuseForbidden(
  administrator: Administrator,
  exchange: Exchange,
  needed: string,
  realmName: string,
  because?: string,
): never {
  const owner = administrator.realm.name === 'master' ? `${realmName}-realm` : 'realm-management';
  const lacks = `User ${administrator.username} of realm ${administrator.realm.name} lacks ${needed} for realm ${realmName}.`;
  refuse(
    exchange,
    new OAuthError('access_denied', {
      reason: because === undefined ? lacks : `${lacks} ${because}`,
      remedy: describeRemedy(needed, owner),
    }),
  );
  throw forbidden();
}

/** @throws {AdminError} 403 when the caller is not an administrator of any realm. */
export function checkIsAdministrator(administrator: Administrator, exchange: Exchange): void {
  const { realm, roles } = administrator;
  const isAnywhere = [...roles.clients].some(
    ([clientId, names]) => isManagementClient(realm.name, clientId) && names.size > 0,
  );
  if (isAnywhere || mayCreateRealms(administrator)) return;
  refuseForbidden(administrator, exchange, ANY_ROLE, realm.name);
}

/** The administrator's roles for a realm, named as in that realm. */
function heldOver(administrator: Administrator, realmName: string): RoleSet {
  if (realmName === administrator.realm.name) return administrator.roles;
  return { realm: new Set(), clients: new Map([['realm-management', rolesOver(administrator, realmName)]]) };
}

/** The first of these roles that gives power over the admin API and that the administrator lacks. */
export function findMissingRole(
  administrator: Administrator,
  realmName: string,
  roles: readonly RoleReference[],
): string | undefined {
  if (isServerAdministrator(administrator)) return undefined;
  return findMissingPower(realmName, heldOver(administrator, realmName), roles);
}

/**
 * Administrators may not grant, revoke or change power over the admin API that they lack themselves.
 * `because` says how the roles relate to the request.
 * @throws {AdminError} 403.
 */
export function checkHoldsPower(
  administrator: Administrator,
  exchange: Exchange,
  realmName: string,
  { roles, because }: { readonly roles: readonly RoleReference[]; readonly because: string },
): void {
  const missing = findMissingRole(administrator, realmName, roles);
  if (missing !== undefined) refuseForbidden(administrator, exchange, missing, realmName, because);
}
