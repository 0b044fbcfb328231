// Parses the claims parameter of an authorization request (OIDC Core §5.5).
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { ClaimRequest, ClaimsRequest, ClaimValue } from '#protocol/store/claims-request.ts';

const SECTION = 'OIDC Core §5.5';

/** Maximum length of the parameter. */
const MAX_CHARACTERS = 8192;
/** Maximum number of claims per target. */
const MAX_CLAIMS = 100;

type Members = Readonly<Record<string, unknown>>;

/** Unknown members are ignored. @throws {OAuthError} `invalid_request` naming the fault. OIDC Core §5.5. */
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
  if (claims.length > MAX_CLAIMS) throw refuse(`${place} requests more than ${MAX_CLAIMS} claims`);
  return Object.fromEntries(claims.map(([name, request]) => [name, readClaim(request, `${place}.${name}`)]));
}

/** Null equals an empty object (OIDC Core §5.5.1). */
function readClaim(value: unknown, name: string): ClaimRequest {
  if (value === null) return {};
  const { essential, value: one, values: many } = readMembers(value, name);
  if (essential !== undefined && typeof essential !== 'boolean')
    throw refuse(`${name}.essential is neither true nor false`);
  if (many !== undefined && !Array.isArray(many)) throw refuse(`${name}.values is not a list`);
  const wanted = [...(one === undefined ? [] : [one]), ...((many as readonly unknown[] | undefined) ?? [])];
  const values = wanted.filter(isClaimValue);
  if (values.length < wanted.length)
    throw refuse(`${name} requests a value that is not a string, number or boolean`);
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
