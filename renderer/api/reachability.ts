// Whether the server answers at all: a request without an answer raises the doubt, a probe decides, and probing goes on until the
// server is back.
import { fetchAnswer } from './fetch-answer.ts';

/** `since` is when the server was first found gone, in milliseconds of this machine's clock; undefined while it answers. */
interface ReachabilityState {
  readonly since: number | undefined;
}

/** The state of the connection, as a store. */
export interface Reachability {
  /** The same object until something changes. */
  state(): ReachabilityState;
  readonly subscribe: (listener: () => void) => () => void;
  /** A request has had no answer. */
  suspect(): void;
  /** Probes at once: instead of the pause, and instead of a probe that is still waiting. */
  lookNow(): void;
}

/** What the outside gives. */
export interface ReachabilityParts {
  /** Whether any answer comes before the signal ends the wait. Never rejects. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  readonly now: () => number;
  /** Milliseconds between a probe without an answer and the next. */
  readonly lookEveryMs: number;
}

const REACHABLE: ReachabilityState = { since: undefined };

/** A server that answers, as far as anybody knows. */
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

  /** A probe that was given up says nothing; another one takes its place. */
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

/** A probe without an answer for this long has found nothing. Milliseconds. */
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
    // No answer in time: that is the result.
    return false;
  }
}
