// Remaining time as text and as a bar, ticking by itself.
import { Progress, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import {
  describeRemaining,
  realmNow,
  remainingPercent,
  remainingSeconds,
  type TimeReading,
} from './remaining.ts';

const TICK_MS = 250;

/** The realm's time in milliseconds, drawn again a few times a second. */
export function useRealmNow(reading: TimeReading): number {
  const [steadyMs, setSteady] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setSteady(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return realmNow(reading, steadyMs);
}

/** `1:43 left`; figures keep their width while they change. */
export function RemainingText({
  expiresAt,
  now,
}: {
  readonly expiresAt: number;
  readonly now: number;
}): ReactNode {
  const seconds = remainingSeconds(expiresAt, now);
  return (
    <Text
      span
      fz="xs"
      style={{
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        color: seconds <= 10 ? 'var(--us-refused)' : 'var(--mantine-color-dimmed)',
      }}
    >
      {describeRemaining(seconds)}
    </Text>
  );
}

/** A bar that empties. */
export function RemainingBar({
  receivedAt,
  expiresAt,
  now,
}: {
  readonly receivedAt: number;
  readonly expiresAt: number;
  readonly now: number;
}): ReactNode {
  const percent = remainingPercent(receivedAt, expiresAt, now);
  return (
    <Progress.Root size={4} transitionDuration={TICK_MS}>
      <Progress.Section
        value={percent}
        aria-label="Remaining time"
        aria-valuetext={describeRemaining(remainingSeconds(expiresAt, now))}
      />
    </Progress.Root>
  );
}
