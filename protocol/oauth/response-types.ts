// The response types: how one is read, and what the authorization endpoint gives for each (OAuth 2.0 Multiple Response Types §3 to §5).

/** What the answer carries. */
interface ResponseTypeRow {
  readonly code: boolean;
  readonly idToken: boolean;
  readonly accessToken: boolean;
}

/** Every response type, in the order in which discovery lists them. */
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

/** Name of a response type. */
export type ResponseTypeName = keyof typeof RESPONSE_TYPES;

/** A response type as a request asked for it. */
export interface RequestedResponseType {
  /** Its parts without repetitions, in the order of the specifications: `code id_token`. */
  readonly name: ResponseTypeName;
  /** Whether a code or nothing is wanted, so that the client's standard flow must be on. */
  readonly standard: boolean;
  /** Whether tokens are to come straight from the authorization endpoint: implicit and hybrid flow. */
  readonly frontChannel: boolean;
}

/** Parts that may stand together, in the order in which discovery writes them. */
const PARTS = ['code', 'id_token', 'token'];

function isResponseType(text: string): text is ResponseTypeName {
  return Object.hasOwn(RESPONSE_TYPES, text);
}

/** Reads `response_type`: blank-separated parts in any order (RFC 6749 §3.1.1). Undefined for what is no response type; `none` stands alone. */
export function parseResponseType(text: string): RequestedResponseType | undefined {
  const parts = new Set(text.split(' ').filter((part) => part !== ''));
  const isNone = parts.size === 1 && parts.has('none');
  if (!isNone && [...parts].some((part) => !PARTS.includes(part))) return undefined;
  const name = isNone ? 'none' : PARTS.filter((part) => parts.has(part)).join(' ');
  if (!isResponseType(name)) return undefined;
  const { code, idToken, accessToken } = RESPONSE_TYPES[name];
  return { name, standard: code || isNone, frontChannel: idToken || accessToken };
}
