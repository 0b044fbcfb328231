// How many pieces of work run at the same time: a big realm has more files than a process may open at once.

/** Runs work now or when its turn comes. */
export type Limit = <T>(run: () => Promise<T>) => Promise<T>;

/** At most `most` pieces of work at the same time, the others in order of arrival. */
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
      // The next one takes this one's place, so that nobody slips in between.
      if (next === undefined) running--;
      else next();
    }
  };
}
