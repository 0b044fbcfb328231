// SimpleDateFormat patterns: runs of a letter are fields, quoted text is literal, two quotes are one.
import { PatternFault } from './pattern-fault.ts';
import { renderOffset, type TimeZone } from './time-zone.ts';

/** Formats an instant (milliseconds since the epoch) in the format's time zone. */
export type DateFormat = (at: number) => string;

/** An instant in its time zone: the UTC fields of `shifted` contain local time. */
interface Instant {
  readonly at: number;
  readonly shifted: Date;
  readonly offsetMs: number;
  readonly zone: TimeZone;
}

/** Renders a calendar field for a run of `count` letters. */
type Field = (instant: Instant, count: number) => string;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const DAY_MS = 86_400_000;

function number(value: number, count: number): string {
  return String(value).padStart(count, '0');
}

/** Four letters or more give the full name, fewer its first three characters. */
function name(names: readonly string[], index: number, count: number): string {
  const full = names[index] ?? '';
  return count >= 4 ? full : full.slice(0, 3);
}

/** Two letters give the last two digits. */
function year(value: number, count: number): string {
  return count === 2 ? number(value % 100, 2) : number(value, count);
}

/** The Thursday of a week determines its year. ISO 8601. */
function weekOf(date: Date): { year: number; week: number } {
  const day = date.getUTCDay() || 7;
  const thursday = new Date(date.getTime() + (4 - day) * DAY_MS);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return { year: thursday.getUTCFullYear(), week: Math.floor((thursday.getTime() - first) / DAY_MS / 7) + 1 };
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
}

/** Weeks start on Monday; the first one contains the month's first Thursday. */
function weekOfMonth(date: Date): number {
  const firstDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)).getUTCDay() || 7;
  return Math.floor((date.getUTCDate() + firstDay - 2) / 7) + (firstDay <= 4 ? 1 : 0);
}

/** `X`: Z for UTC, otherwise hours; `XX` adds minutes, `XXX` a colon as well. */
function isoOffset({ offsetMs }: Instant, count: number): string {
  if (offsetMs === 0) return 'Z';
  const text = renderOffset(offsetMs, count === 3);
  return count === 1 ? text.slice(0, 3) : text;
}

const month: Field = ({ shifted }, count) =>
  count >= 3 ? name(MONTHS, shifted.getUTCMonth(), count) : number(shifted.getUTCMonth() + 1, count);

const FIELDS: Readonly<Record<string, Field>> = {
  G: () => 'AD',
  y: ({ shifted }, count) => year(shifted.getUTCFullYear(), count),
  Y: ({ shifted }, count) => year(weekOf(shifted).year, count),
  M: month,
  L: month,
  w: ({ shifted }, count) => number(weekOf(shifted).week, count),
  W: ({ shifted }, count) => number(weekOfMonth(shifted), count),
  D: ({ shifted }, count) => number(dayOfYear(shifted), count),
  d: ({ shifted }, count) => number(shifted.getUTCDate(), count),
  F: ({ shifted }, count) => number(Math.ceil(shifted.getUTCDate() / 7), count),
  E: ({ shifted }, count) => name(DAYS, shifted.getUTCDay(), count),
  u: ({ shifted }, count) => number(shifted.getUTCDay() || 7, count),
  a: ({ shifted }) => (shifted.getUTCHours() < 12 ? 'AM' : 'PM'),
  H: ({ shifted }, count) => number(shifted.getUTCHours(), count),
  k: ({ shifted }, count) => number(shifted.getUTCHours() || 24, count),
  K: ({ shifted }, count) => number(shifted.getUTCHours() % 12, count),
  h: ({ shifted }, count) => number(shifted.getUTCHours() % 12 || 12, count),
  m: ({ shifted }, count) => number(shifted.getUTCMinutes(), count),
  s: ({ shifted }, count) => number(shifted.getUTCSeconds(), count),
  S: ({ shifted }, count) => number(shifted.getUTCMilliseconds(), count),
  z: ({ at, zone }, count) => zone.nameOf(at, count >= 4 ? 'long' : 'short'),
  Z: ({ offsetMs }) => renderOffset(offsetMs, false),
  X: isoOffset,
};

type Part = string | { readonly field: Field; readonly count: number };

/** Prevents patterns that produce lines of megabytes. */
const MAX_LETTERS = 100;

const TOKEN = /'(?<quoted>(?:[^']|'')*)'|(?<letter>[A-Za-z])\k<letter>*|(?<literal>[^A-Za-z']+)/y;

/**
 * Parses a SimpleDateFormat pattern; names are English, weeks follow ISO 8601. `at` is the pattern's position
 * in a larger text.
 * @throws {PatternFault} for an unknown letter, an unclosed quote or an empty pattern.
 */
function parseDateParts(pattern: string, at: number): readonly Part[] {
  if (pattern === '') throw new PatternFault('a date pattern is missing', at);
  const parts: Part[] = [];
  for (let place = 0; place < pattern.length; ) {
    TOKEN.lastIndex = place;
    const match = TOKEN.exec(pattern);
    if (match === null) throw new PatternFault('the quote is not closed', at + place);
    parts.push(toPart(match, at + place));
    place += match[0].length;
  }
  return parts;
}

function toPart(match: RegExpExecArray, at: number): Part {
  const { quoted, letter, literal } = match.groups ?? {};
  if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'");
  if (letter === undefined) return literal ?? '';
  const field = Object.hasOwn(FIELDS, letter) ? FIELDS[letter] : undefined;
  if (field === undefined) throw new PatternFault(`${letter} is not a date pattern letter`, at);
  const count = match[0].length;
  if (count > MAX_LETTERS)
    throw new PatternFault(`a letter may be repeated at most ${MAX_LETTERS} times`, at);
  if (letter === 'X' && count > 3) throw new PatternFault('X may be repeated at most three times', at);
  return { field, count };
}

/** @throws {PatternFault} for an invalid pattern. */
export function checkDateFormat(pattern: string): void {
  parseDateParts(pattern, 0);
}

/** Caches the last result: many records share a millisecond. @throws {PatternFault} */
export function createDateFormat(pattern: string, zone: TimeZone, at: number = 0): DateFormat {
  const parts = parseDateParts(pattern, at);
  let last = Number.NaN;
  let text = '';
  return (instant) => {
    if (instant !== last) {
      last = instant;
      text = renderParts(parts, instant, zone);
    }
    return text;
  };
}

function renderParts(parts: readonly Part[], at: number, zone: TimeZone): string {
  const offsetMs = zone.offsetMs(at);
  const instant: Instant = { at, zone, offsetMs, shifted: new Date(at + offsetMs) };
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : part.field(instant, part.count);
  return text;
}
