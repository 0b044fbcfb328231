// Validation of values, with messages that say what is valid.

/** An http or https URL, empty, or a placeholder that the server replaces. */
export function checkUrl(value: string): string | undefined {
  if (value === '' || /^(\$\{|\/)/.test(value)) return undefined;
  return /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)
    ? undefined
    : 'Enter an http or https URL, or leave the field empty.';
}

/** A redirect URI. RFC 6749 §3.1.2. */
export function checkRedirectUri(uri: string): string | undefined {
  if (uri.includes('#')) return `A redirect URI must not have a fragment. Remove it from ${uri}.`;
  return /^(javascript|data|vbscript):/i.test(uri) ? `${uri} would run as a script. Remove it.` : undefined;
}

/** A web origin. RFC 6454 §6.1. */
export function checkOrigin(origin: string): string | undefined {
  if (origin === '+' || origin === '*' || /^[a-z][a-z0-9+.-]*:\/\/[^/]+$/i.test(origin)) return undefined;
  return 'Enter an origin without a path, such as http://localhost:3000. + stands for the origins of the redirect URIs.';
}

/** A JSON Web Key Set. RFC 7517 §5. */
export function checkKeySet(value: string): string | undefined {
  const problem = 'Enter a JSON Web Key Set: {"keys":[…]}.';
  if (value === '') return problem;
  try {
    const parsed: unknown = JSON.parse(value);
    const keys = typeof parsed === 'object' && parsed !== null && 'keys' in parsed ? parsed.keys : undefined;
    return Array.isArray(keys) ? undefined : problem;
  } catch {
    // Not JSON.
    return problem;
  }
}

/** Levels of authentication by acr value, as JSON; may be empty. */
export function checkLevels(value: string): string | undefined {
  if (value === '') return undefined;
  const problem = 'Enter a JSON object with whole numbers, for example {"silver":1,"gold":2}.';
  try {
    const levels: unknown = JSON.parse(value);
    const isMap = typeof levels === 'object' && levels !== null && !Array.isArray(levels);
    return isMap && Object.values(levels).every((level) => /^\d+$/.test(String(level))) ? undefined : problem;
  } catch {
    // Not JSON.
    return problem;
  }
}
