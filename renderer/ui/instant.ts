// Instants as the window writes them, everywhere the same: 22 Nov 2026, 07:14:09, in the time zone of the person who reads.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

function timeOf(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(pad).join(':');
}

/**
 * `22 Nov 2026, 07:14:09` from milliseconds or an ISO 8601 text; `time` alone is `07:14:09`, for lists in which the day says nothing.
 * Empty for what is no instant.
 */
export function formatInstant(at: number | string, part: 'whole' | 'time' = 'whole'): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  if (part === 'time') return timeOf(date);
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}, ${timeOf(date)}`;
}
