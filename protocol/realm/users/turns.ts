// Turns: pieces of work with the same key run one after another, in order of arrival; those of other keys do not wait.

/** Runs work now, or after what came before under the same key. `hasWaited`: something came before. */
export type TakeTurn = <T>(key: string, work: (hasWaited: boolean) => Promise<T>) => Promise<T>;

/** Makes turns. A key is forgotten with its last piece of work; one that fails does not stop those behind it. */
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
