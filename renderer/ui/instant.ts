// The window's only date format, in the user's time zone: 22 Nov 2026, 07:14:09; in German 22. Nov. 2026, 07:14:09.
import { perLanguage, shownLanguage } from '../texts/text.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

const formats = perLanguage(
  () => new Intl.DateTimeFormat(shownLanguage(), { day: 'numeric', month: 'short', year: 'numeric' }),
);

/** English months have three letters; Intl writes some with four. */
function dayOf(date: Date): string {
  if (shownLanguage() === 'en') return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
  return formats().format(date);
}

function timeOf(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(pad).join(':');
}

/**
 * Formats milliseconds or an ISO 8601 text as `22 Nov 2026, 07:14:09`, or as `07:14:09` for lists that do not
 * need the day. Empty if the instant is not valid.
 */
export function formatInstant(at: number | string, part: 'whole' | 'time' = 'whole'): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  if (part === 'time') return timeOf(date);
  return `${dayOf(date)}, ${timeOf(date)}`;
}
