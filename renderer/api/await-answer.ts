// Waits for an answer and checks the server when it is late: a hanging server still accepts connections.
import { ApiError, noAnswer } from './api-error.ts';
import type { Reachability } from './reachability.ts';

/** After this time without an answer the server is probed. Milliseconds. */
const DOUBT_AFTER_MS = 5000;

/** How to wait. */
export interface Waiting {
  readonly reachability: Reachability;
  /** Whether the wait ends when the server is found gone; not for writes, which it may be working on. */
  readonly mayEnd: boolean;
  /** Cancels the wait for the caller. */
  readonly signal?: AbortSignal;
  readonly doubtAfterMs?: number;
}

/**
 * Waits for `work`, which is given the signal that cancels it.
 *
 * @throws {ApiError} of status 0 when the server is gone; otherwise what `work` throws.
 */
export async function awaitAnswer<Result>(
  { reachability, mayEnd, signal, doubtAfterMs = DOUBT_AFTER_MS }: Waiting,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController();
  const ended = new Promise<never>((_, reject) =>
    gone.signal.addEventListener('abort', () => reject(gone.signal.reason)),
  );
  let isLate = false;
  const endIfGone = (): void => {
    if (mayEnd && isLate && reachability.state().since !== undefined) gone.abort(noAnswer());
  };
  const timer = setInterval(() => {
    isLate = true;
    reachability.suspect();
    endIfGone();
  }, doubtAfterMs);
  const unsubscribe = reachability.subscribe(endIfGone);
  const signals = signal === undefined ? [gone.signal] : [gone.signal, signal];
  try {
    return await Promise.race([work(AbortSignal.any(signals)), ended]);
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) reachability.suspect();
    throw error;
  } finally {
    clearInterval(timer);
    unsubscribe();
  }
}
