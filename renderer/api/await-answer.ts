// Waits for a response and probes the server when it is late: a hanging server still accepts connections.
import { ApiError, noAnswer } from './api-error.ts';
import type { Reachability } from './reachability.ts';

/** The server is probed after this time without a response. Milliseconds. */
const DOUBT_AFTER_MS = 5000;

/** Options of the wait. */
export interface Waiting {
  readonly reachability: Reachability;
  /** Whether the wait ends when a probe fails. Not for writes: the server may be processing them. */
  readonly mayEnd: boolean;
  /** Cancels the wait for the caller. */
  readonly signal?: AbortSignal;
  readonly doubtAfterMs?: number;
}

/**
 * Waits for `work`, which receives the signal that cancels it.
 *
 * @throws {ApiError} with status 0 if the server is unreachable; otherwise what `work` throws.
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
