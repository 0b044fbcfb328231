// The claims parameter of an authorization request: read, checked, and kept as long as the client is in the session (OIDC Core §5.5).
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { ClaimRequest, ClaimsRequest, ClaimValue } from '#protocol/store/store.ts';

const SECTION = 'OIDC Core §5.5';

/** Longest parameter that is read, in characters. */
const MAX_CHARACTERS = 8192;
/** How many claims may be asked for in each place. */
const MAX_CLAIMS = 100;

type Members = Readonly<Record<string, unknown>>;

/** Reads the parameter; members that are not known mean nothing. @throws {OAuthError} `invalid_request` naming what is wrong. OIDC Core §5.5. */
export function parseClaimsRequest(text: string): ClaimsRequest {
  if (text.length > MAX_CHARACTERS) throw refuse(`it is longer than ${MAX_CHARACTERS} characters`);
  const members = readMembers(parseJson(text), 'it');
  return {
    id: readPlace(members, 'id_token'),
    userinfo: readPlace(members, 'userinfo'),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refuse('it is not JSON', cause);
  }
}

function readMembers(value: unknown, name: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw refuse(`${name} is not a JSON object`);
}

function readPlace(members: Members, place: 'id_token' | 'userinfo'): Readonly<Record<string, ClaimRequest>> {
  const value = Object.hasOwn(members, place) ? members[place] : undefined;
  if (value === undefined || value === null) return {};
  const claims = Object.entries(readMembers(value, place)).filter(([name]) => name !== '__proto__');
  if (claims.length > MAX_CLAIMS) throw refuse(`${place} asks for more than ${MAX_CLAIMS} claims`);
  return Object.fromEntries(claims.map(([name, wish]) => [name, readClaim(wish, `${place}.${name}`)]));
}

/** Null is the same as an object without members (OIDC Core §5.5.1). */
function readClaim(value: unknown, name: string): ClaimRequest {
  if (value === null) return {};
  const { essential, value: one, values: many } = readMembers(value, name);
  if (essential !== undefined && typeof essential !== 'boolean')
    throw refuse(`${name}.essential is neither true nor false`);
  if (many !== undefined && !Array.isArray(many)) throw refuse(`${name}.values is not a list`);
  const wanted = [...(one === undefined ? [] : [one]), ...((many as readonly unknown[] | undefined) ?? [])];
  const values = wanted.filter(isClaimValue);
  if (values.length < wanted.length)
    throw refuse(`${name} asks for a value that is no text, number or boolean`);
  return {
    ...(essential === true ? { essential } : {}),
    ...(one === undefined && many === undefined ? {} : { values }),
  };
}

function isClaimValue(value: unknown): value is ClaimValue {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function refuse(problem: string, cause?: unknown): OAuthError {
  return new OAuthError('invalid_request', {
    description: 'Invalid parameter: claims',
    reason: `The claims parameter cannot be read: ${problem}.`,
    remedy: 'Send claims as JSON, e.g. {"userinfo":{"email":{"essential":true}},"id_token":{"acr":null}}.',
    section: SECTION,
    cause,
  });
}
