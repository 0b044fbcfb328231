// Size and place of the window between starts: what a file may say, and where that still fits.

/** Smallest size in which every screen can be used. Pixels. */
export const MIN_WIDTH = 900;
/** As {@link MIN_WIDTH}. */
export const MIN_HEIGHT = 480;

/** Size of the first start. */
const FIRST: Size = { width: 1280, height: 820 };

/** Part of the window's upper edge that must be on a display, so that the window can be moved. Pixels. */
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

/** What is kept between starts: the normal bounds, and whether the window fills its display. */
export interface WindowState extends Area {
  readonly maximized: boolean;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Reads the file's text; undefined for anything that is not a window's state. */
export function parseWindowState(text: string): WindowState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A damaged file: the window opens as at the first start.
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { x, y, width, height, maximized } = value as Record<string, unknown>;
  if (!isWhole(x) || !isWhole(y) || !isWhole(width) || !isWhole(height)) return undefined;
  if (width <= 0 || height <= 0) return undefined;
  return { x, y, width, height, maximized: maximized === true };
}

/** Pixels that two stretches share. */
function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
}

/** Whether enough of the window's upper edge lies on the display for a person to take hold of it. */
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
 * Size and place for the window. `displays` are the work areas, the primary one first. A place that no
 * display shows is left out, so that the system chooses one; the size is limited to what a display can show.
 */
export function fitToDisplays(
  kept: WindowState | undefined,
  displays: readonly Area[],
): Size & { readonly x?: number; readonly y?: number } {
  const display = kept === undefined ? undefined : displays.find((area) => canBeGripped(kept, area));
  if (kept === undefined || display === undefined) return limit(kept ?? FIRST, displays[0] ?? FIRST);
  return { ...limit(kept, display), x: kept.x, y: kept.y };
}
