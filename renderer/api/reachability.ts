// Whether the server answers at all: one request without an answer raises the doubt, a look of its own decides, and goes on until the
// server is back.
import { UNREACHABLE_HEADER } from '#main/bridge/channels.ts';

/** `since` is when the server was first found gone, in milliseconds of this machine's clock; undefined while it answers. */
interface ReachabilityState {
  readonly since: number | undefined;
}

/** The state of the connection, as a store. */
export interface Reachability {
  /** The same object until something changes. */
  state(): ReachabilityState;
  readonly subscribe: (listener: () => void) => () => void;
  /** A request got no answer. */
  suspect(): void;
  /** Looks at once instead of at the next turn. */
  lookNow(): void;
}

/** What the outside gives. */
export interface ReachabilityParts {
  /** Whether any answer comes. Never rejects. */
  readonly probe: () => Promise<boolean>;
  readonly now: () => number;
  /** Milliseconds between looks. */
  readonly lookEveryMs: number;
}

const REACHABLE: ReachabilityState = { since: undefined };

/** A server that answers, as far as anybody knows. */
export function createReachability({ probe, now, lookEveryMs }: ReachabilityParts): Reachability {
  const listeners = new Set<() => void>();
  let state = REACHABLE;
  let isLooking = false;
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

  async function look(): Promise<void> {
    while (!(await probe())) {
      change({ since: state.since ?? now() });
      await pause();
    }
    change(REACHABLE);
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    suspect: () => {
      if (isLooking) return;
      isLooking = true;
      void look().finally(() => {
        isLooking = false;
      });
    },
    lookNow: () => wake(),
  };
}

/** Asks for the console's own page, which needs no sign-in and is not recorded. Any answer will do. */
export async function probeServer(): Promise<boolean> {
  try {
    const response = await fetch('/console/', {
      method: 'HEAD',
      cache: 'no-store',
      headers: { 'x-understudy-console': '1' },
    });
    return !response.headers.has(UNREACHABLE_HEADER);
  } catch {
    // No answer: that is what was asked.
    return false;
  }
}
