// One flush for everybody who waits for one: a disk takes as long for a hundred changes as for one.

/**
 * Makes a function that resolves when a run of `flush` that began after the call is over. Calls during a run share the next one.
 */
export function createGroupedFlush(flush: () => Promise<void>): () => Promise<void> {
  /** Resolves when the newest run is over, failed or not. */
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
