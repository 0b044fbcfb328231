// Deletions that wait for the time to undo to pass.

/** The waiting deletions, by path. */
export interface PendingDeletions {
  /** Runs `send` after `delayMs` unless it is undone; the path stays hidden until `send` is through. */
  add(path: string, send: () => Promise<void>, delayMs: number): void;
  /** Takes a deletion back; does nothing when it went out already. */
  undo(path: string): void;
  /** Sends what still waits, now. */
  flush(): void;
  /** The paths that wait or are being sent; the same object until something changes. */
  readonly paths: () => ReadonlySet<string>;
  readonly subscribe: (listener: () => void) => () => void;
}

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly run: () => void;
}

/** An empty set of waiting deletions. */
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
