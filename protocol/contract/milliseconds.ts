// Durations in options.

/** Longest duration that an option accepts: one day. */
const MAX_MS = 86_400_000;

/** `50,250` as numbers; undefined if the text is no comma-separated list of whole numbers from 1 ms to one day. */
export function parseMilliseconds(text: string): readonly number[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^\d{1,8}$/.test(part))) return undefined;
  const numbers = parts.map(Number);
  return numbers.every((number) => number >= 1 && number <= MAX_MS) ? numbers : undefined;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: MAX_MS };

/**
 * `500ms`, `30s`, `2m`, `1h` or `PT30S` in milliseconds; a number alone is in seconds, as in Keycloak. Undefined for
 * anything else and for more than a day.
 */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = 's'] = /^(?:pt)?(\d{1,8})(ms|[smhd])?$/.exec(text.trim().toLowerCase()) ?? [];
  const milliseconds = Number(amount) * (UNITS[unit] ?? Number.NaN);
  return milliseconds <= MAX_MS ? milliseconds : undefined;
}
