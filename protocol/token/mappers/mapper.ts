// What a protocol mapper is, and what it may read.
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { RoleSet } from '#protocol/realm/view/roles.ts';
import type { ClaimsRequest, StoredUser } from '#protocol/store/store.ts';

/** Where claims go. */
export type ClaimTarget = 'access' | 'id' | 'userinfo' | 'introspection';

/** Claims while they are put together. */
export type Claims = Record<string, unknown>;

/** What mappers may read. */
export interface MapperContext {
  readonly realm: Realm;
  readonly client: Client;
  readonly user: StoredUser;
  /** Roles that may enter this client's tokens. */
  readonly roles: RoleSet;
  readonly acr: string;
  /** Seconds; undefined where nobody signed in. */
  readonly authTime: number | undefined;
  /** Notes of the session, e.g. `clientAddress`. */
  readonly notes: Readonly<Record<string, string>>;
  /** Of the authorization request, where the token comes from one. */
  readonly nonce: string | undefined;
  readonly sid: string | undefined;
  /** Claims that the authorization request asked for by name; undefined where it did not. */
  readonly claimsRequest: ClaimsRequest | undefined;
  /** What the claims are for. */
  readonly target: ClaimTarget;
  /** The server's base URL, for web origins. */
  readonly baseUrl: string;
}

/** A mapper type: a row of the table. */
export interface MapperType {
  /** Whether a mapper that does not say writes to the access token. Default false. */
  readonly writesAccessByDefault?: boolean;
  /** Whether it writes to every target, whatever its configuration says. Default false. */
  readonly writesAlways?: boolean;
  /** Changes the roles before claims are made of them. */
  readonly mapRoles?: (roles: RoleSet, config: MapperConfig) => RoleSet;
  /** Adds claims. */
  readonly mapClaims?: (claims: Claims, config: MapperConfig, context: MapperContext) => void;
}

/** A mapper's configuration; all values are texts. */
export type MapperConfig = Readonly<Record<string, string>>;

/** How many names of claims are remembered; realms configure some dozens. */
const MAX_REMEMBERED_NAMES = 1000;
const paths = new Map<string, readonly string[]>();

/** `a.b` as path; `\.` is a dot in a name. Remembered, because every token asks for the same names. */
function claimPath(name: string): readonly string[] {
  const known = paths.get(name);
  if (known !== undefined) return known;
  const path = name.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'));
  if (paths.size < MAX_REMEMBERED_NAMES) paths.set(name, path);
  return path;
}

const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Compat: claims that say what a token is, how long and for which sign-in it is good are refused to mappers. */
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

/** Whether a configured claim name is one that only the server itself sets. */
export function isProtocolClaim(name: string): boolean {
  return PROTOCOL_CLAIMS.has(claimPath(name)[0] ?? '');
}

/** Sets a claim by its configured name; dots make nested objects. A value that is undefined and a claim of the server itself set nothing. */
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
    // A value that is not the JSON it claims to be is left out, as an absent one.
    return undefined;
  }
}

function convertOne(text: string, type: string): unknown {
  if (type === 'boolean') return text.toLowerCase() === 'true';
  if (type === 'int' || type === 'long') return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
  return type === 'JSON' ? parseJson(text) : text;
}

/** A configured claim from texts: converted by `jsonType.label`, a list when `multivalued`. */
export function setTypedClaim(claims: Claims, config: MapperConfig, values: readonly string[]): void {
  const converted = values
    .map((value) => convertOne(value, config['jsonType.label'] ?? 'String'))
    .filter((value) => value !== undefined);
  const [first] = converted;
  if (first === undefined) return;
  setClaim(claims, config['claim.name'] ?? '', config['multivalued'] === 'true' ? converted : first);
}
