// Resolves the client scopes of a request, and writes them for responses and refresh tokens.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { findScopeWithValue, unknownOrganizations } from './organization-scopes.ts';
import type { Client, ClientScope, Realm } from './realm.ts';
import { rememberText } from './remember.ts';

export interface ResolvedScopes {
  /** The client's default scopes and the requested optional ones. */
  readonly scopes: readonly ClientScope[];
  readonly openid: boolean;
  /** The requested names without duplicates. */
  readonly requested: readonly string[];
}

const NO_SCOPES: readonly ClientScope[] = [];

const cache = new WeakMap<Client, Map<string, ResolvedScopes>>();
const restored = new WeakMap<Client, Map<string, ResolvedScopes>>();

/**
 * Resolves the `scope` parameter of a request, as {@link resolveScopes}, and checks that the organizations in it exist.
 * @throws {OAuthError} `invalid_scope`. RFC 6749 §3.3.
 */
export function resolveRequestedScopes(
  realm: Realm,
  client: Client,
  scopeParameter: string | undefined,
): ResolvedScopes {
  const resolved = resolveScopes(client, scopeParameter);
  const [unknown] = unknownOrganizations(realm, resolved.scopes);
  if (unknown === undefined) return resolved;
  throw new OAuthError('invalid_scope', {
    description: `Invalid scopes: ${scopeParameter ?? ''}`,
    reason: `Realm ${realm.name} has no enabled organization for scope "${unknown}".`,
    remedy: `Request the alias of an organization of realm ${realm.name}, enable the organization, or set organizationsEnabled of the realm to true.`,
    section: 'Keycloak organizations',
  });
}

/**
 * Resolves a `scope` parameter. `openid` is always allowed; any other name must be a default or optional
 * client scope of the client, which for organizations may have a value (`organization:acme`). The same client and
 * parameter give the same object.
 * @throws {OAuthError} `invalid_scope`. RFC 6749 §3.3.
 */
export function resolveScopes(client: Client, scopeParameter: string | undefined): ResolvedScopes {
  const key = scopeParameter ?? '';
  return rememberText(cache, client, key, () => resolve(client, key));
}

function resolve(client: Client, scopeParameter: string): ResolvedScopes {
  const requested = splitScope(scopeParameter);
  const withValues = scopesWithValues(client, requested);
  const known = new Set(
    [...client.defaultScopes, ...client.optionalScopes, ...withValues].map((scope) => scope.name),
  );
  const unknown = requested.filter((name) => name !== 'openid' && !known.has(name));
  if (unknown.length > 0) throw invalidScope(client, scopeParameter, unknown);
  const asked = new Set(requested);
  return {
    scopes: distinct([
      ...client.defaultScopes,
      ...client.optionalScopes.filter((scope) => asked.has(scope.name)),
      ...withValues,
    ]),
    openid: asked.has('openid'),
    requested,
  };
}

/** The scopes of names such as `organization:acme`. */
export function scopesWithValues(client: Client, names: readonly string[]): readonly ClientScope[] {
  if (!names.some((name) => name.includes(':'))) return NO_SCOPES;
  const all = [...client.defaultScopes, ...client.optionalScopes];
  const known = new Set(all.map((scope) => scope.name));
  return names.flatMap((name) => (known.has(name) ? [] : (findScopeWithValue(all, name) ?? [])));
}

function invalidScope(client: Client, scopeParameter: string, unknown: readonly string[]): OAuthError {
  const names = unknown.map((name) => `"${name}"`).join(', ');
  return new OAuthError('invalid_scope', {
    description: `Invalid scopes: ${scopeParameter}`,
    reason: `${names} is neither a default nor an optional client scope of ${client.clientId}`,
    remedy: `Add ${names} to the optional client scopes of ${client.clientId} (optionalClientScopes), or do not request it.`,
    section: 'RFC 6749 §3.3',
  });
}

/** The scopes in a stored text that the client still has. The same client and text give the same object. */
export function restoreScopes(client: Client, storedText: string): ResolvedScopes {
  return rememberText(restored, client, storedText, () => restore(client, storedText));
}

function restore(client: Client, storedText: string): ResolvedScopes {
  const requested = splitScope(storedText);
  const names = new Set(requested);
  const scopes = distinct([
    ...[...client.defaultScopes, ...client.optionalScopes].filter((scope) => names.has(scope.name)),
    ...scopesWithValues(client, requested),
  ]);
  return { scopes, openid: names.has('openid'), requested };
}

/** The `scope` of a token response: `openid` first if requested, then included scopes. RFC 6749 §5.1. */
export function tokenScopeText(scopes: readonly ClientScope[], openid: boolean): string {
  return joinScope(
    scopes.filter((scope) => scope.includedInTokenScope),
    openid,
  );
}

/** Every scope that applies, including hidden ones, as stored in sessions and refresh tokens. */
export function storedScopeText(scopes: readonly ClientScope[], openid: boolean): string {
  return joinScope(scopes, openid);
}

/** The distinct names of a `scope` value. */
export function splitScope(text: string): readonly string[] {
  return [...new Set(text.split(' ').filter((name) => name !== ''))];
}

function joinScope(scopes: readonly ClientScope[], openid: boolean): string {
  const names = scopes.map((scope) => scope.name);
  return (openid ? ['openid', ...names] : names).join(' ');
}

function distinct(scopes: readonly ClientScope[]): readonly ClientScope[] {
  return [...new Set(scopes)];
}
