// Remaining time as text and as a bar, updated by a timer.
import { Progress, Text } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { text } from '../../texts/text.ts';
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

/** All countdowns share a timer, so that they are rendered together. */
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

/** The realm's time in milliseconds. Renders at every tick. */
export function useRealmNow(reading: TimeReading): number {
  return realmNow(reading, useSyncExternalStore(subscribe, readTick));
}

/** Whether an instant of the realm's time has passed. Renders only when that changes. */
export function useIsOver(reading: TimeReading, instantMs: number): boolean {
  return useSyncExternalStore(subscribe, () => realmNow(reading, readTick()) >= instantMs);
}

/** `1:43 left`, in digits of equal width. */
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

/** The remaining part of the lifetime as a bar. */
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
        aria-label={text('device:remaining.label')}
        aria-valuetext={describeRemaining(remainingSeconds(expiresAt, now))}
      />
    </Progress.Root>
  );
}
