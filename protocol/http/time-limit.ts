// Limits the time of outgoing requests.

interface TimeLimit {
  readonly signal: AbortSignal;
  /** Releases the timer. Call it when the work has ended. */
  end(): void;
}

/**
 * A signal that aborts with a `TimeoutError` after `timeoutMs`, or with `closing` and its reason. Not `AbortSignal.any` with `AbortSignal.timeout`: in Node 20, the garbage
 * collector may remove that signal while a request waits, which then never ends.
 */
export function limitTime(timeoutMs: number, closing: AbortSignal): TimeLimit {
  const limit = new AbortController();
  const stop = (): void => limit.abort(closing.reason);
  const timeOut = (): void =>
    limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  if (closing.aborted) stop();
  closing.addEventListener('abort', stop);
  const timer = setTimeout(timeOut, timeoutMs);
  return {
    signal: limit.signal,
    end() {
      clearTimeout(timer);
      closing.removeEventListener('abort', stop);
    },
  };
}
