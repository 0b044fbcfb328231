// Claims that a user has without any mapper: the user attribute of the test kit's personas.
import { USER_CLAIMS_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { type Claims, isProtocolClaim } from './mappers/mapper.ts';

/** Besides those that no mapper can set: claims about the client, the sign-in and bindings. */
const SERVER_CLAIMS: ReadonlySet<string> = new Set([
  '__proto__',
  'acr',
  'act',
  'at_hash',
  'aud',
  'auth_time',
  'azp',
  'c_hash',
  'client_id',
  'cnf',
  'may_act',
  'nbf',
  's_hash',
  'sub',
]);

/** Whether only the server sets the claim, so that a user cannot have it as a claim of their own. */
export function isServerClaim(name: string): boolean {
  return SERVER_CLAIMS.has(name) || isProtocolClaim(name);
}

const read = new WeakMap<StoredUser, Claims>();

/** The user's own claims by name, without those of the server; none if the attribute is not a JSON object. */
export function userClaimsOf(user: StoredUser): Readonly<Claims> {
  const known = read.get(user);
  if (known !== undefined) return known;
  const claims = parseClaims(user.attributes?.[USER_CLAIMS_ATTRIBUTE]?.[0]);
  read.set(user, claims);
  return claims;
}

function parseClaims(text: string | undefined): Claims {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(Object.entries(value).filter(([name]) => !isServerClaim(name)));
  } catch {
    // A realm file may contain anything; the user then has no claims of their own.
    return {};
  }
}

/** Adds the user's own claims, in place of those of mappers. Names are taken as they are: a dot nests nothing. */
export function addUserClaims(claims: Claims, user: StoredUser): void {
  Object.assign(claims, userClaimsOf(user));
}
