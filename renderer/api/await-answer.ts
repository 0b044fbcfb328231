// Waits for the server's answer, and notices when it takes too long: a server that hangs refuses no connection.
import { ApiError, noAnswer } from './api-error.ts';
import type { Reachability } from './reachability.ts';

/** A request without an answer for this long raises the doubt whether the server answers at all. Milliseconds. */
const DOUBT_AFTER_MS = 5000;

/** How to wait. */
export interface Waiting {
  readonly reachability: Reachability;
  /** Whether the wait ends when the server is found gone; not for a change, which the server may be making. */
  readonly mayEnd: boolean;
  /** The caller's own end of the wait. */
  readonly signal?: AbortSignal;
  readonly doubtAfterMs?: number;
}

/**
 * The result of `work`, which stops when its signal says so.
 *
 * @throws {ApiError} of status 0 when the wait ended because the server is gone; otherwise what `work` throws.
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
