// Whether the server is reachable: a request without an answer starts probing, which ends with an answer.
import { fetchAnswer } from './fetch-answer.ts';

/**
 * `since`: when the server was found gone, in milliseconds of the local clock; undefined while it answers.
 */
interface ReachabilityState {
  readonly since: number | undefined;
}

/** The state of the connection, as a store. */
export interface Reachability {
  /** Returns the same object until something changes. */
  state(): ReachabilityState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reports a request without an answer. */
  suspect(): void;
  /** Probes now, without waiting for the pause or the current probe to end. */
  lookNow(): void;
}

/** What it depends on. */
export interface ReachabilityParts {
  /** Whether any answer comes before the signal ends the wait. Never rejects. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  readonly now: () => number;
  /** Milliseconds between a probe without an answer and the next. */
  readonly lookEveryMs: number;
}

const REACHABLE: ReachabilityState = { since: undefined };

/** Starts with a server that is taken to answer. */
export function createReachability({ probe, now, lookEveryMs }: ReachabilityParts): Reachability {
  const listeners = new Set<() => void>();
  let state = REACHABLE;
  let isLooking = false;
  let probing = new AbortController();
  let wake: () => void = () => undefined;

  function change(next: ReachabilityState): void {
    if (next.since === state.since) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, lookEveryMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Repeats a probe that was cancelled. */
  async function findsServer(): Promise<boolean> {
    for (;;) {
      probing = new AbortController();
      const { signal } = probing;
      const found = await probe(signal);
      if (!signal.aborted) return found;
    }
  }

  async function look(): Promise<void> {
    while (!(await findsServer())) {
      change({ since: state.since ?? now() });
      await pause();
    }
    change(REACHABLE);
  }

  function suspect(): void {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    suspect,
    lookNow: () => {
      probing.abort();
      wake();
      suspect();
    },
  };
}

/** Longest wait of a probe. Milliseconds. */
const PROBE_TIMEOUT_MS = 3000;

/** Asks for the console's own page, which needs no sign-in and is not recorded. Any answer will do. */
export async function probeServer(signal: AbortSignal): Promise<boolean> {
  try {
    await fetchAnswer('/console/', {
      method: 'HEAD',
      cache: 'no-store',
      headers: { 'x-understudy-console': '1' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
    });
    return true;
  } catch {
    // No answer in time is the result.
    return false;
  }
}
