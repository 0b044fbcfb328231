// A claim of a token as people read it.
import { formatInstant } from '../ui/instant.ts';

/** Claims that are instants in seconds since the epoch (RFC 7519 §2 NumericDate). */
const instants: ReadonlySet<string> = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at']);

/** The value as text, and for an instant what it means. */
export function describeClaim(
  name: string,
  value: unknown,
): { readonly text: string; readonly note?: string } {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? String(value));
  if (!instants.has(name) || typeof value !== 'number') return { text };
  const note = formatInstant(value * 1000);
  return note === '' ? { text } : { text, note };
}
