// Size and position of the window between starts: reading the saved state and fitting it to the displays.

/** Smallest width at which every screen is usable. Pixels. */
export const MIN_WIDTH = 900;
/** Smallest height at which every screen is usable. Pixels. */
export const MIN_HEIGHT = 480;

const DEFAULT_SIZE: Size = { width: 1280, height: 820 };

/** Part of the title bar that must be visible on a display, so that the window can be moved. Pixels. */
const GRIP_WIDTH = 100;
const GRIP_HEIGHT = 32;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle on the desktop, in device-independent pixels. */
export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

/** The saved state: the bounds while not maximized, and whether the window is maximized. */
export interface WindowState extends Area {
  readonly maximized: boolean;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Parses the file's text. Undefined unless it is a valid state. */
export function parseWindowState(text: string): WindowState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A damaged file: the window opens with its default size.
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { x, y, width, height, maximized } = value as Record<string, unknown>;
  if (!isWhole(x) || !isWhole(y) || !isWhole(width) || !isWhole(height)) return undefined;
  if (width <= 0 || height <= 0) return undefined;
  return { x, y, width, height, maximized: maximized === true };
}

/** Length of the overlap of two intervals, in pixels; negative if they are apart. */
function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
}

/** Whether enough of the title bar is on the display to drag the window. */
function canBeGripped(window: Area, display: Area): boolean {
  const isOnIt = window.y >= display.y && window.y + GRIP_HEIGHT <= display.y + display.height;
  return isOnIt && overlap(window.x, window.width, display.x, display.width) >= GRIP_WIDTH;
}

function limit({ width, height }: Size, area: Size): Size {
  return {
    width: Math.max(MIN_WIDTH, Math.min(width, area.width)),
    height: Math.max(MIN_HEIGHT, Math.min(height, area.height)),
  };
}

/**
 * Size and position for the window. `displays` are the work areas, the primary one first. A position that is
 * not visible on any display is omitted, so that the system chooses one. The size is limited to the display.
 */
export function fitToDisplays(
  kept: WindowState | undefined,
  displays: readonly Area[],
): Size & { readonly x?: number; readonly y?: number } {
  const display = kept === undefined ? undefined : displays.find((area) => canBeGripped(kept, area));
  if (kept === undefined || display === undefined)
    return limit(kept ?? DEFAULT_SIZE, displays[0] ?? DEFAULT_SIZE);
  return { ...limit(kept, display), x: kept.x, y: kept.y };
}
