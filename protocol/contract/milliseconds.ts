// Lists of durations in options.

/** Longest duration that an option accepts: one day. */
const MAX_MS = 86_400_000;

/** `50,250` as numbers; undefined if the text is no comma-separated list of whole numbers from 1 ms to one day. */
export function parseMilliseconds(text: string): readonly number[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^\d{1,8}$/.test(part))) return undefined;
  const numbers = parts.map(Number);
  return numbers.every((number) => number >= 1 && number <= MAX_MS) ? numbers : undefined;
}
