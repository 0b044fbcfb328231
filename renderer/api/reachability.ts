// Whether the server is reachable: a request without a response starts probing, the first response ends it.
import { fetchAnswer } from './fetch-answer.ts';

/** `since`: when the server became unreachable, in milliseconds by the local clock; otherwise undefined. */
interface ReachabilityState {
  readonly since: number | undefined;
}

/** The state of the connection, as a store. */
export interface Reachability {
  /** Returns the same object until something changes. */
  state(): ReachabilityState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reports a request without a response. */
  suspect(): void;
  /** Probes now, without waiting for the pause or the current probe. */
  probeNow(): void;
}

/** Dependencies of `createReachability`. */
export interface ReachabilityParts {
  /** Resolves to whether the server responded before the signal aborted. Never rejects. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  readonly now: () => number;
  /** Milliseconds between a failed probe and the next. */
  readonly probeIntervalMs: number;
}

const REACHABLE: ReachabilityState = { since: undefined };

/** Creates the store; the server is initially considered reachable. */
export function createReachability({ probe, now, probeIntervalMs }: ReachabilityParts): Reachability {
  const listeners = new Set<() => void>();
  let state = REACHABLE;
  let isProbing = false;
  let probing = new AbortController();
  let wake: () => void = () => undefined;

  function change(next: ReachabilityState): void {
    if (next.since === state.since) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, probeIntervalMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Probes once; repeats a probe that was aborted. */
  async function probeOnce(): Promise<boolean> {
    for (;;) {
      probing = new AbortController();
      const { signal } = probing;
      const found = await probe(signal);
      if (!signal.aborted) return found;
    }
  }

  async function probeUntilReachable(): Promise<void> {
    while (!(await probeOnce())) {
      change({ since: state.since ?? now() });
      await pause();
    }
    change(REACHABLE);
  }

  function suspect(): void {
    if (isProbing) return;
    isProbing = true;
    void probeUntilReachable().finally(() => {
      isProbing = false;
    });
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    suspect,
    probeNow: () => {
      probing.abort();
      wake();
      suspect();
    },
  };
}

/** Timeout of a probe. Milliseconds. */
const PROBE_TIMEOUT_MS = 3000;

/** Requests the console's page, which needs no sign-in and is not recorded. Any response counts. */
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
    // No response in time.
    return false;
  }
}
