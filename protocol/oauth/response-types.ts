// The response types: what the authorization endpoint gives for each (OAuth 2.0 Multiple Response Types §3 to §5).

interface ResponseTypeRow {
  readonly code: boolean;
  readonly defaultMode: 'query' | 'fragment';
}

/** Response types that work. Implicit and hybrid ones are not among them yet. */
export const RESPONSE_TYPES = {
  code: { code: true, defaultMode: 'query' },
  none: { code: false, defaultMode: 'query' },
} as const;
RESPONSE_TYPES satisfies Record<string, ResponseTypeRow>;

/** A response type that works. */
export type ResponseTypeName = keyof typeof RESPONSE_TYPES;

/** Whether a text is a response type that works. */
export function isResponseType(text: string): text is ResponseTypeName {
  return Object.hasOwn(RESPONSE_TYPES, text);
}

/** Response types of the specification that are not offered; told apart from nonsense for the reason in Activity. */
const KNOWN_PARTS: ReadonlySet<string> = new Set(['code', 'token', 'id_token', 'none']);

/** Whether every part is a word of the specification. */
export function isKnownResponseType(text: string): boolean {
  const parts = text.split(' ').filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => KNOWN_PARTS.has(part));
}
