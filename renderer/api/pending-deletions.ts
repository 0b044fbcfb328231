// Deletions that can still be undone. The server still has their entries; the console hides them.

/** A deletion of one or several entries, undone together. */
interface UndoableDeletion {
  /** Paths of the entries in the admin API. */
  readonly paths: readonly string[];
  /** What the server does when the time is over: `Deleting client demo-web`. */
  readonly doing: string;
  /** Deletes entries. `leaving`: the page is being closed, so nothing can be awaited before the requests. */
  send(paths: readonly string[], leaving: boolean): Promise<void>;
  /** Brings back the screen or row of the entry after it was undone. */
  restore(): void;
}

/** A deletion that was added and is not finished. */
export interface PendingDeletion {
  readonly id: number;
  readonly deletion: UndoableDeletion;
  /** Milliseconds left to undo it; 0 while it is being sent. */
  leftMs(): number;
}

export interface PendingDeletions {
  /** Sends the deletion when the time is over, unless undone. Paths that are already pending are ignored. */
  add(deletion: UndoableDeletion): void;
  /** Cancels a deletion and restores its entries; does nothing if it was already sent. */
  undo(id: number): void;
  /** Stops the time of all deletions, or lets it run. Ends when none is pending. */
  hold(on: boolean): void;
  readonly isHeld: () => boolean;
  /** Sends the deletions of matching paths, and waits for them and for those being sent. Never rejects. */
  send(matches?: (path: string) => boolean): Promise<void>;
  /** Sends all, because the page is being closed. */
  leave(): void;
  /** Deletions by age; the same object until one is added or finished. */
  readonly list: () => readonly PendingDeletion[];
  /** Paths that are pending or being sent; the same object until something changes. */
  readonly paths: () => ReadonlySet<string>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Dependencies of `createPendingDeletions`. */
export interface PendingDeletionsParts {
  readonly now: () => number;
  /** Runs something after a time. Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Time to undo. */
  readonly undoMs: number;
}

interface Waiting extends PendingDeletion {
  /** Starts or stops its time. */
  run(on: boolean): void;
  /** Sends it, once. */
  send(leaving: boolean): Promise<void>;
  isSent(): boolean;
}

/** The time of one deletion, which can be stopped. `over` is called once. */
function createTimer({ now, after, undoMs }: PendingDeletionsParts, over: () => void) {
  let left = undoMs;
  let since: number | undefined;
  let cancel: () => void = () => undefined;
  const leftMs = (): number => (since === undefined ? left : Math.max(0, left - (now() - since)));
  return {
    leftMs,
    run: (on: boolean): void => {
      if (on === (since !== undefined)) return;
      cancel();
      left = leftMs();
      since = on ? now() : undefined;
      if (on) cancel = after(left, over);
    },
    end: (): void => {
      cancel();
      left = 0;
      since = undefined;
    },
  };
}

export function createPendingDeletions(parts: PendingDeletionsParts): PendingDeletions {
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<() => void>();
  let list: readonly PendingDeletion[] = [];
  let hidden: ReadonlySet<string> = new Set();
  let isHeld = false;
  let nextId = 1;

  function changed(): void {
    list = [...waiting.values()];
    hidden = new Set(list.flatMap(({ deletion }) => deletion.paths));
    if (list.length === 0) isHeld = false;
    notify();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function createWaiting(deletion: UndoableDeletion): Waiting {
    const id = nextId++;
    const timer = createTimer(parts, () => void send(false));
    let sent: Promise<void> | undefined;
    const send = (leaving: boolean): Promise<void> => {
      timer.end();
      sent ??= deletion
        .send(deletion.paths, leaving)
        .catch(() => undefined)
        .finally(() => {
          waiting.delete(id);
          changed();
        });
      return sent;
    };
    const run = (on: boolean): void => {
      if (sent === undefined) timer.run(on);
    };
    return { id, deletion, leftMs: timer.leftMs, run, send, isSent: () => sent !== undefined };
  }

  return {
    add: (deletion) => {
      const paths = deletion.paths.filter((path) => !hidden.has(path));
      if (paths.length === 0) return;
      const added = createWaiting({ ...deletion, paths });
      waiting.set(added.id, added);
      added.run(!isHeld);
      changed();
    },
    undo: (id) => {
      const entry = waiting.get(id);
      if (entry === undefined || entry.isSent()) return;
      entry.run(false);
      waiting.delete(id);
      changed();
      entry.deletion.restore();
    },
    hold: (on) => {
      if (on === isHeld || waiting.size === 0) return;
      isHeld = on;
      for (const entry of waiting.values()) entry.run(!on);
      notify();
    },
    isHeld: () => isHeld,
    send: async (matches = () => true) => {
      const fitting = [...waiting.values()].filter(({ deletion }) => deletion.paths.some(matches));
      await Promise.all(fitting.map((entry) => entry.send(false)));
    },
    leave: () => {
      for (const entry of waiting.values()) void entry.send(true);
    },
    list: () => list,
    paths: () => hidden,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
