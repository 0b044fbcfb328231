// The deletions that can still be undone, and the seconds that are left.
import { useEffect, useReducer, useSyncExternalStore } from 'react';
import { useApi } from '../api/api-context.tsx';
import type { PendingDeletion } from '../api/pending-deletions.ts';

/** Interval at which the remaining seconds are updated. */
const TICK_MS = 250;

/** Deletions by age. */
export function usePendingList(): readonly PendingDeletion[] {
  const { deletions } = useApi();
  return useSyncExternalStore(deletions.subscribe, deletions.list);
}

/** Whether the time stands still. While it runs, the caller is rendered again and again. */
export function useCountdown(): boolean {
  const { deletions } = useApi();
  const isHeld = useSyncExternalStore(deletions.subscribe, deletions.isHeld);
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (isHeld) return;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [isHeld]);
  return isHeld;
}
