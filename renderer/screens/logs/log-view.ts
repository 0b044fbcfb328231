// The lines of the screen: the newest ones, and those shown while paused.
import type { LogLineWire, LogPageWire } from '#protocol/contract/logs.ts';

/** Maximum number of lines; older ones are dropped. */
export const MOST_LINES = 5000;

/** Why the list is paused: by the button, or by scrolling up to read. */
export type HoldReason = 'paused' | 'reading';

/** The lines, and whether the view is paused. */
export interface LogView {
  /** The newest lines since the view was cleared, oldest first. */
  readonly lines: readonly LogLineWire[];
  /** Lines up to this number were cleared. */
  readonly clearedUpTo: number;
  readonly held?: {
    readonly reason: HoldReason;
    /** The lines shown while paused. */
    readonly lines: readonly LogLineWire[];
    /** Lines received while paused. */
    readonly missed: number;
  };
}

export const NO_LINES: LogView = { lines: [], clearedUpTo: 0 };

function newest(lines: readonly LogLineWire[]): number {
  return lines.at(-1)?.sequence ?? 0;
}

/** Adds lines, oldest first, that are not known yet. */
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

/** Adds the lines of a page. Lower numbers than known ones mean a restarted server: replaces all lines. */
export function takePage(view: LogView, page: LogPageWire): LogView {
  const last = Math.max(newest(view.lines), view.clearedUpTo);
  return addLines(newest(page.records) < last ? { ...view, ...NO_LINES } : view, page.records);
}

/** Pauses the view. Scrolling does not weaken a pause by the button. */
export function hold(view: LogView, reason: HoldReason): LogView {
  if (view.held !== undefined) {
    return reason === 'paused' ? { ...view, held: { ...view.held, reason } } : view;
  }
  return { ...view, held: { reason, lines: view.lines, missed: 0 } };
}

/** Resumes with the newest lines. */
export function release(view: LogView): LogView {
  return view.held === undefined ? view : { lines: view.lines, clearedUpTo: view.clearedUpTo };
}

/** Removes all lines so far. A paused view stays paused. */
export function clear(view: LogView): LogView {
  const clearedUpTo = Math.max(newest(view.lines), view.clearedUpTo);
  const held = view.held === undefined ? {} : { held: { ...view.held, lines: [], missed: 0 } };
  return { lines: [], clearedUpTo, ...held };
}

/** The lines on the screen, before filtering. */
export function shownLines(view: LogView): readonly LogLineWire[] {
  return view.held?.lines ?? view.lines;
}
