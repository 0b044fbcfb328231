// A realm's clock compared with real time, in words.

import { text } from '../texts/text.ts';
import { formatInstant } from '../ui/instant.ts';

const units = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
  { ms: 1000, name: 's' },
] as const;

/** `1 d 2 h ahead`: the two largest units that are not zero. */
function describeOffset(offsetMs: number): string {
  let rest = Math.abs(offsetMs);
  const parts: string[] = [];
  for (const { ms, name } of units) {
    const count = Math.floor(rest / ms);
    rest -= count * ms;
    if (count > 0) parts.push(`${count} ${name}`);
  }
  const amount = parts.length === 0 ? text('app:clock.underSecond') : parts.slice(0, 2).join(' ');
  return text(offsetMs < 0 ? 'app:clock.behind' : 'app:clock.ahead', { amount });
}

interface ShownClock {
  readonly clockOffsetMs: number;
  readonly clockFrozenAt?: string;
}

/** `frozen at 22 Nov 2026, 07:14:09`, `1 d 2 h ahead`; undefined for a realm with real time. */
export function describeClock({ clockOffsetMs, clockFrozenAt }: ShownClock): string | undefined {
  if (clockFrozenAt !== undefined) return text('app:clock.frozen', { instant: formatInstant(clockFrozenAt) });
  return clockOffsetMs === 0 ? undefined : describeOffset(clockOffsetMs);
}
