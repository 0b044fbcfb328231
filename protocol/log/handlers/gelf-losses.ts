// Counts lost messages and reports them once per minute.
import type { Scheduler } from './scheduler.ts';

const REPORT_AFTER_MS = 60_000;

/** Receives the number of lost messages and the reason for the last one. */
export type ReportLosses = (count: number, reason: string) => void;

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

  /** Counts messages as lost; the report follows one minute after the first of them. */
  add(count: number, reason: string): void {
    if (count === 0) return;
    this.#count += count;
    this.#reason = reason;
    this.#cancel ??= this.#scheduler.after(REPORT_AFTER_MS, () => this.flush());
  }

  /** Reports pending losses immediately. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#count === 0) return;
    const count = this.#count;
    this.#count = 0;
    this.#report(count, this.#reason);
  }
}
