// Makes a GELF message shorter, long texts first, with a mark where something was left out.
import type { GelfMessage } from './gelf-message.ts';

/** Texts that are given up first, in this order. */
const FIRST = ['_StackTrace', 'full_message'];

/** Members that GELF 1.1 and receivers need. */
const NEEDED = ['host', 'version', 'short_message', 'timestamp', 'level'];

/** What stays of a text at least. */
const KEPT_CHARS = 100;

/**
 * The message with at least `surplusChars` characters less, as long as there are texts to shorten: first the stack trace,
 * then the whole text, then the longest others. When that is not enough, only what a receiver needs is left.
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

/** Characters of all texts. */
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

const MARK = / … \[shortened: (\d+) characters left out\]$/;
const mark = (left: number): string => ` … [shortened: ${left} characters left out]`;

/** The text without its end, and a mark that says how much is missing; never longer than before. */
function shortenText(given: string, surplus: number): string {
  const earlier = MARK.exec(given);
  const text = earlier === null ? given : given.slice(0, earlier.index);
  const leftBefore = Number(earlier?.[1] ?? 0);
  const markChars = mark(text.length + leftBefore).length;
  const kept = Math.max(KEPT_CHARS, given.length - surplus - markChars);
  if (kept + markChars >= given.length) return given;
  // Half of a surrogate pair would arrive as a character of its own.
  const end = /[\uD800-\uDBFF]/.test(text[kept - 1] ?? '') ? kept - 1 : kept;
  return text.slice(0, end) + mark(text.length - end + leftBefore);
}

function keepNeeded(message: GelfMessage): GelfMessage {
  const kept: Record<string, string | number> = {};
  for (const name of NEEDED) if (message[name] !== undefined) kept[name] = message[name];
  kept['short_message'] = shortenText(String(message['short_message']), Number.MAX_SAFE_INTEGER);
  kept['_Shortened'] = 'All other members were left out: the message was too long.';
  return kept;
}
