// Shares flushes among callers: flushing a hundred changes takes as long as flushing one.

/** Each call resolves after a run of `flush` that began after the call. Calls during a run share the next. */
export function createGroupedFlush(flush: () => Promise<void>): () => Promise<void> {
  /** Resolves when the newest run has ended, failed or not. */
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= last.then(() => {
      next = undefined;
      return flush();
    });
    last = next.catch(() => undefined);
    return next;
  };
}
