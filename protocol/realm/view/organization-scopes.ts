// Client scopes for organizations, which clients request with a value: `organization:acme`, `organization:*`.
import type { StoredUser } from '#protocol/store/store.ts';
import { findOrganizationByAlias, type Organization, organizationsOf } from './organizations.ts';
import type { Client, ClientScope, Realm } from './realm.ts';
import { rememberText } from './remember.ts';

/** The mapper that makes a client scope one for organizations, whatever its name. */
const MEMBERSHIP_MAPPER = 'oidc-organization-membership-mapper';
/** The value that stands for all organizations of the user. */
const ALL = '*';
const NONE: readonly Organization[] = [];

function isOrganizationScope(scope: ClientScope): boolean {
  return scope.mappers.some(({ type }) => type === MEMBERSHIP_MAPPER);
}

/** The client scope with a requested name such as `organization:acme`; undefined: no scope takes the value. */
export function findScopeWithValue(scopes: readonly ClientScope[], name: string): ClientScope | undefined {
  const separator = name.lastIndexOf(':');
  const value = name.slice(separator + 1);
  if (separator < 1 || value === '') return undefined;
  const base = scopes.find((scope) => scope.name === name.slice(0, separator));
  if (base === undefined || !isOrganizationScope(base)) return undefined;
  return Object.freeze({ ...base, name, base });
}

/** The alias in the name of a scope; undefined: it names no organization. */
function aliasOf({ name, base }: ClientScope): string | undefined {
  const value = base === undefined ? ALL : name.slice(base.name.length + 1);
  return value === ALL ? undefined : value;
}

/** Names of scopes for organizations that the realm does not have or that are disabled. */
export function unknownOrganizations(realm: Realm, scopes: readonly ClientScope[]): readonly string[] {
  return scopes.flatMap((scope) => {
    const alias = aliasOf(scope);
    const isKnown = alias === undefined || findOrganizationByAlias(realm, alias)?.enabled === true;
    return isKnown ? [] : [scope.name];
  });
}

const limited = new WeakMap<readonly ClientScope[], Map<string, readonly ClientScope[]>>();

/**
 * Compat: without the scopes for organizations of which the user is no member. The same scopes give the same array, so
 * that derived values can be cached by identity.
 */
export function memberScopes(
  realm: Realm,
  user: StoredUser,
  scopes: readonly ClientScope[],
): readonly ClientScope[] {
  if (scopes.every(({ base }) => base === undefined)) return scopes;
  const organizations = enabledOf(realm, user);
  const isOfMember = (scope: ClientScope): boolean => {
    const alias = aliasOf(scope);
    return alias === undefined || organizations.some((organization) => organization.alias === alias);
  };
  const kept = scopes.filter(isOfMember);
  if (kept.length === scopes.length) return scopes;
  return rememberText(limited, scopes, kept.map(({ name }) => name).join(' '), () => kept);
}

/**
 * What a sign-in requests of organizations: a scope without a value, one for all of the user's, or one for the
 * organization with this alias; undefined: nothing. `names`: the requested scopes.
 */
export type RequestedOrganization = 'any' | 'all' | { readonly alias: string };

export function requestedOrganization(
  client: Pick<Client, 'defaultScopes' | 'optionalScopes'> | undefined,
  names: readonly string[],
): RequestedOrganization | undefined {
  if (client === undefined) return undefined;
  const scopes = [...client.defaultScopes, ...client.optionalScopes];
  const valued = names.map((name) => findScopeWithValue(scopes, name)).find((scope) => scope !== undefined);
  if (valued === undefined)
    return scopes.some((scope) => isOrganizationScope(scope) && names.includes(scope.name))
      ? 'any'
      : undefined;
  const alias = aliasOf(valued);
  return alias === undefined ? 'all' : { alias };
}

/** The user's organizations that are enabled. */
export function enabledOf(realm: Realm, user: StoredUser): readonly Organization[] {
  const organizations = organizationsOf(realm, user);
  return organizations.every(({ enabled }) => enabled)
    ? organizations
    : organizations.filter(({ enabled }) => enabled);
}

/**
 * The user's organizations that a token is about. Compat: without a value, the only organization of the user or the one
 * with the identifier `chosen`; with `*` all of them; the first scope with a value counts.
 */
export function organizationsInScope(
  realm: Realm,
  user: StoredUser,
  scopes: readonly ClientScope[],
  chosen?: string,
): readonly Organization[] {
  const organizations = enabledOf(realm, user);
  if (organizations.length === 0) return NONE;
  const scope = scopes.find(({ base }) => base !== undefined) ?? scopes.find(isOrganizationScope);
  if (scope === undefined) return NONE;
  if (scope.base === undefined)
    return organizations.length === 1 ? organizations : organizations.filter(({ id }) => id === chosen);
  const alias = aliasOf(scope);
  return alias === undefined
    ? organizations
    : organizations.filter((organization) => organization.alias === alias);
}

/**
 * The name that a granted scope has after a request for fewer scopes (RFC 6749 §6); undefined: it is not granted any
 * more. Compat: a request for all organizations keeps the granted one; of all granted ones, one may be requested.
 */
export function narrowedScopeName(granted: ClientScope, requested: readonly string[]): string | undefined {
  if (requested.includes(granted.name)) return granted.name;
  if (granted.base === undefined) {
    return isOrganizationScope(granted) && requested.includes(`${granted.name}:${ALL}`)
      ? granted.name
      : undefined;
  }
  const { name } = granted.base;
  if (aliasOf(granted) === undefined) return requested.find((each) => each.startsWith(`${name}:`));
  return requested.some((each) => each === name || each === `${name}:${ALL}`) ? granted.name : undefined;
}

/** Why a token is about fewer organizations than its request suggests, with the remedy; empty: it is not. */
export function explainMissingOrganizations(
  realm: Realm,
  user: StoredUser,
  scopes: readonly ClientScope[],
  chosen?: string,
): readonly string[] {
  const kept = memberScopes(realm, user, scopes);
  const dropped = scopes
    .filter((scope) => !kept.includes(scope))
    .map(
      ({ name }) =>
        `Scope ${name} is not granted, because ${user.username} is no member of the organization. Add ${user.username} to its members.`,
    );
  const plain = kept.some(({ base }) => base !== undefined) ? undefined : kept.find(isOrganizationScope);
  const organizations = plain === undefined ? NONE : enabledOf(realm, user);
  if (plain === undefined || organizations.length < 2 || organizations.some(({ id }) => id === chosen))
    return dropped;
  const valued = [...organizations.map(({ alias }) => alias), ALL].map((value) => `${plain.name}:${value}`);
  return [
    ...dropped,
    `${user.username} is a member of several organizations and has chosen none: the claim is left out. Request ${valued.join(', ')}, or let the user choose on the sign-in page.`,
  ];
}
