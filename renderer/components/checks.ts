// What is wrong with a value of a client, in words that say what would be right.

/** An http or https URL, nothing, or a placeholder that the server fills in. */
export function checkUrl(value: string): string | undefined {
  if (value === '' || /^(\$\{|\/)/.test(value)) return undefined;
  return /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)
    ? undefined
    : 'This is an http or https URL, or empty.';
}

/** A redirect URI of the list. RFC 6749 §3.1.2. */
export function checkRedirectUri(uri: string): string | undefined {
  if (uri.includes('#')) return `A redirect URI has no fragment. Remove the part from # on in ${uri}.`;
  return /^(javascript|data|vbscript):/i.test(uri) ? `${uri} would run as a script; remove it.` : undefined;
}

/** A web origin of the list. RFC 6454 §6.1. */
export function checkOrigin(origin: string): string | undefined {
  if (origin === '+' || origin === '*' || /^[a-z][a-z0-9+.-]*:\/\/[^/]+$/i.test(origin)) return undefined;
  return 'An origin is scheme, host and port without a path: http://localhost:3000. + takes them from the redirect URIs.';
}

/** A JSON Web Key Set as a text. RFC 7517 §5. */
export function checkKeySet(value: string): string | undefined {
  const problem = 'This is a JSON Web Key Set: {"keys":[…]}.';
  if (value === '') return problem;
  try {
    const parsed: unknown = JSON.parse(value);
    const keys = typeof parsed === 'object' && parsed !== null && 'keys' in parsed ? parsed.keys : undefined;
    return Array.isArray(keys) ? undefined : problem;
  } catch {
    // Not JSON: the same words say what it should be.
    return problem;
  }
}

/** acr values with their level of authentication, as JSON; nothing is fine, too. */
export function checkLevels(value: string): string | undefined {
  if (value === '') return undefined;
  const problem = 'This is a JSON object with whole numbers, for instance {"silver":1,"gold":2}.';
  try {
    const levels: unknown = JSON.parse(value);
    const isMap = typeof levels === 'object' && levels !== null && !Array.isArray(levels);
    return isMap && Object.values(levels).every((level) => /^\d+$/.test(String(level))) ? undefined : problem;
  } catch {
    // Not JSON: the same words say what it should be.
    return problem;
  }
}
