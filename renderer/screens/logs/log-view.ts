// The lines that the screen holds: the newest ones, and the ones that stand still while somebody reads.
import type { LogLineWire, LogPageWire } from '#protocol/contract/logs.ts';

/** How many lines are kept; older ones go. */
export const MOST_LINES = 5000;

/** Why the list stands still: somebody pressed the button, or scrolled up to read. */
export type HoldReason = 'paused' | 'reading';

/** The lines, and whether they stand still. */
export interface LogView {
  /** The newest lines since the view was cleared, oldest first. */
  readonly lines: readonly LogLineWire[];
  /** Lines up to this number were cleared away. */
  readonly clearedUpTo: number;
  readonly held?: {
    readonly reason: HoldReason;
    /** What is shown meanwhile. */
    readonly lines: readonly LogLineWire[];
    /** How many lines came since. */
    readonly missed: number;
  };
}

/** Nothing yet. */
export const NO_LINES: LogView = { lines: [], clearedUpTo: 0 };

function newest(lines: readonly LogLineWire[]): number {
  return lines.at(-1)?.sequence ?? 0;
}

/** Adds lines that are new, oldest first. */
export function addLines(view: LogView, lines: readonly LogLineWire[]): LogView {
  const last = Math.max(newest(view.lines), view.clearedUpTo);
  const added = lines.filter(({ sequence }) => sequence > last);
  if (added.length === 0) return view;
  return {
    ...view,
    lines: [...view.lines, ...added].slice(-MOST_LINES),
    ...(view.held === undefined ? {} : { held: { ...view.held, missed: view.held.missed + added.length } }),
  };
}

/** Takes what the server has. Lower numbers than those known mean that another process writes now: its lines take the place of the old ones. */
export function takePage(view: LogView, page: LogPageWire): LogView {
  const last = Math.max(newest(view.lines), view.clearedUpTo);
  return addLines(newest(page.records) < last ? { ...view, ...NO_LINES } : view, page.records);
}

/** Stands still; a button's hold is not weakened by scrolling. */
export function hold(view: LogView, reason: HoldReason): LogView {
  if (view.held !== undefined) {
    return reason === 'paused' ? { ...view, held: { ...view.held, reason } } : view;
  }
  return { ...view, held: { reason, lines: view.lines, missed: 0 } };
}

/** Shows the newest lines again. */
export function release(view: LogView): LogView {
  return view.held === undefined ? view : { lines: view.lines, clearedUpTo: view.clearedUpTo };
}

/** Takes every line away that came until now; a hold stays, so that a paused view does not begin to run. */
export function clear(view: LogView): LogView {
  const clearedUpTo = Math.max(newest(view.lines), view.clearedUpTo);
  const held = view.held === undefined ? {} : { held: { ...view.held, lines: [], missed: 0 } };
  return { lines: [], clearedUpTo, ...held };
}

/** What is on the screen, before any filter. */
export function shownLines(view: LogView): readonly LogLineWire[] {
  return view.held?.lines ?? view.lines;
}
