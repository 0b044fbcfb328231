// Deletions that can still be undone.

/** Pending deletions, by path. */
export interface PendingDeletions {
  /** Runs `send` after `delayMs` unless undone. The path is hidden until `send` has finished. */
  add(path: string, send: () => Promise<void>, delayMs: number): void;
  /** Cancels a deletion; does nothing if it was already sent. */
  undo(path: string): void;
  /** Sends all pending deletions now. */
  flush(): void;
  /** Paths that are pending or being sent; the same object until something changes. */
  readonly paths: () => ReadonlySet<string>;
  readonly subscribe: (listener: () => void) => () => void;
}

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly run: () => void;
}

export function createPendingDeletions(): PendingDeletions {
  const waiting = new Map<string, Waiting>();
  const listeners = new Set<() => void>();
  let hidden: ReadonlySet<string> = new Set();

  function hide(path: string, on: boolean): void {
    const next = new Set(hidden);
    if (on) next.add(path);
    else next.delete(path);
    hidden = next;
    for (const listener of listeners) listener();
  }

  return {
    add: (path, send, delayMs) => {
      if (hidden.has(path)) return;
      const run = (): void => {
        clearTimeout(waiting.get(path)?.timer);
        waiting.delete(path);
        void send().finally(() => hide(path, false));
      };
      waiting.set(path, { timer: setTimeout(run, delayMs), run });
      hide(path, true);
    },
    undo: (path) => {
      const entry = waiting.get(path);
      if (entry === undefined) return;
      clearTimeout(entry.timer);
      waiting.delete(path);
      hide(path, false);
    },
    flush: () => {
      for (const { run } of [...waiting.values()]) run();
    },
    paths: () => hidden,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
