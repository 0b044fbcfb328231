// The interface of protocol mappers, and how they set claims.
import type { Client, ClientScope, Realm } from '#protocol/realm/view/realm.ts';
import type { RoleSet } from '#protocol/realm/view/roles.ts';
import type { ClaimsRequest } from '#protocol/store/claims-request.ts';
import type { StoredUser } from '#protocol/store/store.ts';

export type ClaimTarget = 'access' | 'id' | 'userinfo' | 'introspection';

/** Claims under construction. */
export type Claims = Record<string, unknown>;

export interface MapperContext {
  readonly realm: Realm;
  readonly client: Client;
  readonly user: StoredUser;
  /** The scopes of the token. */
  readonly scopes: readonly ClientScope[];
  /** Roles allowed in this client's tokens. */
  readonly roles: RoleSet;
  readonly acr: string;
  /** Seconds; undefined if no user signed in. */
  readonly authTime: number | undefined;
  /** Notes of the session, e.g. `clientAddress`. */
  readonly notes: Readonly<Record<string, string>>;
  /** From the authorization request, if there was one. */
  readonly nonce: string | undefined;
  readonly sid: string | undefined;
  /** The claims parameter of the authorization request, if any. */
  readonly claimsRequest: ClaimsRequest | undefined;
  /** Identifier of the organization that the user has chosen for the client. */
  readonly organization?: string | undefined;
  readonly target: ClaimTarget;
  /** The server's base URL, for web origins. */
  readonly baseUrl: string;
}

/** A mapper type. */
export interface MapperType {
  /** Whether a mapper without the flag writes to the access token. Default false. */
  readonly writesAccessByDefault?: boolean;
  /** Whether it writes to every target, regardless of its configuration. Default false. */
  readonly writesAlways?: boolean;
  /** Changes the roles before claims are set. */
  readonly mapRoles?: (roles: RoleSet, config: MapperConfig) => RoleSet;
  readonly mapClaims?: (claims: Claims, config: MapperConfig, context: MapperContext) => void;
}

/** A mapper's configuration; all values are strings. */
export type MapperConfig = Readonly<Record<string, string>>;

/** Limit of cached claim names; realms configure a few dozen. */
const MAX_REMEMBERED_NAMES = 1000;
const paths = new Map<string, readonly string[]>();

/** Splits `a.b` into a path; `\.` is a literal dot. Cached, because every token uses the same names. */
function claimPath(name: string): readonly string[] {
  const known = paths.get(name);
  if (known !== undefined) return known;
  const path = name.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'));
  if (paths.size < MAX_REMEMBERED_NAMES) paths.set(name, path);
  return path;
}

const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Compat: mappers may not set claims about the token's type, validity and session. */
const PROTOCOL_CLAIMS: ReadonlySet<string> = new Set([
  'exp',
  'iat',
  'iss',
  'jti',
  'nonce',
  'scope',
  'sid',
  'typ',
]);

/** Whether a configured claim name is one that only the server sets. */
export function isProtocolClaim(name: string): boolean {
  return PROTOCOL_CLAIMS.has(claimPath(name)[0] ?? '');
}

/** Sets a claim by its configured name; dots nest objects. Ignores undefined and the server's own claims. */
export function setClaim(claims: Claims, name: string, value: unknown): void {
  if (value === undefined || name === '') return;
  const path = claimPath(name);
  if (path.some((part) => FORBIDDEN_NAMES.has(part)) || PROTOCOL_CLAIMS.has(path[0] ?? '')) return;
  let place = claims;
  for (const part of path.slice(0, -1)) {
    const inner = place[part];
    const next: Claims =
      typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as Claims) : {};
    place[part] = next;
    place = next;
  }
  place[path.at(-1) ?? name] = value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A value that is not valid JSON is left out.
    return undefined;
  }
}

function convertOne(text: string, type: string): unknown {
  if (type === 'boolean') return text.toLowerCase() === 'true';
  if (type === 'int' || type === 'long') return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
  return type === 'JSON' ? parseJson(text) : text;
}

/** Sets a configured claim from strings: converted by `jsonType.label`, a list if `multivalued`. */
export function setTypedClaim(claims: Claims, config: MapperConfig, values: readonly string[]): void {
  const converted = values
    .map((value) => convertOne(value, config['jsonType.label'] ?? 'String'))
    .filter((value) => value !== undefined);
  const [first] = converted;
  if (first === undefined) return;
  setClaim(claims, config['claim.name'] ?? '', config['multivalued'] === 'true' ? converted : first);
}
