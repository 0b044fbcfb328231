// The window's only date format, 22 Nov 2026, 07:14:09, in the user's time zone.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

function pad(value: number): string {
  return String(value).padStart(2, '0');
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
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}, ${timeOf(date)}`;
}
