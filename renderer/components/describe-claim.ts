// A readable form of a token's claims.
import { formatInstant } from '../ui/instant.ts';

/** Claims that are seconds since the epoch. RFC 7519 §2 NumericDate. */
const instants: ReadonlySet<string> = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at']);

/** The value as text, and the date if it is one. */
export function describeClaim(
  name: string,
  value: unknown,
): { readonly text: string; readonly note?: string } {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? String(value));
  if (!instants.has(name) || typeof value !== 'number') return { text };
  const note = formatInstant(value * 1000);
  return note === '' ? { text } : { text, note };
}
