// Remaining time as text and as a bar, ticking by itself.
import { Progress, Text } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import {
  describeRemaining,
  realmNow,
  remainingPercent,
  remainingSeconds,
  type TimeReading,
} from './remaining.ts';

const TICK_MS = 500;

const listeners = new Set<() => void>();
let steadyMs = performance.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all countdowns, so that they are drawn together. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    steadyMs = performance.now();
    for (const call of listeners) call();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function readTick(): number {
  return steadyMs;
}

/** The realm's time in milliseconds, drawn again with every tick. */
export function useRealmNow(reading: TimeReading): number {
  return realmNow(reading, useSyncExternalStore(subscribe, readTick));
}

/** Whether an instant of the realm's time is over; drawn again when that changes, and not with every tick. */
export function useIsOver(reading: TimeReading, instantMs: number): boolean {
  return useSyncExternalStore(subscribe, () => realmNow(reading, readTick()) >= instantMs);
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
    <Progress.Root size={4}>
      <Progress.Section
        value={percent}
        aria-label="Remaining time"
        aria-valuetext={describeRemaining(remainingSeconds(expiresAt, now))}
      />
    </Progress.Root>
  );
}
