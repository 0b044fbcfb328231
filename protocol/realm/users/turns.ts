// Serializes work by key: tasks with the same key run one after another in order of arrival.

/** Runs work after all earlier work with the same key; `hasWaited`: there was some. */
export type TakeTurn = <T>(key: string, work: (hasWaited: boolean) => Promise<T>) => Promise<T>;

/** Keys are dropped after their last task. A failing task does not stop the next ones. */
export function createTurns(): TakeTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const own = before === undefined ? work(false) : before.then(() => work(true));
    const settled = own.catch(() => undefined);
    last.set(key, settled);
    try {
      return await own;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
