// Timers as a dependency, so that tests can advance time instead of waiting.

export interface Scheduler {
  /** Calls `callback` once after `delayMs` milliseconds; returns a function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

/** System timers, which do not keep the process alive. */
export const systemScheduler: Scheduler = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
