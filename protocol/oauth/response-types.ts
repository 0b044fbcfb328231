// Response types: how they are parsed, and what each returns (OAuth 2.0 Multiple Response Types §3 to §5).

/** What the response contains. */
interface ResponseTypeRow {
  readonly code: boolean;
  readonly idToken: boolean;
  readonly accessToken: boolean;
}

/** Every response type, in the order of the discovery document. */
export const RESPONSE_TYPES = {
  code: { code: true, idToken: false, accessToken: false },
  none: { code: false, idToken: false, accessToken: false },
  id_token: { code: false, idToken: true, accessToken: false },
  token: { code: false, idToken: false, accessToken: true },
  'id_token token': { code: false, idToken: true, accessToken: true },
  'code id_token': { code: true, idToken: true, accessToken: false },
  'code token': { code: true, idToken: false, accessToken: true },
  'code id_token token': { code: true, idToken: true, accessToken: true },
} as const;
RESPONSE_TYPES satisfies Record<string, ResponseTypeRow>;

export type ResponseTypeName = keyof typeof RESPONSE_TYPES;

/** A requested response type. */
export interface RequestedResponseType {
  /** Its parts without duplicates, in canonical order: `code id_token`. */
  readonly name: ResponseTypeName;
  /** Whether it returns a code or nothing, which requires the client's standard flow. */
  readonly standard: boolean;
  /** Whether the authorization endpoint itself returns tokens: implicit and hybrid flow. */
  readonly frontChannel: boolean;
}

/** Parts that can be combined, in canonical order. */
const PARTS = ['code', 'id_token', 'token'];

function isResponseType(text: string): text is ResponseTypeName {
  return Object.hasOwn(RESPONSE_TYPES, text);
}

/**
 * Parses `response_type`: parts separated by spaces, in any order (RFC 6749 §3.1.1). `none` cannot be
 * combined. Undefined if the text is not a response type.
 */
export function parseResponseType(text: string): RequestedResponseType | undefined {
  const parts = new Set(text.split(' ').filter((part) => part !== ''));
  const isNone = parts.size === 1 && parts.has('none');
  if (!isNone && [...parts].some((part) => !PARTS.includes(part))) return undefined;
  const name = isNone ? 'none' : PARTS.filter((part) => parts.has(part)).join(' ');
  if (!isResponseType(name)) return undefined;
  const { code, idToken, accessToken } = RESPONSE_TYPES[name];
  return { name, standard: code || isNone, frontChannel: idToken || accessToken };
}
