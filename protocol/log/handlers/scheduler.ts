// Timers as a dependency, so that what waits can be tested by moving time and not by waiting.

/** Calls back later. */
export interface Scheduler {
  /** Calls `callback` once after `delayMs` milliseconds; the answer takes it back. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The machine's own timers. They do not keep a process alive that has nothing else to do. */
export const systemScheduler: Scheduler = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
