// Counts messages that never reached their receiver and tells of them once a minute.
import type { Scheduler } from './scheduler.ts';

const REPORT_AFTER_MS = 60_000;

/** Takes a count of lost messages and why the last of them was lost. */
export type ReportLosses = (count: number, reason: string) => void;

/** Adds up what is lost. */
export class GelfLosses {
  readonly #scheduler: Scheduler;
  readonly #report: ReportLosses;
  #count = 0;
  #reason = '';
  #cancel: (() => void) | undefined;

  constructor(scheduler: Scheduler, report: ReportLosses) {
    this.#scheduler = scheduler;
    this.#report = report;
  }

  /** Counts messages as lost; the report comes a minute after the first of them, with all that were lost until then. */
  add(count: number, reason: string): void {
    if (count === 0) return;
    this.#count += count;
    this.#reason = reason;
    this.#cancel ??= this.#scheduler.after(REPORT_AFTER_MS, () => this.flush());
  }

  /** Reports what has not been reported yet. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#count === 0) return;
    const count = this.#count;
    this.#count = 0;
    this.#report(count, this.#reason);
  }
}
