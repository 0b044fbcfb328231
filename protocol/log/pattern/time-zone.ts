// Time zones of log lines: local, named, and fixed offsets such as GMT+2.

export interface TimeZone {
  /** Milliseconds to add to UTC; takes milliseconds since the epoch. */
  offsetMs(at: number): number;
  /** Short: `CET` or `GMT+1`; long: `Central European Standard Time`. */
  nameOf(at: number, style: 'short' | 'long'): string;
}

/** UTC offsets change only at quarter hours, so lookups are cached for that long. */
const QUARTER_MS = 15 * 60 * 1000;

function cached(read: (at: number) => number): (at: number) => number {
  let quarter = Number.NaN;
  let offset = 0;
  return (at) => {
    const current = Math.floor(at / QUARTER_MS);
    if (current !== quarter) {
      quarter = current;
      offset = read(at);
    }
    return offset;
  };
}

function readName(
  zone: string | undefined,
  at: number,
  timeZoneName: 'short' | 'long' | 'longOffset',
): string {
  const options = { timeZoneName, ...(zone === undefined ? {} : { timeZone: zone }) };
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The local time zone. */
export const LOCAL_ZONE: TimeZone = {
  offsetMs: cached((at) => -new Date(at).getTimezoneOffset() * 60_000),
  nameOf: (at, style) => readName(undefined, at, style),
};

const FIXED = /^(?:GMT|UTC|UT)?(?<sign>[+-])(?<hours>\d{1,2})(?::?(?<minutes>\d{2}))?$/;

/** `+01:00`, or `+0100` without `colon`; never `Z`. */
export function renderOffset(offsetMs: number, colon: boolean): string {
  const minutes = Math.abs(Math.round(offsetMs / 60_000));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${colon ? ':' : ''}${two(minutes % 60)}`;
}

/** `Europe/Berlin`, `UTC`, `GMT+2`, `+02:00`; undefined if there is no zone with this name. */
export function findTimeZone(name: string): TimeZone | undefined {
  const text = name.trim();
  if (/^(GMT|UTC|UT|Z)$/i.test(text)) return { offsetMs: () => 0, nameOf: () => 'UTC' };
  const fixed = FIXED.exec(text.toUpperCase())?.groups;
  if (fixed !== undefined) return fixedZone(fixed);
  try {
    readName(text, 0, 'longOffset');
  } catch {
    // An unknown name is a normal result.
    return undefined;
  }
  return {
    offsetMs: cached((at) => parseOffset(readName(text, at, 'longOffset'))),
    nameOf: (at, style) => readName(text, at, style),
  };
}

function fixedZone({ sign, hours, minutes = '0' }: Record<string, string>): TimeZone | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { offsetMs: () => offset, nameOf: () => `GMT${renderOffset(offset, true)}` };
}

/** `GMT+05:30`, historical `GMT-00:44:30`, or just `GMT`. */
function parseOffset(text: string): number {
  const match = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(text);
  if (match === null) return 0;
  const [, sign, hours, minutes, seconds = '0'] = match;
  const total = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -total : total;
}
