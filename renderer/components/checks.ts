// Validation of values, with messages that say what is valid.
import { text } from '../texts/text.ts';

/** An http or https URL, empty, or a placeholder that the server replaces. */
export function checkUrl(value: string): string | undefined {
  if (value === '' || /^(\$\{|\/)/.test(value)) return undefined;
  return /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value) ? undefined : text('components:check.url');
}

/** A redirect URI. RFC 6749 §3.1.2. */
export function checkRedirectUri(uri: string): string | undefined {
  if (uri.includes('#')) return text('components:check.redirectFragment', { uri });
  return /^(javascript|data|vbscript):/i.test(uri)
    ? text('components:check.redirectScript', { uri })
    : undefined;
}

/** A web origin. RFC 6454 §6.1. */
export function checkOrigin(origin: string): string | undefined {
  if (origin === '+' || origin === '*' || /^[a-z][a-z0-9+.-]*:\/\/[^/]+$/i.test(origin)) return undefined;
  return text('components:check.origin');
}

/** A JSON Web Key Set. RFC 7517 §5. */
export function checkKeySet(value: string): string | undefined {
  const problem = text('components:check.keySet', { example: '{"keys":[…]}' });
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
  const problem = text('components:check.levels', { example: '{"silver":1,"gold":2}' });
  try {
    const levels: unknown = JSON.parse(value);
    const isMap = typeof levels === 'object' && levels !== null && !Array.isArray(levels);
    return isMap && Object.values(levels).every((level) => /^\d+$/.test(String(level))) ? undefined : problem;
  } catch {
    // Not JSON.
    return problem;
  }
}
