// Limits concurrent work: a big realm has more files than a process may open at once.

export type Limit = <T>(run: () => Promise<T>) => Promise<T>;

/** Runs at most `most` tasks at a time, in order of arrival. */
export function createLimit(most: number): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (run) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      // The next task takes over this slot, so that no new one can slip in between.
      if (next === undefined) running--;
      else next();
    }
  };
}
