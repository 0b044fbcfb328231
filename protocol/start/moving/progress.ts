// Shows how far a command is: a line that is rewritten on a terminal, otherwise a line from time to time.
import { monotonicMs } from '#protocol/clock.ts';

/** Where progress is shown. */
export interface ProgressOutput {
  readonly isTerminal: boolean;
  write(text: string): void;
}

export interface Progress {
  /** What is being done now. Most calls show nothing. */
  report(text: () => string): void;
  /** Removes the line from a terminal. */
  clear(): void;
}

/** Milliseconds between two lines. */
const TERMINAL_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 3000;

const CLEAR_LINE = '\r\u001b[K';

/** `now`: milliseconds, by default of the process. Without an output, nothing is shown. */
export function createProgress(
  output: ProgressOutput | undefined,
  now: () => number = monotonicMs,
): Progress {
  if (output === undefined) return { report: () => undefined, clear: () => undefined };
  const { isTerminal } = output;
  const interval = isTerminal ? TERMINAL_INTERVAL_MS : LINE_INTERVAL_MS;
  // A command that ends soon shows nothing.
  let last = now();
  let isShown = false;
  return {
    report(text) {
      const time = now();
      if (time - last < interval) return;
      last = time;
      isShown = true;
      output.write(isTerminal ? `${CLEAR_LINE}${text()}` : `${text()}\n`);
    },
    clear() {
      if (isShown && isTerminal) output.write(CLEAR_LINE);
      isShown = false;
    },
  };
}

/** A number for people: `100,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A number of things: `1 user`, `2 users`. */
export function formatAmount(count: number, thing: string): string {
  return `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;
}
