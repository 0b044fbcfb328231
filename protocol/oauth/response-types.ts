// The response types: how one is read, and what the authorization endpoint gives for each (OAuth 2.0 Multiple Response Types §3 to §5).

interface ResponseTypeRow {
  /** Whether the answer carries a code. */
  readonly code: boolean;
}

/** Response types that work; discovery lists them. Implicit and hybrid ones are not among them yet. */
export const RESPONSE_TYPES = {
  code: { code: true },
  none: { code: false },
} as const;
RESPONSE_TYPES satisfies Record<string, ResponseTypeRow>;

/** A response type that works. */
export type ResponseTypeName = keyof typeof RESPONSE_TYPES;

/** A response type of the specifications as a request names it, whether it works or not. */
export interface RequestedResponseType {
  /** Its parts without repetitions, in the order of the specifications: `code id_token`. */
  readonly name: string;
  /** Whether a code or nothing is wanted, so that the client's standard flow must be on. */
  readonly standard: boolean;
  /** Whether tokens are to come straight from the authorization endpoint: implicit and hybrid flow. */
  readonly frontChannel: boolean;
}

/** Parts that may stand together, in the order in which discovery writes them. */
const PARTS = ['code', 'id_token', 'token'];

/** Whether a text is a response type that works. */
export function isResponseType(text: string): text is ResponseTypeName {
  return Object.hasOwn(RESPONSE_TYPES, text);
}

/** Reads `response_type`: blank-separated parts in any order (RFC 6749 §3.1.1). Undefined for what is no response type; `none` stands alone. */
export function parseResponseType(text: string): RequestedResponseType | undefined {
  const parts = new Set(text.split(' ').filter((part) => part !== ''));
  if (parts.size === 1 && parts.has('none')) return { name: 'none', standard: true, frontChannel: false };
  if (parts.size === 0 || [...parts].some((part) => !PARTS.includes(part))) return undefined;
  const frontChannel = parts.has('token') || parts.has('id_token');
  return {
    name: PARTS.filter((part) => parts.has(part)).join(' '),
    standard: parts.has('code'),
    frontChannel,
  };
}
