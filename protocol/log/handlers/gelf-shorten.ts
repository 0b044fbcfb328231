// Shortens a GELF message, long texts first, with a note where text was removed.
import type { GelfMessage } from './gelf-message.ts';

/** Shortened first, in this order. */
const FIRST = ['_StackTrace', 'full_message'];

/** Fields required by GELF 1.1 and by receivers. */
const NEEDED = ['host', 'version', 'short_message', 'timestamp', 'level'];

/** Minimum length of a shortened text. */
const KEPT_CHARS = 100;

/**
 * Removes at least `surplusChars` characters, as long as there are texts to shorten: first the stack trace,
 * then the full text, then the longest others. If that is not enough, only required fields are kept.
 */
export function shortenMessage(message: GelfMessage, surplusChars: number): GelfMessage {
  const shortened: Record<string, string | number> = { ...message };
  let surplus = surplusChars;
  for (const name of textsToShorten(message)) {
    if (surplus <= 0) return shortened;
    const text = String(message[name]);
    const shorter = shortenText(text, surplus);
    shortened[name] = shorter;
    surplus -= text.length - shorter.length;
  }
  return surplus <= 0 ? shortened : keepNeeded(shortened);
}

/** Approximate size of the message in characters. */
export function countChars(message: GelfMessage): number {
  let count = 0;
  for (const [name, value] of Object.entries(message)) count += name.length + String(value).length + 6;
  return count;
}

function textsToShorten(message: GelfMessage): string[] {
  const long = Object.entries(message)
    .filter(
      ([name, value]) => typeof value === 'string' && value.length > KEPT_CHARS && !NEEDED.includes(name),
    )
    .sort(([, a], [, b]) => String(b).length - String(a).length)
    .map(([name]) => name);
  return [...FIRST.filter((name) => long.includes(name)), ...long.filter((name) => !FIRST.includes(name))];
}

const NOTE = / … \[shortened: (\d+) characters left out\]$/;
const shorteningNote = (left: number): string => ` … [shortened: ${left} characters left out]`;

/** Truncates the text and adds a note with the number of characters removed; never longer than before. */
function shortenText(given: string, surplus: number): string {
  const earlier = NOTE.exec(given);
  const text = earlier === null ? given : given.slice(0, earlier.index);
  const leftBefore = Number(earlier?.[1] ?? 0);
  const noteChars = shorteningNote(text.length + leftBefore).length;
  const kept = Math.max(KEPT_CHARS, given.length - surplus - noteChars);
  if (kept + noteChars >= given.length) return given;
  // Do not split a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[kept - 1] ?? '') ? kept - 1 : kept;
  return text.slice(0, end) + shorteningNote(text.length - end + leftBefore);
}

function keepNeeded(message: GelfMessage): GelfMessage {
  const kept: Record<string, string | number> = {};
  for (const name of NEEDED) if (message[name] !== undefined) kept[name] = message[name];
  kept['short_message'] = shortenText(String(message['short_message']), Number.MAX_SAFE_INTEGER);
  kept['_Shortened'] = 'All other members were left out: the message was too long.';
  return kept;
}
